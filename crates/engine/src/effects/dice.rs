//! Rolling dice (706) and what results tables say.

use lawmage_ir::{Amount, DiceRoll, DieRow, Permission, rule};

use super::LOOP_CAP;
use crate::read::context::Scope;
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::PlayerId;
use crate::state::stack::{Frame, SlotValue};
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Luck, Res};

impl State {
    /// How many more dice a player rolls than told to, of which as many of the lowest are ignored.
    fn extra_dice(&self, player: PlayerId) -> u32 {
        self.times_let(player, &|may| if let Permission::ExtraDie(who) = may { Some(who) } else { None })
    }
}

impl Game<'_> {
    /// A player rolls dice with so many sides, each as likely (706.1a), and ignores the lowest (706.6): the results that are
    /// left. They are rolled at once: "one or more dice" is once. What the instruction adds is a part of a die's result (706.2).
    pub(crate) fn roll(&mut self, player: PlayerId, count: u32, sides: u32, ignored: u32, plus: i32) -> Vec<u32> {
        if count == 0 {
            return Vec::new();
        }
        let extra = self.state.extra_dice(player);
        let mut results: Vec<u32> = Vec::new();
        for _ in 0..count.saturating_add(extra).min(LOOP_CAP) {
            let fixed = self.table.luck(player, Luck::Die(sides));
            results.push(fixed.unwrap_or_else(|| self.state.rng.below(sides) + 1));
        }
        // 706.6: an ignored roll never happened. Of those tied for the lowest any is as good as the other.
        for _ in 0..ignored.saturating_add(extra).min(results.len() as u32) {
            let lowest = results.iter().enumerate().min_by_key(|(_, result)| **result).map(|(place, _)| place);
            results.remove(lowest.unwrap_or(0));
        }
        let rolled = results.iter().map(|natural| {
            let result = natural.saturating_add_signed(if count == 1 { plus } else { 0 });
            Event::Rolled { by: player, sides, natural: *natural, result }
        });
        self.record_all(rolled, rule!("706.2"), None);
        results
    }

    /// Players roll dice (706.1). The number is the result, the sum of several with what is added (706.2).
    pub(super) fn roll_dice(&mut self, roll: &DiceRoll, scope: Scope, frame: &mut Frame) -> Res<SlotValue> {
        let DiceRoll { who, count, sides, plus, ignore, other } = roll;
        let mut value = SlotValue::default();
        let times = self.state.count(count, &scope.context(frame)).min(LOOP_CAP);
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            let plus = plus.as_ref().map_or(0, |plus| self.state.amount(plus, &scope.context(frame)));
            let mut results = self.roll(player, times, *sides, *ignore, plus);
            if let (Some(other), [first, second]) = (other, results.as_slice()) {
                let (first, second) = (*first, *second);
                let chosen = if first == second { first } else { self.chosen_result(player, [first, second], scope)? };
                let rest = if chosen == first { second } else { first };
                frame.set(*other, SlotValue { number: rest as i32, done: true, ..SlotValue::default() });
                results = vec![chosen];
            }
            for result in results {
                value.shares.push((player, result as i32));
                value.number = value.number.saturating_add(result as i32);
                value.done = true;
            }
            value.number = value.number.saturating_add(plus);
            value.members.push(player.into());
        }
        Ok(value)
    }

    /// Which of two results a player chooses.
    fn chosen_result(&mut self, player: PlayerId, results: [u32; 2], scope: Scope) -> Res<u32> {
        let options = results.map(Choice::Number).to_vec();
        let ask = Decision::pick(player, Ask::Value, rule!("706.4"), Some(scope.source), options, 1, 1);
        Ok(match self.pick(ask)?.first() {
            Some(Choice::Number(chosen)) => *chosen,
            _ => results[0],
        })
    }

    /// What a results table says of a result (706.3a), as a part of the ability that says to roll (706.3b).
    pub(super) fn results_table(
        &mut self,
        result: &Amount,
        rows: &[DieRow],
        scope: Scope,
        frame: &mut Frame,
    ) -> Res<SlotValue> {
        let result = self.state.count(result, &scope.context(frame));
        let row = rows.iter().find(|r| r.least <= result && r.most.is_none_or(|most| result <= most));
        let done = match row {
            Some(row) => self.run_body(&row.then, scope, frame)?,
            None => false,
        };
        Ok(SlotValue::done(done))
    }
}
