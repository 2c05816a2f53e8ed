//! Targets (115) and the choices made as something is put on the stack (601.2b-d). SKELETON: owner E2.

use lawmage_ir::{Program, TargetSpec};
use smallvec::SmallVec;

use crate::context::Context;
use crate::game::{Game, Res};
use crate::ids::{Entity, ObjectId, PlayerId};
use crate::object::{ChosenMode, TargetChoice};
use crate::state::State;

impl State {
    /// What a target phrase may target now (115.1, 115.4), with the targets chosen so far for the same mode in the
    /// context's frame. `stack` is the spell or ability that targets, for hexproof, shroud, protection and the like.
    #[must_use]
    pub fn target_candidates(&self, spec: &TargetSpec, stack: ObjectId, context: &Context<'_>) -> Vec<Entity> {
        let _ = (spec, stack, context);
        Vec::new()
    }

    /// Whether a chosen target is still legal (608.2b).
    #[must_use]
    pub fn is_legal_target(&self, target: Entity, spec: &TargetSpec, stack: ObjectId, context: &Context<'_>) -> bool {
        let _ = (target, spec, stack, context);
        false
    }
}

impl Game<'_> {
    /// Chooses modes, targets and divisions for a spell or ability being put on the stack (601.2b-d, 603.3c-d).
    /// `None`: no legal choice exists.
    ///
    /// # Errors
    /// The table's halt.
    pub fn choose_modes_and_targets(
        &mut self,
        player: PlayerId,
        program: &Program,
        stack: ObjectId,
        context: &Context<'_>,
    ) -> Res<Option<SmallVec<[ChosenMode; 1]>>> {
        let _ = (player, program, stack, context);
        Ok(None)
    }

    /// Has a player choose new targets for an object on the stack (115.7, 707.10c).
    ///
    /// # Errors
    /// The table's halt.
    pub fn choose_new_targets(&mut self, player: PlayerId, stack: ObjectId, must: bool) -> Res<()> {
        let _ = (player, stack, must);
        Ok(())
    }
}

/// Targets of one phrase, for tests and tools.
pub type Chosen = TargetChoice;
