//! Tables where people sit: who is at one, what they say to each other, when the table passes for them.

use serde::{Deserialize, Serialize};

use crate::observation::Seat;

/// A table, as everybody may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct TableInfo {
    /// Its name in addresses.
    pub table: String,
    /// Who sits there, in turn order.
    pub seats: Vec<SeatInfo>,
    /// How far it is.
    pub state: TableState,
    /// The turn of its game; 0 before the first.
    pub turn: u32,
    /// Which game of the table it is, counted from 1: a rematch is the next.
    pub game: u32,
    /// How many watch without a seat.
    pub spectators: u32,
    /// Why its game can't go on, where it can't.
    #[serde(default)]
    pub failure: Option<String>,
    /// The clocks it gives, where it does.
    #[serde(default)]
    pub clock: Option<Clock>,
    /// Who chooses who takes the first turn of the next game (103.1): the loser, once a game is over.
    #[serde(default)]
    pub chooser: Option<Seat>,
    /// The match that its games are of, where it has one.
    #[serde(default)]
    pub contest: Option<Contest>,
}

/// A match of several games (100.6a), as far as it has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Contest {
    /// Of how many games it is: who has won more than half of them has won it.
    pub best_of: u32,
    /// How many games each seat has won.
    pub wins: Vec<u32>,
    /// No further game is played: the next one would be of another match.
    pub over: bool,
}

/// A deck and its sideboard (100.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct DeckParts {
    /// The deck, without commanders.
    pub main: Vec<Listed>,
    /// The sideboard.
    pub sideboard: Vec<Listed>,
}

/// Copies of a card in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Listed {
    /// How many.
    pub count: u32,
    /// The card's name.
    pub name: String,
}

/// A chess clock for each player who is no bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Clock {
    /// Seconds for a game: whose time is out concedes.
    pub seconds: u32,
    /// Seconds more as a player is first asked something in a turn of their own.
    #[serde(default)]
    pub increment: u32,
}

/// A seat at a table, as everybody may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct SeatInfo {
    /// Its place, counted from 0.
    pub seat: Seat,
    /// The player's name; empty where nobody has taken it yet.
    pub name: String,
    /// The bot that plays it, where one does.
    pub bot: Option<String>,
    /// Nobody has taken it yet.
    pub open: bool,
    /// Somebody who holds its secret is there now; bots always are.
    pub connected: bool,
    /// They would play again, now that the game is over.
    pub rematch: bool,
}

/// How far a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum TableState {
    /// Seats are open.
    Waiting,
    /// The game is on.
    Playing,
    /// The game is over, or can't go on.
    Over,
}

/// When a table answers for a player. Each such answer is an ordinary one, and is written down as such.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Automation {
    /// Where the player is asked for an action though nothing has happened. These win over everything else here; at those by default
    /// only who can do more than add mana is asked.
    #[serde(default)]
    pub stops: Stops,
    /// Pass where only passing is possible, or only what serves nothing, and outside the stops while the stack holds nothing of an
    /// opponent's.
    pub auto_pass: bool,
    /// Put equal triggered abilities on the stack in any order.
    pub auto_order: bool,
    /// Where the player is asked how to pay: pay by what only taps for mana, where that is enough. Mana abilities are no reason to be
    /// asked for an action then.
    #[serde(default = "yes")]
    #[cfg_attr(feature = "schema", ts(as = "Option<bool>", optional))]
    pub auto_pay: bool,
    /// Answers to questions that come again.
    #[serde(default)]
    pub yields: Vec<Yield>,
}

/// What holds of settings that older tables wrote down.
const fn yes() -> bool {
    true
}

impl Default for Automation {
    fn default() -> Self {
        Self { stops: Stops::default(), auto_pass: true, auto_order: true, auto_pay: true, yields: Vec::new() }
    }
}

/// Steps at which a player is asked for an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Stops {
    /// In the player's own turns: steps as `turn.step` names them, "upkeep step".
    pub own: Vec<String>,
    /// In other players' turns.
    pub others: Vec<String>,
}

impl Default for Stops {
    fn default() -> Self {
        let words = |steps: [&str; 3]| steps.map(str::to_owned).to_vec();
        Self {
            own: words(["precombat main phase", "declare blockers step", "postcombat main phase"]),
            others: words(["declare attackers step", "declare blockers step", "end step"]),
        }
    }
}

/// The answer to a question that comes again: whether to do what an ability of a source says one may.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Yield {
    /// The name of the source.
    pub source: String,
    /// The question, as `ask.text` has it.
    pub text: String,
    /// Yes or no.
    pub answer: bool,
}

/// How long a table passes for a player. Whatever it is, an opponent's new spell or ability that they could respond to, an attack on them
/// and every question that isn't answered for them end it, and so does an answer of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// Until the next of their stops.
    Stop,
    /// Until the turn ends, whatever the stops; attackers are declared only where they must be.
    Turn,
    /// Until their own turn, likewise.
    MyTurn,
    /// Until the stack is empty.
    Stack,
}
