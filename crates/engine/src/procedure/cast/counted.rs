//! Additional costs of which any number may be paid, where each makes the spell cheaper (601.2b, 601.2f): "you may exile any
//! number of white cards from your hand. This spell costs {2} less to cast for each card exiled this way." How many is
//! announced with the cost; which, as it is paid.

use lawmage_ir::{Amount, Choice as IrChoice, Continuous, CostPart, Ref, Selector, rule, visit};

use super::cost::{Announced, Extra};
use super::ways::Terms;
use crate::read::context::Context;
use crate::state::State;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::stack::PaidPart;
use crate::table::decision::{Ask, Illegal};
use crate::table::game::{Game, Res};
use crate::targets::LegalX;

/// What such a cost is paid with: any number of these.
fn any_number(extra: &Extra) -> Option<&CostPart> {
    let [part] = extra.cost.parts.as_slice() else { return None };
    match part.selector()? {
        Selector::Choose(choice) if choice.min == Amount::Const(0) && choice.max.is_none() => Some(part),
        _ => None,
    }
}

impl Extra {
    /// The same, paid with so many.
    fn of_count(&self, n: u32) -> Self {
        let mut counted = Self { counted: n, times: u32::from(n > 0), ..self.clone() };
        let exactly = Amount::Const(i32::try_from(n).unwrap_or(i32::MAX));
        visit::walk_mut(&mut counted.cost, &mut |node| match node.get_mut::<IrChoice>() {
            Some(choice) => {
                (choice.min, choice.max) = (exactly.clone(), Some(exactly.clone()));
                visit::Go::Past
            }
            None => visit::Go::Into,
        });
        counted
    }
}

impl Game<'_> {
    /// 601.2b: with how many such a cost is paid; those that can be paid and leave the spell its targets. Tells whether it is
    /// such a cost.
    pub(super) fn announce_count(
        &mut self,
        player: PlayerId,
        spell: ObjectId,
        terms: &Terms,
        announced: &mut Announced,
        place: usize,
    ) -> Res<bool> {
        let Some(extra) = announced.extras.get(place).cloned() else { return Ok(false) };
        let Some(most) = self.state.countable(player, spell, &extra) else { return Ok(false) };
        let (state, supply) = (&self.state, self.state.supply(player, false));
        let with = |n: u32| {
            let mut with = announced.clone();
            with.extras[place] = extra.of_count(n);
            with
        };
        let payable = (0..=most).filter(|n| state.affords(player, spell, terms, &with(*n), &supply));
        let has_targets = |n: u32| state.has_targets_so(player, spell, terms, &with(n), &supply);
        let Some(legal) = LegalX::among(payable, most, has_targets) else {
            return Err(Illegal::new(rule!("601.2h"), "its cost can't be paid").into());
        };
        let label = extra.label.clone().unwrap_or(lawmage_ir::CostLabel::Other(place as u8));
        let n = self.number(legal.question(player, Ask::OptionalCost(label), spell))?;
        announced.extras[place] = extra.of_count(n);
        Ok(true)
    }
}

impl State {
    /// With how many at most such a cost of a spell could be paid; `None` where it is no such cost.
    fn countable(&self, player: PlayerId, spell: ObjectId, extra: &Extra) -> Option<u32> {
        if !extra.optional {
            return None;
        }
        let part = any_number(extra)?;
        let of_paid = |amount: &Amount| visit::any(amount, |r: &Ref| matches!(r, Ref::Paid(_)));
        let counts = self.all_statics(spell).any(|(_, ability)| {
            ability.effects.iter().any(|e| matches!(e, Continuous::CostChange { times, .. } if of_paid(times)))
        });
        counts.then(|| self.could_be_chosen_for(player, spell, part).len() as u32)
    }

    /// What could be chosen to pay a part of a spell's cost with: what the player may give for it (118.3).
    pub(super) fn could_be_chosen_for(&self, player: PlayerId, spell: ObjectId, part: &CostPart) -> Vec<ObjectId> {
        let Some(Selector::Choose(choice)) = part.selector() else { return Vec::new() };
        let there = self.selected(&choice.from, &Context::of(spell, player));
        let objects = there.into_iter().filter_map(Entity::object);
        objects.filter(|id| *id != spell && self.can_give(player, part, *id, false)).collect()
    }

    /// What additional costs are paid with, as far as what the spell costs depends on how many that are: as many of what they
    /// could be paid with.
    pub(super) fn paid_in_advance(&self, player: PlayerId, spell: ObjectId, announced: &Announced) -> Vec<PaidPart> {
        if announced.extras.iter().all(|e| e.counted == 0) {
            return Vec::new();
        }
        let mut paid = Vec::new();
        for extra in &announced.extras {
            let first = paid.len();
            paid.resize(first + extra.cost.parts.len(), PaidPart::default());
            if let (Some(given), Some(part)) = (extra.cost.parts.first(), paid.get_mut(first))
                && extra.counted > 0
            {
                let there = self.could_be_chosen_for(player, spell, given);
                part.objects = there.into_iter().take(extra.counted as usize).collect();
                part.number = extra.counted;
            }
        }
        paid
    }

    /// The same announcement with as many of everything as can be, where that makes the spell cheaper.
    pub(super) fn with_most_counted(
        &self,
        player: PlayerId,
        spell: ObjectId,
        announced: &Announced,
    ) -> Option<Announced> {
        let mut most = announced.clone();
        let mut any = false;
        for extra in &mut most.extras {
            if let Some(n) = self.countable(player, spell, extra).filter(|n| *n > 0) {
                *extra = extra.of_count(n);
                any = true;
            }
        }
        any.then_some(most)
    }
}
