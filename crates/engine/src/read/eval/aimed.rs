//! What spells and abilities on the stack are aimed at (115).

use lawmage_ir::{CardType, Ref};

use crate::read::context::Context;
use crate::state::State;
use crate::state::ids::{Entities, Entity, ObjectId};
use crate::state::last_known::Seen;

impl State {
    /// What the objects or players that the reference denotes have to lose by damage (120.3).
    pub(super) fn vital(&self, of: &Ref, context: &Context<'_>) -> i32 {
        let one = |entity: &Entity| match *entity {
            Entity::Player(player) => self.player(player).life,
            Entity::Object(id) => {
                let Some(seen) = self.seen(id) else { return i32::MAX };
                let loyalty = seen.object.counters.get(&lawmage_ir::CounterKind::Loyalty);
                let loyalty = i32::try_from(loyalty).ok().filter(|_| seen.chars.types.has(CardType::Planeswalker));
                let toughness = seen.chars.toughness.filter(|_| seen.chars.is_creature());
                loyalty.into_iter().chain(toughness).min().unwrap_or(i32::MAX)
            }
        };
        self.denote(of, context).iter().map(one).min().unwrap_or(0)
    }

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
