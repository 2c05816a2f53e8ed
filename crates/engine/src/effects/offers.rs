//! What players may do, or may or have to pay, as an effect resolves (608.2d, 118.12).

use std::sync::Arc;

use lawmage_ir::{Clause, Cost, Instruction, Who, rule};

use super::in_step::is_done_by_choice;
use crate::pay::greatest;
use crate::read::context::Scope;
use crate::state::ids::{Entity, PlayerId};
use crate::state::stack::{Frame, SlotValue};
use crate::table::decision::{Ask, Decision};
use crate::table::game::{Game, Res};

impl Game<'_> {
    /// Players may do something (118.12b: to have begun is to have done it); each is asked in APNAP order. Done: whether one
    /// did it.
    pub(super) fn may(&mut self, who: &Who, body: &[Clause], scope: Scope, frame: &mut Frame) -> Res<SlotValue> {
        let players = self.state.players_in_order(who, &scope.context(frame));
        if who.is_group() {
            let players: Vec<Entity> = players.into_iter().map(Entity::Player).collect();
            return self.in_step(&players, body, true, scope, frame);
        }
        let mut value = SlotValue::default();
        for player in players {
            if !self.agrees(player, body, scope, frame)? {
                continue;
            }
            let done = self.run_offered(body, scope, frame)?;
            // 118.12: "if you do" asks whether they chose to.
            let chosen =
                body.first().is_some_and(|clause| is_done_by_choice(&clause.does)) && !body.iter().any(is_payment);
            if done || chosen {
                value.done = true;
                frame.acted = true;
                value.members.push(player.into());
            }
        }
        value.number = value.members.len() as i32;
        Ok(value)
    }

    /// Does what a player chose to do. "You may sacrifice this and pay {2}. If you do": without the payment they didn't (118.12).
    fn run_offered(&mut self, body: &[Clause], scope: Scope, frame: &mut Frame) -> Res<bool> {
        let Some(place) = body.iter().position(is_payment) else { return self.run_body(body, scope, frame) };
        let (before, rest) = body.split_at(place);
        let (pay, after) = rest.split_at(1);
        self.run_body(before, scope, frame)?;
        if !self.run_body(pay, scope, frame)? {
            return Ok(false);
        }
        self.run_body(after, scope, frame)?;
        Ok(true)
    }

    /// Whether a player does what they may: an optional effect is chosen only here (603.5), and what is impossible can't be
    /// chosen (608.2d).
    pub(super) fn agrees(&mut self, player: PlayerId, body: &[Clause], scope: Scope, frame: &Frame) -> Res<bool> {
        let context = scope.context(frame);
        if !self.state.is_possible(body, &context) {
            return Ok(false);
        }
        // 118.3: what can't be paid as things are isn't offered.
        let beyond_them = |clause: &Clause| match &clause.does {
            Instruction::MustPay { cost, .. } => !self.state_can_pay(player, cost, scope, frame),
            _ => false,
        };
        if body.iter().any(beyond_them) {
            return Ok(false);
        }
        let ask = self.state.asked_whether(body, &context);
        self.yes(Decision::yes_no(player, ask, rule!("608.2d"), Some(scope.source)))
    }

    /// Players may pay a cost (118.12). Done: whether one paid.
    pub(super) fn may_pay(
        &mut self,
        who: &Who,
        cost: &Cost,
        then: &[Clause],
        otherwise: &[Clause],
        scope: Scope,
        frame: &mut Frame,
    ) -> Res<SlotValue> {
        let mut value = SlotValue::default();
        let players = self.state.players_in_order(who, &scope.context(frame));
        if players.is_empty() {
            // 800.4f: who has left pays nothing.
            self.run_body(otherwise, scope, frame)?;
        }
        for player in players {
            let paid = self.each_of(who, player, frame, |game, frame| {
                let outer = frame.paid.clone();
                let paid = game.offer(player, cost, scope, frame)?;
                game.run_body(if paid { then } else { otherwise }, scope, frame)?;
                frame.paid = outer;
                Ok(paid)
            })?;
            if paid {
                value.done = true;
                frame.acted = true;
                value.members.push(player.into());
            }
        }
        value.number = value.members.len() as i32;
        Ok(value)
    }

    /// Players pay a cost if they can. What they would have to activate mana abilities for they need not pay (118.3c). Done:
    /// whether one paid.
    pub(super) fn must_pay(&mut self, who: &Who, cost: &Cost, scope: Scope, frame: &mut Frame) -> Res<SlotValue> {
        let mut value = SlotValue::default();
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            let paid = self.each_of(who, player, frame, |game, frame| {
                let captured = frame.clone();
                let context = scope.context(&captured);
                if !game.state_can_pay(player, cost, scope, frame) {
                    return Ok(false);
                }
                let ask = Decision::yes_no(player, Ask::MayPay, rule!("118.3c"), Some(scope.source));
                if !game.state.has_mana_for(player, cost, &context) && !game.yes(ask)? {
                    return Ok(false);
                }
                Ok(game.pay(player, cost, &context)?.is_some())
            })?;
            if paid {
                value.done = true;
                value.members.push(player.into());
            }
        }
        value.number = value.members.len() as i32;
        Ok(value)
    }

    /// Players may pay a cost any number of times (603.12a). The number is how often, and it is done if that is at least once.
    pub(super) fn pay_times(&mut self, who: &Who, cost: &Cost, scope: Scope, frame: &mut Frame) -> Res<SlotValue> {
        let mut value = SlotValue::default();
        let times = |n: u32| Cost { parts: (0..n).flat_map(|_| cost.parts.iter().cloned()).collect() };
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            let max = greatest(MOST_X_PAID, |n| self.state_can_pay(player, &times(n), scope, frame));
            if max == 0 {
                continue;
            }
            let source = Some(scope.source);
            let n = self.number(Decision::number(player, Ask::MayPay, rule!("118.12"), source, (0, max)))?;
            let captured = frame.clone();
            if n > 0 && self.pay(player, &times(n), &scope.context(&captured))?.is_some() {
                value.done = true;
                value.number += i32::try_from(n).unwrap_or(i32::MAX);
                value.members.push(player.into());
                frame.acted = true;
            }
        }
        Ok(value)
    }

    /// Something happens unless a player pays (118.12a). Done: whether one paid.
    pub(super) fn unless(
        &mut self,
        who: &Who,
        cost: &Cost,
        body: &[Clause],
        scope: Scope,
        frame: &mut Frame,
    ) -> Res<SlotValue> {
        let decisions = self.decisions;
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            let outer = frame.paid.clone();
            let paid = self.each_of(who, player, frame, |game, frame| game.offer(player, cost, scope, frame))?;
            frame.paid = outer;
            if paid {
                return Ok(SlotValue::of([player.into()]));
            }
        }
        // 729.6: where nobody pays, a loop goes on as though nobody had been asked.
        self.declined += self.decisions - decisions;
        self.run_body(body, scope, frame)?;
        Ok(SlotValue::default())
    }

    /// Asks a player who could pay a cost whether to, and has it paid. What it was paid with is in the frame then.
    fn offer(&mut self, player: PlayerId, cost: &Cost, scope: Scope, frame: &mut Frame) -> Res<bool> {
        // 118.3: a player can't choose to pay what they can't.
        if !self.state_can_pay(player, cost, scope, frame)
            || !self.yes(Decision::yes_no(player, Ask::MayPay, rule!("118.12"), Some(scope.source)))?
        {
            return Ok(false);
        }
        self.announce_x_paid(player, cost, scope, frame)?;
        let captured = frame.clone();
        match self.pay(player, cost, &scope.context(&captured))? {
            Some(parts) => {
                frame.paid.clone_from(&parts);
                Ok(true)
            }
            None => Ok(false),
        }
    }

    /// 107.3f: X in a cost paid during a resolution, when nothing defines it, is chosen as the cost is about to be paid; the
    /// rest of the text means that number.
    fn announce_x_paid(&mut self, player: PlayerId, cost: &Cost, scope: Scope, frame: &mut Frame) -> Res<()> {
        if !cost.has_x() || frame.facts.x.is_some() {
            return Ok(());
        }
        let with = |frame: &Frame, x: u32| {
            let mut frame = frame.clone();
            Arc::make_mut(&mut frame.facts).x = Some(x);
            frame
        };
        let max = greatest(MOST_X_PAID, |x| self.state_can_pay(player, cost, scope, &with(frame, x)));
        let x = self.number(Decision::number(player, Ask::X, rule!("107.3f"), Some(scope.source), (0, max)))?;
        *frame = with(frame, x);
        Ok(())
    }

    fn state_can_pay(&self, player: PlayerId, cost: &Cost, scope: Scope, frame: &Frame) -> bool {
        self.can_pay(player, cost, &scope.context(frame))
    }
}

/// The greatest X that is tried.
const MOST_X_PAID: u32 = 200;

fn is_payment(clause: &Clause) -> bool {
    matches!(clause.does, Instruction::MustPay { .. })
}
