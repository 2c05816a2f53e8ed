//! What multiplayer options (800.2) and casual variants (900.2) add to the state of a game; nothing in the plain game.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::state::ids::{ObjectId, PlayerId};
use crate::state::melee::Melee;
use crate::state::object::ObjectKind;

/// Which opponents can be attacked (506.2a): exactly one of these holds (806.2b).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AttackOption {
    /// All of them (802): what Team vs. Team uses (808.3a).
    #[default]
    Multiple,
    /// One, chosen as each combat begins (507.1).
    One,
    /// The one to the left (803.1a).
    Left,
    /// The one to the right (803.1b).
    Right,
    /// Those seated next to the player (809.3c, 811.4).
    Neighbors,
}

/// The options of a game that is not plain.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Options {
    /// Which opponents can be attacked.
    pub attack: AttackOption,
    /// Each player's range of influence in seats (801.2a); without limit where there is none, or no entry.
    pub range: Vec<Option<u8>>,
    /// The emperors, one a team (809.2).
    pub emperors: Vec<PlayerId>,
    /// Teams take turns rather than players (805).
    pub shared_turns: bool,
    /// Teams share a life total and poison counters (810.4, 810.10).
    pub shared_life: bool,
    /// Though teams share a life total, poison counters are each player's own (904.13c).
    pub own_poison: bool,
    /// Teammates look at each other's hands only while they sit next to each other (811.5).
    pub hands_apart: bool,
    /// Who has passed since somebody acted, as bits; where teams share their turns.
    pub(crate) passed: u32,
    /// Turn markers (807.4); none where one player takes a turn at a time.
    #[serde(default)]
    pub(crate) melee: Option<Box<Melee>>,
    /// The players within each player's range, as bits, determined as the turn began (801.2c).
    pub(crate) within: SmallVec<[u32; 4]>,
}

/// What a casual variant adds to a game (900.2).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Casual {
    /// Each player's planar or scheme deck, top first.
    pub decks: Vec<Vec<ObjectId>>,
    /// The planar controller and the planar die, in a Planechase game (901).
    pub planar: Option<Planar>,
    /// The archenemies (904.2a, 904.12b); none in other games.
    pub archenemies: SmallVec<[PlayerId; 1]>,
}

/// The planar controller, and how often the planar die was rolled.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Planar {
    /// Who controls what is face up (311.5, 312.4): normally the active player.
    pub controller: PlayerId,
    /// All players use the first player's planar deck (901.15a).
    pub communal: bool,
    /// How often each player has taken the action of rolling the planar die this turn (901.9).
    pub rolls: Vec<u32>,
}

/// A card that is a commander (903.3), which begins in the command zone (408.3): it stays one in every zone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Commander {
    /// The card's place in the arena, which it keeps; as a part of a merged permanent, that one's.
    pub slot: u32,
    /// Which card it is, among those of such a permanent.
    pub card: ObjectKind,
    /// Whose commander it is.
    pub owner: PlayerId,
    /// How often it has been cast from the command zone (903.8).
    pub casts: u32,
    /// It is being, or was last, cast from the command zone.
    pub from_command: bool,
    /// It is no commander but a signature spell of the Oathbreaker format.
    pub signature: bool,
    /// The combat damage it has dealt to players (903.10a).
    pub damage: SmallVec<[(PlayerId, u32); 3]>,
}
