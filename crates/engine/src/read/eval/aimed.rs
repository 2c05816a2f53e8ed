//! What spells and abilities on the stack are aimed at (115).

use lawmage_ir::Ref;

use crate::read::context::Context;
use crate::state::State;
use crate::state::ids::{Entities, Entity, ObjectId};
use crate::state::last_known::Seen;

impl State {
    /// The targets of a spell or ability, all modes together.
    pub fn targets_of(&self, seen: &Seen<'_>) -> impl Iterator<Item = Entity> {
        let targets: Vec<Entity> = seen
            .object
            .stack
            .iter()
            .flat_map(|s| s.modes.iter())
            .flat_map(|m| m.targets.iter())
            .flat_map(|t| t.chosen.iter().copied())
            .collect();
        targets.into_iter()
    }

    /// What those spells and abilities target, each thing once, now or as they last were.
    pub(super) fn aimed_at(&self, on_stack: Entities) -> Entities {
        let mut aimed = Entities::new();
        for id in on_stack.into_iter().filter_map(Entity::object) {
            for target in self.seen(id).iter().flat_map(|seen| self.targets_of(seen)) {
                if !aimed.contains(&target) {
                    aimed.push(target);
                }
            }
        }
        aimed
    }

    /// 707.10d: whether a spell or ability could target an object, for each instance of the word "target" it has.
    pub(super) fn is_targetable_by(&self, id: ObjectId, by: &Ref, context: &Context<'_>) -> bool {
        let by = self.denote(by, context);
        by.into_iter().filter_map(Entity::object).any(|on| self.could_target(on, self.controller(on), id.into()))
    }
}
