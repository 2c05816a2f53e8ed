//! Dealing damage by instruction (120).

use lawmage_ir::{Amount, Keyword, Ref, Selector, SpillingDamage, rule};

use crate::read::context::Scope;
use crate::state::State;
use crate::state::ids::{Entity, ObjectId};
use crate::state::proposal::Proposal;
use crate::state::stack::{Frame, SlotValue};
use crate::table::game::{Game, Res};

impl Game<'_> {
    /// Deals damage, all of it at once.
    pub(super) fn damage(
        &mut self,
        parts: &[(&Ref, &Selector, &Amount)],
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let proposals = self.propose_parts(parts, scope, frame)?;
        Ok(SlotValue::summed(self.happen(proposals, rule!("120.1"))?))
    }

    /// Each member of a group deals, or is dealt, damage: all of it at once (608.2c), so that who is dealt damage by several is
    /// dealt it once (603.2c).
    pub(super) fn damage_of_each(
        &mut self,
        members: &[Entity],
        parts: &[(&Ref, &Selector, &Amount)],
        scope: Scope,
        frame: &mut Frame,
    ) -> Res<SlotValue> {
        let (proposals, _) =
            self.proposed_of_each(members, frame, |game, frame| game.propose_parts(parts, scope, frame))?;
        Ok(SlotValue::summed(self.happen(proposals, rule!("120.1"))?))
    }

    pub(super) fn propose_parts(
        &mut self,
        parts: &[(&Ref, &Selector, &Amount)],
        scope: Scope,
        frame: &Frame,
    ) -> Res<Vec<Proposal>> {
        let mut proposals = Vec::new();
        for (source, to, amount) in parts {
            let Some(source) = self.dealer(source, scope, frame) else { continue };
            // "damage to each player equal to the number of lands they control": each of them is dealt their own.
            let group = matches!(to, Selector::Players(who) if who.is_group());
            for to in self.pick_out(to, scope, frame)? {
                let context = scope.context(frame).testing(to);
                let context = if group { context.looping(to) } else { context };
                let amount = self.state.count(amount, &context);
                self.propose_damage(source, to, amount, scope, &mut proposals);
            }
        }
        Ok(proposals)
    }

    /// Deals damage to a permanent, of which the excess is dealt to something else instead: before replacement and prevention,
    /// the event is modified so (120.4a).
    pub(super) fn damage_spilling(&mut self, damage: &SpillingDamage, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let SpillingDamage { source, to, amount, rest, only } = damage;
        let Some(source) = self.dealer(source, scope, frame) else { return Ok(SlotValue::default()) };
        let spills = only.as_ref().is_none_or(|c| self.state.holds(c, &scope.context(frame)));
        let deathtouch = self.state.seen(source).is_some_and(|s| s.chars.has(Keyword::Deathtouch));
        let mut proposals = Vec::new();
        for to in self.pick_out(to, scope, frame)? {
            let amount = self.state.count(amount, &scope.context(frame).testing(to));
            let room = to.object().filter(|_| spills).and_then(|id| self.state.room_for_damage(id, deathtouch));
            let kept = room.map_or(amount, |room| amount.min(room));
            self.propose_damage(source, to, kept, scope, &mut proposals);
            if amount > kept {
                for other in self.pick_out(rest, scope, frame)? {
                    self.propose_damage(source, other, amount - kept, scope, &mut proposals);
                }
            }
        }
        Ok(SlotValue::summed(self.happen(proposals, rule!("120.4a"))?))
    }

    /// Deals damage divided among targets as chosen on announcement (601.2d). The share of a target that has become illegal
    /// is dealt to nobody (608.2b).
    pub(super) fn damage_divided(&mut self, source: &Ref, target: u8, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let Some(source) = self.dealer(source, scope, frame) else { return Ok(SlotValue::default()) };
        let mut proposals = Vec::new();
        if let Some(choice) = frame.targets.get(usize::from(target)) {
            for (to, amount) in choice.chosen.iter().zip(&choice.divided) {
                self.propose_damage(source, *to, *amount, scope, &mut proposals);
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
                self.propose_damage(source, *to, share, scope, &mut proposals);
            }
        }
        Ok(SlotValue::summed(self.happen(proposals, rule!("120.1"))?))
    }

    fn dealer(&self, source: &Ref, scope: Scope, frame: &Frame) -> Option<ObjectId> {
        self.state.denote(source, &scope.context(frame)).into_iter().find_map(Entity::object)
    }

    /// Proposes damage to what can be dealt damage: a player in the game, a creature, planeswalker or battle (120.1).
    pub(super) fn propose_damage(
        &self,
        source: ObjectId,
        to: Entity,
        amount: u32,
        scope: Scope,
        into: &mut Vec<Proposal>,
    ) {
        let there = match to {
            Entity::Player(player) => self.state.player(player).is_playing(),
            Entity::Object(id) => self.state.can_be_damaged(id),
        };
        // 120.8: 0 damage is no damage.
        if there && amount > 0 {
            let unpreventable = scope.unpreventable;
            into.push(Proposal::Damage { source, to, amount, combat: false, unpreventable });
        }
    }
}

impl State {
    /// Whether damage can be dealt to a permanent (120.1a).
    pub(crate) fn can_be_damaged(&self, id: ObjectId) -> bool {
        use lawmage_ir::CardType;
        let chars = self.chars(id);
        self.permanent(id).is_some_and(|p| !p.phased_out)
            && (chars.is_creature() || chars.is(CardType::Planeswalker) || chars.is(CardType::Battle))
    }
}
