//! Amounts chosen while something resolves: what is paid of mana or energy (118.12), how many counters are removed or moved (122.5).

use std::collections::BTreeMap;

use lawmage_ir::{
    Amount, Cost, CostPart, CounterKind, ManaCost, ManaSymbol, PaidIn, PayAny, Selector, TakeCounters, rule,
};

use crate::read::context::Scope;
use crate::state::ids::{Entity, PlayerId};
use crate::state::object::Counters;
use crate::state::proposal::Proposal;
use crate::state::stack::{Frame, SlotValue};
use crate::table::decision::{Ask, Choice, Decision, Domain};
use crate::table::game::{Game, Res};

/// No more than so much is asked for.
const MOST: u32 = 1 << 12;

/// So much of that.
fn cost(what: PaidIn, n: u32) -> Cost {
    let part = match what {
        PaidIn::Energy => CostPart::Energy(Amount::Const(i32::try_from(n).unwrap_or(i32::MAX))),
        PaidIn::Mana(None) => {
            let generic = ManaSymbol::Generic(u16::try_from(n).unwrap_or(u16::MAX));
            CostPart::Mana(ManaCost(std::iter::once(generic).collect()))
        }
        PaidIn::Mana(Some(color)) => CostPart::Mana(ManaCost(
            std::iter::repeat_n(ManaSymbol::Color(color), usize::try_from(n).unwrap_or(0)).collect(),
        )),
    };
    Cost { parts: vec![part] }
}

