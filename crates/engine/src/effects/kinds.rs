//! Kinds of counters that are gone through or chosen as an effect is carried out (122.1, 608.2d).

use std::collections::BTreeSet;

use lawmage_ir::visit::{self, Go};
use lawmage_ir::{Cmp, CounterKind, KindsOf, Ref, Selector, Test, WithKinds, rule};

use crate::read::context::Scope;
use crate::state::ids::{Entities, Entity};
use crate::state::object::Counters;
use crate::state::stack::{Frame, SlotValue};
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

impl Game<'_> {
    /// Does something with each of several kinds of counters, or with the one that is chosen. Where there is none, nothing is done.
    pub(super) fn with_kinds(&mut self, with: &WithKinds, scope: Scope, frame: &mut Frame) -> Res<SlotValue> {
        let mut kinds: Vec<CounterKind> = match &with.of {
            KindsOf::On(on) => {
                let on = match on {
                    // 113.7a, 608.2h: the source is asked as it last existed.
                    Selector::Ref(Ref::This) => Entities::from_iter([Entity::Object(scope.source)]),
                    on => self.pick_out(&having_counters(on), scope, frame)?,
                };
                if let Some(slot) = with.slot {
                    frame.set(slot, SlotValue::of(on.iter().copied()));
                }
                let there: BTreeSet<CounterKind> = on.iter().flat_map(|e| self.kinds_on(*e)).collect();
                there.into_iter().collect()
            }
            KindsOf::Among(kinds, but) => {
                let has = self.state.denote(but, &scope.context(frame));
                let there: BTreeSet<CounterKind> = has.iter().flat_map(|e| self.kinds_on(*e)).collect();
                kinds.iter().filter(|kind| !there.contains(kind)).cloned().collect()
            }
        };
        if with.random {
            self.state.rng.shuffle(&mut kinds);
            kinds.truncate(1);
        } else if !with.each && kinds.len() > 1 {
            let options = kinds.iter().map(|kind| Choice::Counter(kind.clone())).collect();
            let source = Some(scope.source);
            let picked = self.pick(Decision::pick(scope.you, Ask::Counters, rule!("608.2d"), source, options, 1, 1))?;
            kinds.retain(|kind| picked.contains(&Choice::Counter(kind.clone())));
        }
        let done = !kinds.is_empty();
        for kind in kinds {
            let mut body = with.body.clone();
            visit::walk_mut(&mut body, &mut |node| {
                if let Some(that) = node.get_mut::<CounterKind>().filter(|that| **that == CounterKind::That) {
                    that.clone_from(&kind);
                }
                Go::Into
            });
            self.run_body(&body, scope, frame)?;
        }
        Ok(SlotValue::done(done))
    }

    fn kinds_on(&self, entity: Entity) -> Vec<CounterKind> {
        let counters = match entity {
            Entity::Object(id) => self.state.seen(id).map(|seen| &seen.object.counters),
            Entity::Player(_) => self.state.counters_on(entity),
        };
        let counters = counters.into_iter().flat_map(Counters::iter);
        counters.filter(|(_, n)| *n > 0).map(|(kind, _)| kind.clone()).collect()
    }
}

/// The same, with a choice among what has counters alone: no other has one that could be chosen (608.2d).
fn having_counters(on: &Selector) -> Selector {
    let Selector::Choose(choice) = on else { return on.clone() };
    let mut choice = choice.clone();
    let counters = Test::Counters(None, Cmp::AtLeast, lawmage_ir::Amount::ONE);
    choice.from = Selector::Those(Box::new(choice.from), counters);
    Selector::Choose(choice)
}
