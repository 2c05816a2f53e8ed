//! Dealing damage by instruction (120).

use lawmage_ir::{Amount, Ref, Selector, rule};

use super::Scope;
use crate::event::Proposal;
use crate::game::{Game, Res};
use crate::ids::{Entity, ObjectId};
use crate::object::{Frame, SlotValue};

impl Game<'_> {
    /// Deals damage, all of it at once.
    pub(super) fn damage(
        &mut self,
        parts: &[(&Ref, &Selector, &Amount)],
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let mut proposals = Vec::new();
        for (source, to, amount) in parts {
            let Some(source) = self.dealer(source, scope, frame) else { continue };
            for to in self.pick_out(to, scope, frame)? {
                let amount = self.state.count(amount, &scope.context(frame).testing(to));
                self.propose_damage(source, to, amount, &mut proposals);
            }
        }
        Ok(SlotValue::summed(self.happen(proposals, rule!("120.1"))?))
    }

    /// Deals damage divided among targets as chosen on announcement (601.2d). The share of a target that has become illegal
    /// is dealt to nobody (608.2b).
    pub(super) fn damage_divided(&mut self, source: &Ref, target: u8, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let Some(source) = self.dealer(source, scope, frame) else { return Ok(SlotValue::default()) };
        let mut proposals = Vec::new();
        if let Some(choice) = frame.targets.get(usize::from(target)) {
            for (to, amount) in choice.chosen.iter().zip(&choice.divided) {
                self.propose_damage(source, *to, *amount, &mut proposals);
            }
        }
        Ok(SlotValue::summed(self.happen(proposals, rule!("120.1"))?))
    }

    /// Deals damage divided evenly, rounded down, among the targets.
    pub(super) fn damage_evenly(
        &mut self,
        source: &Ref,
        target: u8,
        amount: &Amount,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let Some(source) = self.dealer(source, scope, frame) else { return Ok(SlotValue::default()) };
        let total = self.state.count(amount, &scope.context(frame));
        let mut proposals = Vec::new();
        if let Some(choice) = frame.targets.get(usize::from(target))
            && let Some(share) = total.checked_div(choice.chosen.len() as u32)
        {
            for to in &choice.chosen {
                self.propose_damage(source, *to, share, &mut proposals);
            }
        }
        Ok(SlotValue::summed(self.happen(proposals, rule!("120.1"))?))
    }

    fn dealer(&self, source: &Ref, scope: Scope, frame: &Frame) -> Option<ObjectId> {
        self.state.denote(source, &scope.context(frame)).into_iter().find_map(Entity::object)
    }

    /// Proposes damage to what can be dealt damage: a player in the game, a creature, planeswalker or battle (120.1).
    pub(super) fn propose_damage(&self, source: ObjectId, to: Entity, amount: u32, into: &mut Vec<Proposal>) {
        let there = match to {
            Entity::Player(player) => self.state.player(player).is_playing(),
            Entity::Object(id) => self.state.can_be_damaged(id),
        };
        // 120.8: 0 damage is no damage.
        if there && amount > 0 {
            into.push(Proposal::Damage { source, to, amount, combat: false });
        }
    }
}

impl crate::state::State {
    /// Whether damage can be dealt to a permanent (120.1a).
    pub(crate) fn can_be_damaged(&self, id: ObjectId) -> bool {
        use lawmage_ir::CardType;
        let chars = self.chars(id);
        self.permanent(id).is_some_and(|p| !p.phased_out)
            && (chars.is_creature() || chars.is(CardType::Planeswalker) || chars.is(CardType::Battle))
    }
}
