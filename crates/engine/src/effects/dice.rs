//! Rolling dice (706) and what results tables say.

use std::sync::Arc;

use lawmage_ir::{Amount, Continuous, DiceRoll, DieChange, DieModifier, DieRow, Permission, rule};

use super::LOOP_CAP;
use crate::read::context::{Context, Scope};
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::object::Chosen;
use crate::state::stack::{Frame, SlotValue};
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Luck, Res};

/// How often one die is rolled anew at most.
const MOST_REROLLS: u32 = 1_000;

impl State {
    /// How many more dice a player rolls than told to, of which as many of the lowest are ignored.
    fn extra_dice(&self, player: PlayerId) -> u32 {
        self.times_let(player, &|may| if let Permission::ExtraDie(who) = may { Some(who) } else { None })
    }
}

impl Game<'_> {
    /// A player rolls dice with so many sides, each as likely (706.1a), and ignores the lowest (706.6): the results that are
    /// left. They are rolled at once: "one or more dice" is once. What the instruction adds is a part of a die's result (706.2).
    pub(crate) fn roll(&mut self, player: PlayerId, count: u32, sides: u32, ignored: u32, plus: i32) -> Res<Vec<u32>> {
        if count == 0 {
            return Ok(Vec::new());
        }
        let extra = self.state.extra_dice(player);
        let mut results: Vec<u32> = Vec::new();
        for _ in 0..count.saturating_add(extra).min(LOOP_CAP) {
            results.push(self.natural(player, sides));
        }
        // 706.6: an ignored roll never happened. Of those tied for the lowest any is as good as the other.
        for _ in 0..ignored.saturating_add(extra).min(results.len() as u32) {
            let lowest = results.iter().enumerate().min_by_key(|(_, result)| **result).map(|(place, _)| place);
            results.remove(lowest.unwrap_or(0));
        }
        let mut dice = Vec::new();
        for natural in results {
            dice.push(self.modified(player, sides, natural)?);
        }
        let rolled = dice.iter().map(|(natural, result)| {
            let result = result.saturating_add_signed(if count == 1 { plus } else { 0 });
            Event::Rolled { by: player, sides, natural: *natural, result }
        });
        self.record_all(rolled, rule!("706.2"), None);
        Ok(dice.into_iter().map(|(_, result)| result).collect())
    }

    /// The number that a die with so many sides shows.
    fn natural(&mut self, player: PlayerId, sides: u32) -> u32 {
        let fixed = self.table.luck(player, Luck::Die(sides));
        fixed.unwrap_or_else(|| self.state.rng.below(sides) + 1)
    }

    /// What a die shows and what its result is, after what its player does to it (706.2a): effects that have it rolled anew come
    /// first, then those that make the result higher or lower; of several of these the player chooses the next (706.2b). A die
    /// rolled anew is a new roll; the result of one roll each effect changes once.
    fn modified(&mut self, player: PlayerId, sides: u32, mut natural: u32) -> Res<(u32, u32)> {
        for _ in 0..MOST_REROLLS {
            let open = self.modifiers(player, sides, natural, true);
            if self.apply_one(player, &open)?.is_none() {
                break;
            }
            natural = self.natural(player, sides);
        }
        let mut open = self.modifiers(player, sides, natural, false);
        let mut result = natural;
        while let Some(place) = self.apply_one(player, &open)? {
            let (source, modifier) = open.remove(place);
            let (up, down) = match modifier.change {
                DieChange::Reroll => break,
                DieChange::Up(n) => (Some(n), None),
                DieChange::Down(n) => (None, Some(n)),
                DieChange::UpOrDown(n) => (Some(n), Some(n)),
            };
            let up = up.map(|n| result.saturating_add(n));
            let down = down.map(|n| result.saturating_sub(n));
            let options: Vec<Choice> = up.into_iter().chain(down).map(Choice::Number).collect();
            let ask = Decision::pick(player, Ask::Value, rule!("706.2b"), Some(source), options, 1, 1);
            if let Some(Choice::Number(n)) = self.pick(ask)?.first() {
                result = *n;
            }
        }
        Ok((natural, result))
    }

    /// Which effects can be applied to such a roll, by the sources of each.
    fn modifiers(&self, player: PlayerId, sides: u32, natural: u32, rerolls: bool) -> Vec<(ObjectId, DieModifier)> {
        let rules = self.state.rules().mays.iter().filter_map(|rule| match rule.what() {
            Some(Continuous::May(Permission::ModifyRoll(modifier)))
                if (modifier.change == DieChange::Reroll) == rerolls
                    && modifier.showing.is_none_or(|showing| showing == (natural, sides))
                    && self.state.is_among(player, &modifier.who, &rule.context()) =>
            {
                Some((rule.source, modifier.clone()))
            }
            _ => None,
        });
        rules.collect()
    }

    /// Which of these effects the player applies next, if any; what it costs is paid (706.2a).
    fn apply_one(&mut self, player: PlayerId, open: &[(ObjectId, DieModifier)]) -> Res<Option<usize>> {
        let frame = Frame::default();
        let payable = |(source, modifier): &(ObjectId, DieModifier)| {
            let context = Context::of(*source, player);
            modifier.cost.as_ref().is_none_or(|cost| self.can_pay(player, cost, &context))
        };
        let able: Vec<usize> = (0..open.len()).filter(|place| payable(&open[*place])).collect();
        let options: Vec<Choice> = able.iter().map(|place| Choice::Object(open[*place].0)).collect();
        if options.is_empty() {
            return Ok(None);
        }
        let picked = self.pick(Decision::pick(player, Ask::Choose, rule!("706.2b"), None, options.clone(), 0, 1))?;
        let Some(chosen) = picked.first() else { return Ok(None) };
        let Some(place) = options.iter().position(|option| option == chosen).map(|at| able[at]) else {
            return Ok(None);
        };
        let (source, modifier) = &open[place];
        if let Some(cost) = &modifier.cost {
            let scope = Scope::new(*source, player);
            if self.pay(player, cost, &scope.context(&frame))?.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(place))
    }

    /// Players roll dice (706.1). The number is the result, the sum of several with what is added (706.2).
    pub(super) fn roll_dice(&mut self, roll: &DiceRoll, scope: Scope, frame: &mut Frame) -> Res<SlotValue> {
        let DiceRoll { who, count, sides, plus, ignore, other, stored } = roll;
        let mut value = SlotValue::default();
        let times = self.state.count(count, &scope.context(frame)).min(LOOP_CAP);
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            let plus = plus.as_ref().map_or(0, |plus| self.state.amount(plus, &scope.context(frame)));
            let mut results = self.roll(player, times, *sides, *ignore, plus)?;
            if let (Some(other), [first, second]) = (other, results.as_slice()) {
                let (first, second) = (*first, *second);
                let chosen = if first == second { first } else { self.chosen_result(player, [first, second], scope)? };
                let rest = if chosen == first { second } else { first };
                frame.set(*other, SlotValue { number: rest as i32, done: true, ..SlotValue::default() });
                results = vec![chosen];
            }
            if let Some(linked) = stored {
                self.store(scope.source, *linked, *sides, &results);
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

    /// Stores results on a permanent (706.8): the kind of die and the result of each (706.8a).
    fn store(&mut self, on: ObjectId, linked: u8, sides: u32, results: &[u32]) {
        let stored = results.iter().map(|value| (linked, Chosen::Stored { sides, value: *value }));
        self.state.with_memory(on, |memory| memory.chosen.extend(stored));
        self.state.touch();
    }

    /// A player rerolls any number of the results stored on the source: as many dice of each kind as are noted for them, whose
    /// results are stored in their stead (706.8b).
    pub(super) fn reroll_stored(&mut self, linked: u8, scope: Scope) -> Res<SlotValue> {
        let mut stored: Vec<(u32, u32)> = (self.state.chosen_values(scope.source, linked))
            .filter_map(|chosen| match chosen {
                Chosen::Stored { sides, value } => Some((*sides, *value)),
                _ => None,
            })
            .collect();
        stored.sort_unstable();
        let mut words: Vec<Arc<str>> = Vec::new();
        for (place, (sides, value)) in stored.iter().enumerate() {
            let before = stored[..place].iter().filter(|one| *one == &(*sides, *value)).count();
            let nth = if before == 0 { String::new() } else { format!(" ({})", before + 1) };
            words.push(format!("d{sides} showing {value}{nth}").into());
        }
        let options: Vec<Choice> = words.iter().cloned().map(Choice::Word).collect();
        let most = options.len() as u32;
        let ask = Decision::pick(scope.you, Ask::Value, rule!("706.8b"), Some(scope.source), options, 0, most);
        let picked = if most == 0 { Vec::new() } else { self.pick(ask)?.to_vec() };
        let mut again: std::collections::BTreeMap<u32, u32> = std::collections::BTreeMap::new();
        let mut kept = Vec::new();
        for (word, (sides, value)) in words.into_iter().zip(stored) {
            match picked.contains(&Choice::Word(word)) {
                true => *again.entry(sides).or_default() += 1,
                false => kept.push((linked, Chosen::Stored { sides, value })),
            }
        }
        self.state.with_memory(scope.source, |memory| {
            memory.chosen.retain(|(n, _)| *n != linked);
            memory.chosen.extend(kept);
        });
        for (sides, count) in &again {
            let results = self.roll(scope.you, *count, *sides, 0, 0)?;
            self.store(scope.source, linked, *sides, &results);
        }
        Ok(SlotValue::done(!again.is_empty()))
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