impl Game<'_> {
    /// Players pay any amount, one after the other: of what they can pay as much as they choose (107.1c). Done: whether anything
    /// was paid.
    pub(super) fn pay_any(&mut self, pays: &PayAny, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let mut players = self.state.players_in_order(&pays.who, &scope.context(frame));
        if pays.from_you
            && let Some(place) = players.iter().position(|p| *p == scope.you)
        {
            players.rotate_left(place);
        }
        let mut value = SlotValue::default();
        for player in players {
            let most = self.most_payable(player, pays.what, scope, frame);
            let source = Some(scope.source);
            let n = self.number(Decision::number(player, Ask::Value, rule!("107.1c"), source, (0, most)))?;
            if n > 0 && self.pay(player, &cost(pays.what, n), &scope.context(frame))?.is_some() {
                value.number = value.number.saturating_add(n as i32);
                value.members.push(player.into());
                value.shares.push((player, n as i32));
                value.done = true;
            } else {
                value.shares.push((player, 0));
            }
        }
        Ok(value)
    }

    /// How much a player can pay: who can pay so much can pay less.
    fn most_payable(&self, player: PlayerId, what: PaidIn, scope: Scope, frame: &Frame) -> u32 {
        if let PaidIn::Energy = what {
            return self.state.player(player).counters.get(&CounterKind::Energy).min(MOST);
        }
        let can = |n: u32| self.can_pay(player, &cost(what, n), &scope.context(frame));
        let mut beyond = 1;
        while beyond < MOST && can(beyond) {
            beyond *= 2;
        }
        let (mut most, mut beyond) = (beyond / 2, beyond);
        while most + 1 < beyond {
            let middle = u32::midpoint(most, beyond);
            if can(middle) {
                most = middle;
            } else {
                beyond = middle;
            }
        }
        most
    }

    /// Counters are removed from objects, or moved from them to others, as many as the player chooses (107.1c, 122.5).
    pub(super) fn take_counters(&mut self, takes: &TakeCounters, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let from = self.pick_out(&takes.from, scope, frame)?;
        let to = match &takes.to {
            None => None,
            Some(to) => {
                let mut to = self.pick_out(to, scope, frame)?;
                to.retain(|e| self.state.can_hold_counters(*e));
                Some(to)
            }
        };
        let mut there: Vec<(Entity, CounterKind, u32)> = Vec::new();
        for on in from {
            let counters = self.state.counters_on(on).into_iter().flat_map(Counters::iter);
            let of_kind = counters.filter(|(kind, n)| *n > 0 && takes.kind.as_ref().is_none_or(|k| k == *kind));
            there.extend(of_kind.map(|(kind, n)| (on, kind.clone(), n)));
        }
        // 122.5: nothing moves onto itself, or to where it can't be put.
        if let Some(to) = &to {
            let fits = |on: &Entity, kind: &CounterKind| {
                to.iter().any(|to| to != on && !self.state.forbids_counters(*to, kind))
            };
            there.retain(|(on, kind, _)| fits(on, kind));
        }
        let all = there.iter().fold(0_u32, |sum, (.., n)| sum.saturating_add(*n));
        let most = takes.most.as_ref().map_or(all, |n| self.state.count(n, &scope.context(frame)).min(all));
        if most == 0 {
            return Ok(SlotValue::default());
        }
        let source = Some(scope.source);
        let n = self.number(Decision::number(scope.you, Ask::Value, rule!("107.1c"), source, (0, most)))?;
        let taken = self.choose_which(there, n, scope)?;
        let mut proposals = Vec::new();
        for (on, kind, amount) in &taken {
            proposals.push(Proposal::remove_counters(*on, kind.clone(), *amount));
        }
        if let Some(to) = &to {
            for ((to, kind), amount) in self.choose_onto(&taken, to, scope)? {
                proposals.push(Proposal::PutCounters { on: to, kind, amount, by: Some(scope.you), effect: true });
            }
        }
        let rule = if to.is_some() { rule!("122.5") } else { rule!("122.1") };
        let outcomes = self.happen(proposals, rule)?;
        let members = to.map_or_else(|| taken.iter().map(|(on, ..)| *on).collect(), |to| to.to_vec());
        let done = n > 0 && outcomes.iter().any(|o| o.done);
        Ok(SlotValue { number: i32::try_from(n).unwrap_or(i32::MAX), done, ..SlotValue::of(members) })
    }

    /// Distributes counters among any number of objects (608.2d): each that is chosen is given at least one. Only such as can be
    /// given counters can be chosen.
    pub(super) fn spread_counters(
        &mut self,
        kind: &CounterKind,
        count: &Amount,
        among: &Selector,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let total = self.state.count(count, &scope.context(frame));
        let mut on = self.pick_out(among, scope, frame)?;
        on.retain(|e| self.state.can_hold_counters(*e));
        if total == 0 || on.is_empty() {
            return Ok(SlotValue::default());
        }
        let among: Vec<Choice> = on.iter().map(|e| Choice::from(*e)).collect();
        let domain = Domain::Divide { least: vec![0; among.len()], among, total, needs: Vec::new() };
        let source = Some(scope.source);
        let ask = Ask::Counters;
        let decision = Decision { player: scope.you, ask, rule: rule!("608.2d"), source, domain, about: None };
        let shares = self.divide(decision)?;
        self.put(kind, on.into_iter().zip(shares).collect(), scope.you)
    }

    /// Which of the counters, so many of them: one at a time where it makes a difference.
    fn choose_which(
        &mut self,
        mut there: Vec<(Entity, CounterKind, u32)>,
        n: u32,
        scope: Scope,
    ) -> Res<Vec<(Entity, CounterKind, u32)>> {
        let all = there.iter().fold(0_u32, |sum, (.., n)| sum.saturating_add(*n));
        if n >= all {
            return Ok(there);
        }
        let mut taken: Vec<(Entity, CounterKind, u32)> = Vec::new();
        let source = Some(scope.source);
        for _ in 0..n {
            there.retain(|(.., left)| *left > 0);
            let mut owners: Vec<Entity> = there.iter().map(|(on, ..)| *on).collect();
            owners.dedup();
            let options: Vec<Choice> = owners.iter().map(|on| Choice::from(*on)).collect();
            let picked = self.pick(Decision::pick(scope.you, Ask::Counters, rule!("122.1"), source, options, 1, 1))?;
            let Some(on) = picked.first().and_then(Choice::entity) else { break };
            let kinds: Vec<Choice> =
                there.iter().filter(|(e, ..)| *e == on).map(|(_, kind, _)| Choice::Counter(kind.clone())).collect();
            let picked = self.pick(Decision::pick(scope.you, Ask::Counters, rule!("122.1"), source, kinds, 1, 1))?;
            let Some(Choice::Counter(picked)) = picked.into_iter().next() else { break };
            for (e, kind, left) in &mut there {
                if *e == on && *kind == picked {
                    *left -= 1;
                }
            }
            match taken.iter_mut().find(|(e, kind, _)| *e == on && *kind == picked) {
                Some((.., n)) => *n += 1,
                None => taken.push((on, picked, 1)),
            }
        }
        Ok(taken)
    }

    /// Onto which of several objects the counters that are moved are put.
    fn choose_onto(
        &mut self,
        taken: &[(Entity, CounterKind, u32)],
        to: &[Entity],
        scope: Scope,
    ) -> Res<BTreeMap<(Entity, CounterKind), u32>> {
        let mut put: BTreeMap<(Entity, CounterKind), u32> = BTreeMap::new();
        for (on, kind, amount) in taken {
            let to: Vec<Entity> =
                to.iter().filter(|e| *e != on && !self.state.forbids_counters(**e, kind)).copied().collect();
            if let [only] = to.as_slice() {
                *put.entry((*only, kind.clone())).or_default() += amount;
                continue;
            }
            let among: Vec<Choice> = to.iter().map(|e| Choice::from(*e)).collect();
            let domain = Domain::Divide { least: vec![0; among.len()], among, total: *amount, needs: Vec::new() };
            let source = Some(scope.source);
            let ask = Ask::Counters;
            let decision = Decision { player: scope.you, ask, rule: rule!("122.5"), source, domain, about: None };
            for (on, n) in to.iter().zip(self.divide(decision)?) {
                if n > 0 {
                    *put.entry((*on, kind.clone())).or_default() += n;
                }
            }
        }
        Ok(put)
    }
}
