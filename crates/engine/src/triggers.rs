//! Triggered abilities (603). SKELETON: owner main.

use std::sync::Arc;

use lawmage_ir::TriggeredAbility;
use serde::{Deserialize, Serialize};

use crate::chars::AbilityKey;
use crate::event::Occurrence;
use crate::game::{Game, Res};
use crate::ids::{ObjectId, PlayerId};
use crate::object::Frame;

/// An ability that has triggered and waits to be put onto the stack (603.3).
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

impl Game<'_> {
    /// Puts abilities that have triggered onto the stack (603.3): each player in APNAP order, in the order they choose.
    /// Tells whether there were any.
    ///
    /// # Errors
    /// The table's halt.
    pub fn put_triggers_on_stack(&mut self) -> Res<bool> {
        Ok(false)
    }

    /// Looks for state triggers (603.8).
    pub fn look_for_state_triggers(&mut self) {}
}
