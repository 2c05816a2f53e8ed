//! The X of an activated ability (107.3a, 602.2b): the values with which it can be paid and that its text allows.

use lawmage_ir::{ActivatedAbility, Amount, Condition, rule, visit};

use crate::pay::Supply;
use crate::read::context::{Context, widest_frame};
use crate::state::State;
use crate::state::chars::AbilityKey;
use crate::state::ids::{ObjectId, PlayerId};
use crate::table::decision::{Ask, Illegal};
use crate::table::game::{Game, Res};
use crate::targets::{LegalX, asks_x, is_quality_in, payable_x};

impl State {
    /// The greatest X that can be paid, where modes or targets of the ability ask for it.
    pub(super) fn most_ability_x(
        &self,
        player: PlayerId,
        source: ObjectId,
        key: AbilityKey,
        ability: &ActivatedAbility,
    ) -> Option<u32> {
        if !ability.cost.has_x() || !asks_x(&ability.program) {
            return None;
        }
        let (supply, horizon) = (self.supply(player, false), self.x_horizon());
        self.payable_ability_x(player, source, key, ability, &supply).take_while(|x| *x <= horizon).last()
    }

    /// The values of X with which the cost of an ability can be paid, rising (107.3a).
    pub(super) fn payable_ability_x(
        &self,
        player: PlayerId,
        source: ObjectId,
        key: AbilityKey,
        ability: &ActivatedAbility,
        supply: &Supply,
    ) -> impl Iterator<Item = u32> {
        let (cost, purpose) = (&ability.cost, self.purpose_of(source, key, ability));
        let is_quality = is_quality_in(cost);
        let horizon = if is_quality { self.x_horizon() } else { 0 };
        payable_x(is_quality, horizon, move |x| {
            let frame = widest_frame(x);
            let context = Context::with(source, player, &frame);
            let due = self.ability_due(player, source, key, cost, x, &context);
            self.due_payable(player, &due, purpose, supply, &context, None)
        })
        .filter(move |x| {
            let frame = widest_frame(*x);
            let context = Context::with(source, player, &frame);
            requirements(ability).iter().filter(|c| asks_what_x_is(c)).all(|c| self.holds(c, &context))
        })
    }
}

impl Game<'_> {
    /// 107.3a: the value of X, as far as it can be paid and the chosen modes have targets with it; for each activation by itself
    /// (107.3k).
    pub(super) fn announce_ability_x(
        &mut self,
        player: PlayerId,
        source: ObjectId,
        key: AbilityKey,
        activated: &ActivatedAbility,
        modes: &[u8],
        item: ObjectId,
    ) -> Res<Option<u32>> {
        if !activated.cost.has_x() {
            return Ok(None);
        }
        let (state, program) = (&self.state, &activated.program);
        let supply = state.supply(player, false);
        let asks = asks_x(program);
        let has_targets = |x: u32| {
            let frame = widest_frame(x);
            let context = Context::with(source, player, &frame);
            let mut chosen = modes.iter().filter_map(|m| program.modes.get(usize::from(*m)));
            !asks || chosen.all(|m| state.mode_has_targets(m, item, &context))
        };
        let horizon = if asks { state.x_horizon() } else { 0 };
        let payable = state.payable_ability_x(player, source, key, activated, &supply);
        let Some(legal) = LegalX::among(payable, horizon, has_targets) else {
            return Err(Illegal::new(rule!("601.2c"), "there are targets for no X that can be paid").into());
        };
        Ok(Some(self.number(legal.question(player, Ask::X, item))?))
    }
}

/// What has to hold for an ability to be activated (602.5b).
pub(super) fn requirements(ability: &ActivatedAbility) -> &[Condition] {
    match &ability.limits.condition {
        Some(Condition::And(all)) => all,
        Some(one) => std::slice::from_ref(one),
        None => &[],
    }
}

/// Whether a requirement is of the X that is chosen: "X can't be 0".
pub(super) fn asks_what_x_is(requirement: &Condition) -> bool {
    visit::any(requirement, |n: &Amount| *n == Amount::X)
}
