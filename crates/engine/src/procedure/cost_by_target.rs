//! Abilities of which the cost depends on what they target (601.2f, 602.2b): "where X is the power of the creature it targets".

use lawmage_ir::{ActivatedAbility, Cost};

use crate::pay::Supply;
use crate::read::context::Context;
use crate::state::State;
use crate::state::chars::AbilityKey;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::stack::{Frame, TargetChoice};

/// Whether a cost speaks of the targets of its ability.
pub(super) fn counts_targets(cost: &Cost) -> bool {
    (0..4).any(|n| crate::targets::mentions(cost, n))
}

impl State {
    /// Whether an ability could be paid for with these targets (601.2c, 601.2f).
    pub(super) fn payable_aimed(
        &self,
        player: PlayerId,
        source: ObjectId,
        key: AbilityKey,
        ability: &ActivatedAbility,
        targets: &[TargetChoice],
        supply: &Supply,
    ) -> bool {
        let frame = Frame { targets: targets.iter().cloned().collect(), ..Frame::default() };
        let context = Context::with(source, player, &frame);
        let due = self.ability_due(player, source, key, &ability.cost, 0, &context);
        self.due_payable(player, &due, self.purpose_of(source, key, ability), supply, &context, None)
    }

    /// Whether there is a first target with which it could be.
    pub(super) fn payable_somehow_aimed(
        &self,
        player: PlayerId,
        source: ObjectId,
        key: AbilityKey,
        ability: &ActivatedAbility,
        supply: &Supply,
    ) -> bool {
        let Some(spec) = ability.program.modes.first().and_then(|mode| mode.targets.first()) else { return false };
        self.target_candidates(spec, source, &Context::of(source, player)).into_iter().any(|one| {
            let aimed = TargetChoice { chosen: smallvec::smallvec![one], ..TargetChoice::default() };
            self.payable_aimed(player, source, key, ability, &[aimed], supply)
        })
    }
}
