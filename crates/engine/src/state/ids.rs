//! Names for players and objects.

use serde::{Deserialize, Serialize};

/// A player's seat, counted from 0 in turn order (101.4, 103.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PlayerId(pub u8);

impl PlayerId {
    /// The seat as an index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One object (109). An object that changes zones becomes a new object (400.7): it keeps its `slot` and its
/// `generation` goes up by one, so an old id tells "no longer there" and finds what it has become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ObjectId {
    /// Place in the arena.
    pub slot: u32,
    /// Which object in that place.
    pub generation: u32,
}

impl ObjectId {
    /// The place as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.slot as usize
    }

    /// The object that this one becomes by changing zones once.
    #[inline]
    #[must_use]
    pub const fn next(self) -> Self {
        Self { slot: self.slot, generation: self.generation + 1 }
    }

    /// The object that this one was before it changed zones last; none, for the first in its place.
    #[inline]
    #[must_use]
    pub fn before(self) -> Option<Self> {
        self.generation.checked_sub(1).map(|generation| Self { slot: self.slot, generation })
    }
}

/// An object or a player: what can be targeted, damaged, chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Entity {
    /// An object.
    Object(ObjectId),
    /// A player.
    Player(PlayerId),
}

impl Entity {
    /// The object, if it is one.
    #[inline]
    #[must_use]
    pub const fn object(self) -> Option<ObjectId> {
        match self {
            Self::Object(id) => Some(id),
            Self::Player(_) => None,
        }
    }

    /// The player, if it is one.
    #[inline]
    #[must_use]
    pub const fn player(self) -> Option<PlayerId> {
        match self {
            Self::Player(id) => Some(id),
            Self::Object(_) => None,
        }
    }
}

impl From<ObjectId> for Entity {
    fn from(id: ObjectId) -> Self {
        Self::Object(id)
    }
}

impl From<PlayerId> for Entity {
    fn from(id: PlayerId) -> Self {
        Self::Player(id)
    }
}

/// A few entities; most references denote one.
pub type Entities = smallvec::SmallVec<[Entity; 3]>;
/// A few players.
pub type Players = smallvec::SmallVec<[PlayerId; 2]>;
