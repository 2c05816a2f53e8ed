//! What waits for its time: delayed triggered abilities, abilities that have triggered, what is done in the next step of a kind.

use std::sync::Arc;

use lawmage_ir::TriggeredAbility;
use serde::{Deserialize, Serialize};

use crate::state::Expiry;
use crate::state::chars::AbilityKey;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::occurrence::Occurrence;
use crate::state::stack::Frame;

/// A delayed triggered ability that waits (603.7).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DelayedTrigger {
    /// Tells them apart.
    pub id: u32,
    /// The source of the ability that made it (113.7).
    pub source: ObjectId,
    /// Its controller (603.7d-f).
    pub controller: PlayerId,
    /// The ability.
    pub ability: Arc<lawmage_ir::TriggeredAbility>,
    /// What its references denote.
    pub frame: Arc<Frame>,
    /// When it stops waiting.
    pub expiry: Expiry,
    /// Whether it triggers only once.
    pub once: bool,
}

/// An ability that has triggered and waits to be put onto the stack (603.3, 117.2a). Its controller is who controlled its source
/// as it triggered (109.4b, 113.8).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pending {
    /// Its source.
    pub source: ObjectId,
    /// Who controls it (603.3a).
    pub controller: PlayerId,
    /// Which ability of the source; `None` for delayed and reflexive ones.
    pub key: Option<AbilityKey>,
    /// The ability.
    pub ability: Arc<TriggeredAbility>,
    /// What triggered it.
    pub event: Option<Arc<Occurrence>>,
    /// What the references of a delayed or reflexive one denote.
    pub frame: Option<Arc<Frame>>,
}

/// What is still to be done for a step or turn that was skipped (614.10b).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PutOff {
    /// Whose effect.
    pub source: ObjectId,
    /// "you" in it.
    pub you: PlayerId,
    /// What to do.
    pub clauses: Vec<lawmage_ir::Clause>,
    /// What its references denote.
    pub frame: Frame,
}
