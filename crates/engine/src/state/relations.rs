//! What holds among objects and players for a while: pairs, cards exiled until something happens or face down, abilities ignored.

use lawmage_ir::Zone;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::state::chars::AbilityKey;
use crate::state::ids::{ObjectId, PlayerId};

/// Two creatures that are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pair {
    /// One.
    pub one: ObjectId,
    /// The other.
    pub other: ObjectId,
    /// Under whose control they are paired.
    pub player: PlayerId,
}

/// What ends an exile (610.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ExileEnd {
    /// That object leaves the battlefield.
    Leaves(ObjectId),
    /// An opponent of that player becomes the monarch.
    Crowned(PlayerId),
}

/// A card exiled until something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ExiledUntil {
    /// The object that exiled it.
    pub by: ObjectId,
    /// What ends it.
    pub until: ExileEnd,
    /// The card in exile.
    pub exiled: ObjectId,
    /// Where it came from and goes back to.
    pub from: Zone,
}

/// A card in exile that is face down.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Concealed {
    /// Which.
    pub id: ObjectId,
    /// Who may look at it. Who once might may go on, even when what allowed it no longer does (406.3).
    pub lookers: SmallVec<[PlayerId; 2]>,
}

/// That a player ignores the effects of an ability this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ignoring {
    /// The object whose ability it is.
    pub source: ObjectId,
    /// Which ability.
    pub key: AbilityKey,
    /// Who.
    pub player: PlayerId,
}
