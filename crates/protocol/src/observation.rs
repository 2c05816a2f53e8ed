//! A game as one viewer sees it.

use serde::{Deserialize, Serialize};

/// A player's place, counted from 0 in turn order (103.1).
pub type Seat = u8;

/// An object, as one viewer knows it. Two viewers have different handles for the same object. An object that changes zones is a new
/// object (400.7) with a new handle, and a card that goes where the viewer can't follow it gets a new one when it is seen again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(transparent)]
pub struct Handle(pub u32);

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(tag = "as", rename_all = "kebab-case")]
pub enum Viewer {
    /// A player: what is public, and what they may see of the rest.
    Player {
        /// Who.
        seat: Seat,
    },
    /// Nobody of the game: what is public.
    Spectator,
    /// Who may see everything.
    Judge,
}

/// An object or a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Entity {
    /// An object.
    Object(Handle),
    /// A player.
    Player(Seat),
}

/// A game as one viewer sees it now. What stands here is all that they may know, and nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Observation {
    /// Who sees it so.
    pub viewer: Viewer,
    /// Where the game is in its turns.
    pub turn: Turn,
    /// Who has priority (117).
    pub priority: Option<Seat>,
    /// The players in turn order.
    pub players: Vec<Player>,
    /// Permanents, oldest first (403).
    pub battlefield: Vec<Object>,
    /// The stack, bottom first (405).
    pub stack: Vec<Object>,
    /// Exile (406), oldest first.
    pub exile: Vec<Object>,
    /// The command zone (408), oldest first.
    pub command: Vec<Object>,
    /// The combat at hand (506).
    pub combat: Option<Combat>,
    /// Whether it is day rather than night (728); none where it is neither.
    pub day: Option<bool>,
    /// Who is the monarch (722).
    pub monarch: Option<Seat>,
    /// Who has the initiative (723).
    pub initiative: Option<Seat>,
    /// How the game ended, once it has.
    pub result: Option<Outcome>,
}

/// Where a game is in its turns (500).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Turn {
    /// Counted from 1; 0 before the first.
    pub number: u32,
    /// Whose turn it is.
    pub active: Seat,
    /// The step or phase in the words of the rules: "upkeep", "declare blockers".
    pub step: String,
}

/// A player and the zones that are theirs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Player {
    /// Their place.
    pub seat: Seat,
    /// Their name.
    pub name: String,
    /// Still in the game.
    pub playing: bool,
    /// Life (119).
    pub life: i32,
    /// Poison, energy and the like (122).
    pub counters: Vec<Counters>,
    /// The mana pool (106.4): "{R}{R}{G}".
    pub mana: String,
    /// How many cards are in their hand (402.3).
    pub hand_size: u32,
    /// Those cards of their hand that the viewer knows: all of one's own, in their order.
    pub hand: Vec<Object>,
    /// How many cards are in their library (401.3).
    pub library_size: u32,
    /// Those cards of their library that the viewer knows.
    pub library: Vec<Placed>,
    /// Their graveyard, bottom first (404.2).
    pub graveyard: Vec<Object>,
    /// Cards outside the game that the viewer sees (400.11).
    pub outside: Vec<Object>,
    /// Lands played this turn (305.2).
    pub lands_played: u32,
    /// What else they have or are: "the city's blessing", "speed 2".
    pub marks: Vec<String>,
}

/// A card of a library that the viewer knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Placed {
    /// Its place, 0 on top.
    pub place: u32,
    /// The card.
    pub card: Object,
}

/// Counters of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Counters {
    /// "+1/+1", "poison".
    pub kind: String,
    /// How many.
    pub count: u32,
}

/// An object (109).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Object {
    /// Which.
    pub handle: Handle,
    /// Its owner (108.3).
    pub owner: Seat,
    /// Its controller (108.4).
    pub controller: Seat,
    /// Its characteristics, worked out; none of what is face down in exile and not for the viewer to see.
    pub face: Option<Face>,
    /// What it is face up, where it is face down and the viewer may look (708.5).
    pub under: Option<Face>,
    /// Face down (110.5, 406.3, 708).
    pub face_down: bool,
    /// A token (111).
    pub token: bool,
    /// Counters on it.
    pub counters: Vec<Counters>,
    /// Tapped (110.5).
    pub tapped: bool,
    /// Flipped (110.5).
    pub flipped: bool,
    /// A creature that can't attack or pay {T} yet (302.6).
    pub sick: bool,
    /// Marked damage (120.6).
    pub damage: u32,
    /// What it is attached to (301.5a, 303.4b).
    pub attached_to: Option<Entity>,
    /// What is attached to it, oldest first.
    pub attachments: Vec<Handle>,
    /// A commander, and what casting it costs more, in generic mana (903.8).
    pub commander_tax: Option<u32>,
    /// The targets of a spell or ability (115), in the order they were chosen.
    pub targets: Vec<Entity>,
    /// The value of its X (107.3).
    pub x: Option<u32>,
    /// What an ability on the stack is of (113.7), where the viewer still sees it.
    pub source: Option<Handle>,
    /// Monstrous, goaded, suspected and the like.
    pub marks: Vec<String>,
}

/// The characteristics of an object (109.3) as they are read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Face {
    /// Its name; empty where it has none. An ability on the stack goes by its source.
    pub name: String,
    /// Its mana cost (202): "{1}{R}".
    pub cost: Option<String>,
    /// Its colors (105), of "W", "U", "B", "R", "G".
    pub colors: Vec<String>,
    /// Its type line (205).
    pub types: String,
    /// Its abilities in English, as they are now.
    pub text: Vec<String>,
    /// Its keyword abilities (702) in a few words, each once: "flying", "ward {2}".
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(as = "Option<Vec<String>>", optional))]
    pub keywords: Vec<String>,
    /// Power (208).
    pub power: Option<i32>,
    /// Toughness (208).
    pub toughness: Option<i32>,
    /// Loyalty that is printed (209).
    pub loyalty: Option<i32>,
    /// Defense that is printed (210).
    pub defense: Option<i32>,
}

/// The combat at hand (506).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Combat {
    /// The attackers, in the order they were declared.
    pub attackers: Vec<Attacker>,
}

/// An attacking creature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Attacker {
    /// The creature.
    pub creature: Handle,
    /// Whom it attacks; none once that has left (506.4c).
    pub defender: Option<Entity>,
    /// Blocked or not (509.1h); none before blockers are declared.
    pub blocked: Option<bool>,
    /// Its blockers, in the order they were declared.
    pub blockers: Vec<Handle>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// These players won (104.2).
    Won(Vec<Seat>),
    /// A draw (104.4), by the rule named.
    Draw(String),
}
