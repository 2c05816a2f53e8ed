//! What a server says and hears by HTTP: decks, cards, rules, and tables to be made.

use serde::{Deserialize, Serialize};

use crate::event::Event;
use crate::lobby::Clock;
use crate::observation::{Observation, Seat};

/// A deck to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct DeckInfo {
    /// Its name in seats: "red-raiders".
    pub id: String,
    /// What it is, in a few words.
    pub title: String,
    /// Its colors, of "W", "U", "B", "R", "G".
    pub colors: Vec<String>,
    /// How many cards it has.
    pub cards: u32,
    /// Its commanders.
    pub commanders: Vec<String>,
}

/// A list to be looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct CheckDeck {
    /// The list, in any of the usual formats.
    pub list: String,
}

/// What there is to say about a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct DeckCheck {
    /// How many cards it has, commanders among them, the sideboard not.
    pub cards: u32,
    /// How many its sideboard has.
    pub sideboard: u32,
    /// What the whole list lacks, if it lacks something.
    pub problem: Option<String>,
    /// Each line that names a card, or can't be read.
    pub lines: Vec<CheckedLine>,
    /// A game can be played with it.
    pub playable: bool,
}

/// A line of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct CheckedLine {
    /// Its number, counted from 1.
    pub line: u32,
    /// How many copies.
    pub count: u32,
    /// The card's name, as the cards at hand write it where they have it.
    pub name: String,
    /// Why it can't be used, where it can't.
    pub problem: Option<String>,
    /// In the sideboard.
    pub sideboard: bool,
    /// A commander.
    pub commander: bool,
    /// Its mana value (202.3), where the card is at hand.
    pub value: Option<u32>,
    /// Its colors (105), of "W", "U", "B", "R", "G".
    pub colors: Vec<String>,
    /// Its type line (205).
    pub types: String,
}

/// A table to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct NewTable {
    /// The seats, in turn order: 2 to 6.
    pub seats: Vec<NewSeat>,
    /// A seed for the game's randomness, for games that are to be the same again. Whoever knows it can tell hidden cards.
    #[serde(default)]
    pub seed: Option<String>,
    /// A chess clock for each player who is no bot.
    #[serde(default)]
    pub clock: Option<Clock>,
    /// A match of so many games between two players: who has won more than half of them has won it.
    #[serde(default)]
    pub best_of: Option<u32>,
}

/// A seat of a table to be made. One with neither deck nor bot is open: who has its secret chooses name and deck.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct NewSeat {
    /// The player's name.
    #[serde(default)]
    pub name: String,
    /// A starter deck by its id, or a whole list as text.
    #[serde(default)]
    pub deck: Option<String>,
    /// The bot that plays it ("basic", "random"); without a deck it gets a starter deck.
    #[serde(default)]
    pub bot: Option<String>,
}

/// A table that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct MadeTable {
    /// Its name in addresses.
    pub table: String,
    /// Its seats.
    pub seats: Vec<MadeSeat>,
}

/// A seat of a table that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct MadeSeat {
    /// Its place.
    pub seat: Seat,
    /// What lets one sit there; told this once. None of bots.
    pub secret: Option<String>,
}

/// Somebody who takes an open seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct TakeSeat {
    /// The seat's secret.
    pub secret: String,
    /// The player's name.
    pub name: String,
    /// A starter deck by its id, or a whole list as text.
    pub deck: String,
}

/// Cards that a search found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct CardsFound {
    /// How many there are.
    pub total: u32,
    /// The first of them.
    pub cards: Vec<CardInfo>,
}

/// A card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct CardInfo {
    /// Its name; of several faces "One // Other".
    pub name: String,
    /// Its faces.
    pub faces: Vec<CardFace>,
    /// What of it is not understood, a line each: such a card is kept out of games.
    pub missing: Vec<String>,
}

/// A face of a card, as it is printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct CardFace {
    /// Its name.
    pub name: String,
    /// Its mana cost: "{1}{R}".
    pub cost: Option<String>,
    /// Its colors (105), of "W", "U", "B", "R", "G".
    pub colors: Vec<String>,
    /// Its type line.
    pub types: String,
    /// Its text.
    pub text: String,
    /// Power, as printed.
    pub power: Option<String>,
    /// Toughness.
    pub toughness: Option<String>,
    /// Loyalty.
    pub loyalty: Option<String>,
    /// Defense.
    pub defense: Option<String>,
}

/// A rule of the rulebook that the user imported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RuleText {
    /// Its number.
    pub number: String,
    /// Its text.
    pub text: String,
    /// The rules under it, with their texts.
    pub under: Vec<RuleText>,
}

/// A game that is over, told again with all hands open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Replay {
    /// The table's name in addresses.
    pub table: String,
    /// Which of its games, counted from 1.
    pub game: u32,
    /// What happened, moment by moment; what was taken back is left out.
    pub moments: Vec<Moment>,
    /// The game went on beyond the moments that are told.
    pub cut: bool,
}

/// A moment of a game at which something happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Moment {
    /// What happened since the moment before.
    pub events: Vec<Event>,
    /// What lay where then: all, but for the cards of libraries.
    pub observation: Observation,
}

/// Why something asked for by HTTP can't be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Refusal {
    /// What, where, and what to do.
    pub error: String,
}
