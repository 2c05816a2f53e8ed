//! Messages between a table and those who sit at it, one JSON object a line.

use serde::{Deserialize, Serialize};

use crate::ask::{Answer, Ask, Step};
use crate::event::Event;
use crate::lobby::{Automation, DeckParts, TableInfo, Until};
use crate::observation::{Observation, Outcome, Seat, Viewer};

/// What is said to a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum FromPlayer {
    /// Starts a game. First of all.
    Start(Start),
    /// Answers a question.
    Answer {
        /// Its number.
        ask: u32,
        /// The answer.
        answer: Answer,
    },
    /// Concedes for a seat (104.3a), at any time.
    Concede {
        /// Who.
        seat: Seat,
    },
    /// Takes back the last answers of a seat, to where it was last asked, if nothing hidden was shown since.
    Undo {
        /// Whose.
        seat: Seat,
    },
    /// Suggests to do again what the seat did last, as a shortcut (729.2), with priority; the others accept it or shorten it at once.
    Repeat {
        /// Who suggests it.
        seat: Seat,
        /// So many of their last actions, and all that was done since the first of them.
        actions: u32,
        /// So many times.
        times: u32,
    },
    /// Asks what can be said next on the way to an answer, a small step at a time: nothing is answered by it.
    Steps {
        /// The question's number.
        ask: u32,
        /// The steps so far.
        taken: Vec<Step>,
    },
    /// Asks why a creature can't block an attacker, of a question about blocks: `rejected` says it, with the rule.
    WhyNotBlock {
        /// The question's number.
        ask: u32,
        /// The creature's place among the blockers.
        blocker: u32,
        /// The attacker's place among the attackers.
        attacker: u32,
    },
    /// Asks which cards have names like a text, for a question that wants card names.
    Search {
        /// Part of a name, whatever the case and the accents.
        name: String,
    },
    /// Asks for the whole picture and the question again.
    Resync,
    /// Sits down, first of all, where several tables are behind one door: with the seat's secret.
    Sit {
        /// It.
        secret: String,
    },
    /// Watches without a seat, likewise.
    Watch,
    /// Says something to everybody at the table.
    Chat {
        /// What.
        text: String,
    },
    /// When the table answers for the seat, from now on. Ends passing.
    Automation(Automation),
    /// Has the table pass for the seat.
    #[serde(rename = "pass_until")]
    PassUntil {
        /// How long.
        until: Until,
    },
    /// Would play again: once all who sit there would, the next game begins.
    Rematch {
        /// Who is to take the first turn, from whoever chooses that (103.1); by default they do themselves. Others have no say.
        #[serde(default)]
        first: Option<Seat>,
    },
    /// Plays another deck of the same cards in the next game of a match, between two games (100.4).
    Sideboard {
        /// All cards of deck and sideboard as they are to be.
        deck: DeckParts,
    },
}

/// A game to be started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Start {
    /// The version of the protocol that is spoken.
    pub protocol: u32,
    /// Who sits where, in the order of seats. Who takes the first turn is the game's to decide.
    pub seats: Vec<SeatedPlayer>,
    /// A seed for the game's randomness, for games that are to be the same again; by default the system's randomness. A text, since
    /// JSON's numbers hold no 64 bits.
    #[serde(default)]
    pub seed: Option<String>,
}

/// A seat: who decides for it, and with which deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct SeatedPlayer {
    /// The player's name.
    pub name: String,
    /// A starter deck by its name, or a whole list as text, a card a line ("4 Lightning Bolt").
    pub deck: String,
    /// The bot that plays it ("basic", "random"); none for a seat that answers through this protocol.
    #[serde(default)]
    pub bot: Option<String>,
}

/// What a table says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum FromTable {
    /// Who speaks. First of all.
    Hello {
        /// The version of the protocol.
        protocol: u32,
        /// The program and its version.
        program: String,
    },
    /// The whole picture, for one viewer.
    Snapshot {
        /// The picture.
        observation: Box<Observation>,
    },
    /// What happened since, for one viewer.
    Events {
        /// For whom.
        viewer: Viewer,
        /// In the order it happened.
        events: Vec<Event>,
    },
    /// A question.
    Ask {
        /// The question.
        ask: Box<Ask>,
    },
    /// Others are asked.
    Waiting {
        /// Who.
        players: Vec<Seat>,
    },
    /// Answers were taken back: what was told since the question of that number didn't happen. A snapshot follows.
    Rollback {
        /// The number of the question that is asked again.
        ask: u32,
    },
    /// What a player said to a suggested shortcut (729.2b).
    Shortcut {
        /// Who.
        seat: Seat,
        /// They shorten it, rather than accept it as it is.
        shortened: bool,
    },
    /// An answer was not taken: nothing has changed.
    Rejected {
        /// To which question.
        ask: u32,
        /// The rule that it breaks.
        rule: String,
        /// Why, in a sentence.
        reason: String,
    },
    /// The game is over.
    Result {
        /// How it ended.
        outcome: Outcome,
    },
    /// What can be said next on the way to an answer.
    Steps {
        /// The question's number.
        ask: u32,
        /// What can be said: each can still end in a legal answer. Of card names, only those that the player knows are listed.
        options: Vec<Step>,
        /// The answer, when it is whole: nothing can be said any more.
        answer: Option<Answer>,
    },
    /// Names of cards that have a text in them: those that begin with it first, not all where they are many.
    Names {
        /// The text.
        name: String,
        /// The names.
        names: Vec<String>,
    },
    /// The table, and where one sits at it; again whenever that changes.
    Table {
        /// The table.
        info: TableInfo,
        /// One's own seat; none of those who watch.
        you: Option<Seat>,
    },
    /// What the clocks show, after each answer, where the table has some.
    Clocks {
        /// Milliseconds left of each seat's time; none of bots.
        left: Vec<Option<u32>>,
        /// Whose runs.
        runs: Option<Seat>,
    },
    /// One's deck and sideboard, between two games of a match, where one has a sideboard.
    Sideboard {
        /// As they are now.
        deck: DeckParts,
    },
    /// Somebody said something.
    Chat {
        /// From which seat; none of those who watch.
        seat: Option<Seat>,
        /// Who.
        name: String,
        /// What.
        text: String,
    },
    /// When the table answers for the seat, as it stands.
    Automation {
        /// The settings.
        #[serde(flatten)]
        settings: Automation,
        /// How long it passes, while it does.
        passing: Option<Until>,
    },
    /// What was said could not be understood or done; nothing has changed.
    Error {
        /// What, where, and what to do.
        reason: String,
    },
}
