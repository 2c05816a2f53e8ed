//! Putting, removing, moving and doubling counters (122), proliferating (701.27).

use lawmage_ir::{Amount, Continuous, CounterKind, DoubledSize, Modification, PutUpTo, Ref, Rule, Selector, rule};

use crate::read::context::Scope;
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::object::Counters;
use crate::state::proposal::{KeywordAct, Proposal};
use crate::state::stack::{Frame, SlotValue};
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

impl State {
    /// The counters on an object or player; none on what is gone.
    pub(crate) fn counters_on(&self, entity: Entity) -> Option<&Counters> {
        match entity {
            Entity::Player(player) => Some(&self.player(player).counters),
            Entity::Object(id) => self.get(id).map(|o| &o.counters),
        }
    }

    /// Whether counters could be put on it: a player in the game, or an object in a public zone (122.1).
    pub(super) fn can_hold_counters(&self, entity: Entity) -> bool {
        match entity {
            Entity::Player(player) => self.player(player).is_playing(),
            Entity::Object(id) => self.get(id).is_some_and(|o| o.zone.is_public()),
        }
    }
}

impl Game<'_> {
    /// Puts counters on objects or players (122.6).
    pub(super) fn put_counters(
        &mut self,
        kind: &CounterKind,
        count: &Amount,
        on: &Selector,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let chosen = matches!(on, Selector::Choose(_));
        let on = self.pick_out(on, scope, frame)?;
        // 400.7j: what the cost moved to a public zone.
        let on: Vec<Entity> = on.into_iter().map(|e| self.state.where_paid(e, frame)).collect();
        let context = scope.context(frame);
        let counts: Vec<(Entity, u32)> =
            on.iter().map(|e| (*e, self.state.count(count, &context.testing(*e)))).collect();
        let mut put = self.put(kind, counts, scope.you)?;
        if chosen {
            // 608.2c: what was chosen is spoken of further, whether or not counters could be put there.
            put.members = on.into_iter().collect();
        }
        Ok(put)
    }

    /// Puts as many counters on objects as their controller chooses (107.1c), but no more than the ability may cause there to be.
    pub(super) fn put_up_to(&mut self, puts: &PutUpTo, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let mut counts = Vec::new();
        for on in self.pick_out(&puts.on, scope, frame)? {
            let most = self.state.count(&puts.most, &scope.context(frame).testing(on));
            let there = self.state.counters_on(on).map_or(0, |counters| counters.get(&puts.kind));
            // 608.2d: what can't be done isn't chosen.
            let most = puts.within.map_or(most, |within| most.min(within.saturating_sub(there)));
            let ask = Decision::number(scope.you, Ask::Value, rule!("107.1c"), Some(scope.source), (0, most));
            counts.push((on, self.number(ask)?));
        }
        self.counters_within = puts.within.map(|within| (puts.kind.clone(), within));
        let put = self.put(&puts.kind, counts, scope.you);
        self.counters_within = None;
        put
    }

    /// Puts counters among targets as chosen on announcement (601.2d).
    pub(super) fn distribute_counters(
        &mut self,
        kind: &CounterKind,
        target: u8,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let Some(choice) = frame.targets.get(usize::from(target)) else { return Ok(SlotValue::default()) };
        self.put(kind, choice.chosen.iter().copied().zip(choice.divided.iter().copied()).collect(), scope.you)
    }

    /// Puts so many counters on each of these, at once.
    pub(super) fn put(&mut self, kind: &CounterKind, counts: Vec<(Entity, u32)>, by: PlayerId) -> Res<SlotValue> {
        let proposals = counts
            .into_iter()
            .filter(|(on, amount)| *amount > 0 && self.state.can_hold_counters(*on))
            .map(|(on, amount)| Proposal::PutCounters { on, kind: kind.clone(), amount, by: Some(by), effect: true });
        Ok(SlotValue::summed(self.happen(proposals.collect(), rule!("122.6"))?))
    }

    /// Removes counters (122.1): of any kind where none is named, all where no number is.
    pub(super) fn remove_counters(
        &mut self,
        kind: Option<&CounterKind>,
        count: Option<&Amount>,
        from: &Selector,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let mut proposals = Vec::new();
        for from in self.pick_out(from, scope, frame)? {
            let count = count.map(|c| self.state.count(c, &scope.context(frame).testing(from)));
            for (kind, amount) in self.choose_counters(from, kind, count, scope)? {
                proposals.push(Proposal::remove_counters(from, kind, amount));
            }
        }
        Ok(SlotValue::summed(self.happen(proposals, rule!("122.1"))?))
    }

    /// Which counters go: those of the kind, or ones the player chooses; at most so many.
    fn choose_counters(
        &mut self,
        from: Entity,
        kind: Option<&CounterKind>,
        count: Option<u32>,
        scope: Scope,
    ) -> Res<Vec<(CounterKind, u32)>> {
        let Some(counters) = self.state.counters_on(from) else { return Ok(Vec::new()) };
        let mut there: Vec<(CounterKind, u32)> =
            counters.iter().filter(|(k, _)| kind.is_none_or(|kind| *k == kind)).map(|(k, n)| (k.clone(), n)).collect();
        let Some(count) = count else { return Ok(there) };
        if there.len() < 2 {
            for (_, n) in &mut there {
                *n = (*n).min(count);
            }
            there.retain(|(_, n)| *n > 0);
            return Ok(there);
        }
        let mut taken: Vec<(CounterKind, u32)> = Vec::new();
        for _ in 0..count.min(there.iter().map(|(_, n)| *n).sum()) {
            let options = there.iter().map(|(k, _)| Choice::Counter(k.clone())).collect();
            let source = Some(scope.source);
            let picked = self.pick(Decision::pick(scope.you, Ask::Counters, rule!("122.1"), source, options, 1, 1))?;
            let Some(Choice::Counter(picked)) = picked.into_iter().next() else { break };
            for (kind, left) in &mut there {
                if *kind == picked {
                    *left -= 1;
                }
            }
            there.retain(|(_, n)| *n > 0);
            match taken.iter_mut().find(|(k, _)| *k == picked) {
                Some((_, n)) => *n += 1,
                None => taken.push((picked, 1)),
            }
        }
        Ok(taken)
    }

    /// Moves counters from one object to another (122.5); with `as_many`, puts as many as one that has left had (122.8).
    pub(super) fn move_counters(
        &mut self,
        kind: Option<&CounterKind>,
        count: Option<&Amount>,
        (from, to): (&Selector, &Selector),
        as_many: bool,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let from = self.pick_out(from, scope, frame)?;
        let to = self.pick_out(to, scope, frame)?.first().copied();
        // 122.5: nothing moves onto itself, or to where it can't be put.
        let Some(to) = to.filter(|to| self.state.can_hold_counters(*to)) else { return Ok(SlotValue::default()) };
        let mut proposals = Vec::new();
        let mut moved = 0;
        for from in from.into_iter().filter(|from| *from != to) {
            if let Entity::Object(gone) = from
                && self.state.get(gone).is_none()
            {
                // 122.5: from where it no longer is, nothing moves.
                if !as_many {
                    continue;
                }
                // 122.8: what left keeps its counters; the same number of each kind is put.
                let had = self.state.seen(gone).map(|s| s.object.counters.clone()).unwrap_or_default();
                for (kind, amount) in had.iter().filter(|(had, _)| kind.is_none_or(|only| only == *had)) {
                    moved += amount as i32;
                    proposals.push(Proposal::PutCounters {
                        on: to,
                        kind: kind.clone(),
                        amount,
                        by: Some(scope.you),
                        effect: true,
                    });
                }
                continue;
            }
            let count = count.map(|c| self.state.count(c, &scope.context(frame)));
            for (kind, amount) in self.choose_counters(from, kind, count, scope)? {
                // 122.5: what can't be put there isn't removed here.
                if self.state.forbids_counters(to, &kind) || self.state.forbids_removal(from, &kind) {
                    continue;
                }
                moved += amount as i32;
                proposals.push(Proposal::remove_counters(from, kind.clone(), amount));
                proposals.push(Proposal::PutCounters { on: to, kind, amount, by: Some(scope.you), effect: true });
            }
        }
        let outcomes = self.happen(proposals, rule!("122.5"))?;
        Ok(SlotValue { number: moved, done: outcomes.iter().any(|o| o.done), ..SlotValue::of([to]) })
    }

    /// Doubles power and toughness: each creature gets as much as it has now, below zero too (701.9b-c); tripled, twice as much.
    pub(super) fn double_size(&mut self, doubled: &DoubledSize, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let what = self.pick_permanents(&doubled.what, scope, frame)?;
        let more = if doubled.triple { 2 } else { 1 };
        let size = |of: bool, n: Option<i32>| Amount::Const(if of { n.unwrap_or(0).saturating_mul(more) } else { 0 });
        let sizes: Vec<(ObjectId, Modification)> = what
            .into_iter()
            .map(|id| {
                let chars = self.state.chars(id);
                let (power, toughness) = (size(doubled.power, chars.power), size(doubled.toughness, chars.toughness));
                (id, Modification::AddPowerToughness(power, toughness))
            })
            .collect();
        let context = scope.context(frame);
        let mut value = SlotValue::of(sizes.iter().map(|(id, _)| (*id).into()));
        for (id, more) in sizes {
            let effect = Continuous::Modify { what: Selector::Ref(Ref::Each), mods: vec![more] };
            self.start_effects(&[effect], &doubled.duration, &context.looping(id.into()))?;
        }
        value.done = !value.members.is_empty();
        Ok(value)
    }

    /// Doubles the counters of a kind, or of each kind, all at once (701.9e).
    pub(super) fn double_counters(
        &mut self,
        kind: Option<&CounterKind>,
        what: &Selector,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let what = self.pick_out(what, scope, frame)?;
        let mut proposals = Vec::new();
        for on in what.into_iter().filter(|e| self.state.can_hold_counters(*e)) {
            let there = self.state.counters_on(on).into_iter().flat_map(Counters::iter);
            for (kind, amount) in there.filter(|(k, n)| *n > 0 && kind.is_none_or(|kind| *k == kind)) {
                let (kind, by) = (kind.clone(), Some(scope.you));
                proposals.push(Proposal::PutCounters { on, kind, amount, by, effect: true });
            }
        }
        Ok(SlotValue::summed(self.happen(proposals, rule!("122.6"))?))
    }

    /// How much of a keyword action a player does after replacement effects (614.6); `None` where none of it is left.
    pub(super) fn would_act(&mut self, player: PlayerId, act: KeywordAct, number: u32, rule: Rule) -> Res<Option<u32>> {
        if self.state.rules().replacements.is_empty() {
            return Ok(Some(number));
        }
        let outcome = self.happen_one(Proposal::Act { player, act, number }, rule)?;
        Ok(outcome.done.then_some(outcome.number))
    }

    /// Proliferates (701.27a): any number of permanents and players get another counter of each kind they have.
    pub(super) fn proliferate(&mut self, scope: Scope) -> Res<SlotValue> {
        if self.would_act(scope.you, KeywordAct::Proliferate, 1, rule!("701.27a"))?.is_none() {
            return Ok(SlotValue::default());
        }
        let permanents = self.state.permanents().filter(|id| !self.state.objects[id.index()].counters.is_empty());
        let players = self.state.apnap().filter(|p| !self.state.player(*p).counters.is_empty());
        let options: Vec<Choice> = permanents.map(Choice::Object).chain(players.map(Choice::Player)).collect();
        let max = options.len() as u32;
        let source = Some(scope.source);
        let picked = self.pick(Decision::pick(scope.you, Ask::Counters, rule!("701.27a"), source, options, 0, max))?;
        let mut proposals = Vec::new();
        let mut poisoned: Vec<PlayerId> = Vec::new();
        for on in picked.iter().filter_map(Choice::entity) {
            for (kind, _) in self.state.counters_on(on).into_iter().flat_map(Counters::iter) {
                // 701.27b: of a team that shares them, the player chosen first.
                if let (CounterKind::Poison, Entity::Player(player), true) = (kind, on, self.state.shares_life()) {
                    if poisoned.iter().any(|other| !self.state.are_opponents(*other, player)) {
                        continue;
                    }
                    poisoned.push(player);
                }
                proposals.push(Proposal::PutCounters {
                    on,
                    kind: kind.clone(),
                    amount: 1,
                    by: Some(scope.you),
                    effect: true,
                });
            }
        }
        let value = SlotValue::summed(self.happen(proposals, rule!("701.27a"))?);
        self.record(Event::Proliferated(scope.you), rule!("701.27a"), None);
        Ok(SlotValue { done: true, ..value })
    }
}
