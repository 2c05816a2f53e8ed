//! The order of effects within a layer: timestamps (613.7) and dependency (613.8).

use std::collections::BTreeMap;

use smallvec::SmallVec;

use crate::state::State;

use super::apply::Work;
use super::fold::{MOST, is_countable_in};
use super::in_force::Origin;
use super::layer::Layer;
use super::looks_at;
use super::trial::Outcome;

/// So many sorts of effects that wait are compared with each further one; more than that are not expected to be alike.
const MOST_SORTS_COMPARED: usize = 16;

/// The effects that still wait to be applied in a layer, by timestamp.
#[derive(Debug, Default)]
pub(super) struct Queue {
    waiting: Vec<Waiting>,
    /// Whether some effect might depend on another; when not, timestamps decide alone.
    tangled: bool,
    /// How many sorts of effects there are, when some might depend on others.
    sorts: usize,
}

/// An effect that waits.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    /// Which, among the work's parts.
    part: usize,
    timestamp: u32,
    /// How many effects in a row it is.
    times: u32,
    /// What it looks at (613.8a: what it applies to, what it does).
    reads: u8,
    /// What it changes.
    writes: u8,
    /// Whether it may end the existence of abilities or change their text.
    unmakes: bool,
    /// Whether its own existence or text may still change.
    mortal: bool,
    /// Effects that are alike ([`State::are_alike`]) are of one sort.
    sort: usize,
}

impl Waiting {
    const fn new(part: usize, timestamp: u32, times: u32) -> Self {
        Self { part, timestamp, times, reads: 0, writes: 0, unmakes: false, mortal: false, sort: 0 }
    }

    /// Whether it might depend on another, judging by what each is.
    const fn might_depend_on(&self, other: &Self) -> bool {
        self.reads & other.writes != 0 || (self.mortal && other.unmakes)
    }
}

/// What is applied next.
pub(super) struct Next {
    /// Which, among the work's parts.
    pub part: usize,
    /// How many times.
    pub times: u32,
    /// Parts that it is applied for, too.
    pub others: SmallVec<[usize; 4]>,
}

/// Which sorts of waiting effects depend on which, as far as it was asked. Of two effects of one sort each depends on the other
/// if either does: that is a loop (613.8b), and never asked.
struct Dependencies {
    /// An effect of each sort that still waits, and where it stands in the queue.
    one_of: Vec<Option<usize>>,
    /// Of those that might depend on each other: many effects that can't cost nothing here.
    tried: BTreeMap<(usize, usize), bool>,
    /// What an effect of each sort is before anything is tried.
    before: Vec<Option<Outcome>>,
    /// Whether effects of each sort need not wait.
    free: Vec<Option<bool>>,
}

impl Queue {
    /// The effects of a layer, of characteristic-defining abilities or of others (613.3).
    pub fn new(state: &State, work: &Work, layer: Layer, defines: bool) -> Self {
        let mut queue = Self::default();
        queue.add(state, work, layer, defines, 0);
        queue
    }

    /// Adds the work's parts from that place on.
    pub fn add(&mut self, state: &State, work: &Work, layer: Layer, defines: bool, from: usize) {
        let before = self.waiting.len();
        for (place, part) in work.parts.iter().enumerate().skip(from) {
            if part.layers & layer.bit() != 0 && part.defines == defines {
                self.waiting.push(Waiting::new(place, part.timestamp, part.run.times));
            }
        }
        if self.waiting.len() == before {
            return;
        }
        // The sort is stable: parts found earlier come first among equals.
        self.waiting.sort_by_key(|w| w.timestamp);
        if self.waiting.len() > 1 {
            self.look(work, layer, defines);
            if self.is_run_broken(work) {
                self.unfold(state, work);
            }
            if self.tangled {
                self.sort_out(state, work, layer);
            }
        }
    }

    /// Whether something may come between the effects of a run.
    fn is_run_broken(&self, work: &Work) -> bool {
        let broken = |two: &[Waiting]| two[0].times > 1 && two[1].timestamp <= work.parts[two[0].part].run.until;
        self.waiting.iter().any(|w| w.times > 1) && (self.tangled || self.waiting.windows(2).any(broken))
    }

    /// Lets each effect of a run wait for itself.
    fn unfold(&mut self, state: &State, work: &Work) {
        let mut all = Vec::with_capacity(self.waiting.len());
        for waiting in self.waiting.drain(..) {
            let run = work.parts[waiting.part].run;
            match state.effects.get(run.first..run.first + waiting.times as usize) {
                Some(effects) if waiting.times > 1 => {
                    all.extend(effects.iter().map(|e| Waiting { timestamp: e.timestamp, times: 1, ..waiting }));
                }
                _ => all.push(waiting),
            }
        }
        all.sort_by_key(|w| w.timestamp);
        self.waiting = all;
    }

    /// Works out what each looks at and changes, and whether any might depend on any.
    fn look(&mut self, work: &Work, layer: Layer, defines: bool) {
        let (mut writes, mut unmakes) = (0, false);
        for waiting in &mut self.waiting {
            let part = &work.parts[waiting.part];
            let Some((what, mods)) = part.origin.text() else { continue };
            let begun = work.has_begun(part);
            waiting.mortal = matches!(part.origin, Origin::Static { .. }) && !begun;
            waiting.reads = match &part.origin {
                Origin::Static { ability, .. } if !begun => {
                    let condition = super::in_force::static_of(ability).and_then(|s| s.condition.as_ref());
                    looks_at::selector(what) | condition.map_or(0, looks_at::condition)
                }
                Origin::Static { .. } if part.begun.is_none() => looks_at::selector(what),
                _ => 0,
            };
            for modification in mods.iter().filter(|m| Layer::of(m, defines) == layer) {
                waiting.reads |= looks_at::of_modification(modification);
                waiting.writes |= looks_at::written(modification);
                waiting.unmakes |= looks_at::unmakes(modification);
            }
            writes |= waiting.writes;
            unmakes |= waiting.unmakes;
        }
        self.tangled = work.careful || self.waiting.iter().any(|w| w.reads & writes != 0 || (w.mortal && unmakes));
    }

    /// Finds which effects are alike; where the existence of some may end, or nothing is taken for granted, none are.
    fn sort_out(&mut self, state: &State, work: &Work, layer: Layer) {
        let exist = !work.careful
            && matches!(layer, Layer::Types | Layer::Colors | Layer::Abilities | Layer::Set | Layer::Modified)
            && !self.waiting.iter().any(|w| w.unmakes);
        let mut sorts: Vec<usize> = Vec::new();
        for place in 0..self.waiting.len() {
            let part = &work.parts[self.waiting[place].part];
            let known = sorts.iter().take(MOST_SORTS_COMPARED);
            let like = |first: &usize| state.are_alike(work, part, &work.parts[self.waiting[*first].part]);
            let sort = known.clone().position(like).filter(|_| exist).unwrap_or(sorts.len());
            if sort == sorts.len() {
                sorts.push(place);
            }
            self.waiting[place].sort = sort;
        }
        self.sorts = sorts.len();
    }
}

impl State {
    /// Takes the effect to be applied next out of the queue, and how many times: the earliest that depends on none of the
    /// others that wait (613.8b), but for those in a dependency loop with it. What depends on what is looked at anew each time
    /// (613.8c).
    pub(super) fn next_of(&mut self, work: &mut Work, layer: Layer, queue: &mut Queue) -> Option<Next> {
        if !queue.tangled || queue.waiting.len() < 2 {
            return self.first_of(work, layer, queue);
        }
        let mut dependencies = Dependencies::of(queue);
        let free = (0..queue.waiting.len())
            .find(|place| self.is_free(work, layer, queue, &mut dependencies, queue.waiting[*place].sort));
        // There always is one: among effects whose every dependency is in a loop. The first, should that ever be wrong.
        let next = free.unwrap_or(0);
        if work.record.is_some() {
            self.record_waits(work, layer, queue, &mut dependencies, next);
        }
        let taken = queue.waiting.remove(next);
        Some(Next { part: taken.part, times: taken.times, others: SmallVec::new() })
    }

    /// The earliest, and with it those right after it that are alike, where doing the same again is one change.
    fn first_of(&self, work: &Work, layer: Layer, queue: &mut Queue) -> Option<Next> {
        let first = *queue.waiting.first()?;
        let mut next = Next { part: first.part, times: first.times, others: SmallVec::new() };
        let part = &work.parts[first.part];
        if queue.waiting.len() > 1 && work.folds() && is_countable_in(part, layer) {
            for other in queue.waiting.iter().skip(1) {
                if next.times + other.times > MOST || !self.are_alike(work, part, &work.parts[other.part]) {
                    break;
                }
                next.times += other.times;
                next.others.push(other.part);
            }
        }
        queue.waiting.drain(..=next.others.len());
        Some(next)
    }

    /// Tells the recorder why effects with earlier timestamps wait.
    fn record_waits(
        &mut self,
        work: &mut Work,
        layer: Layer,
        queue: &Queue,
        dependencies: &mut Dependencies,
        next: usize,
    ) {
        let mut waits = Vec::new();
        for earlier in queue.waiting.iter().take(next) {
            for other in &queue.waiting {
                if self.waits_for(work, layer, queue, dependencies, earlier.sort, other.sort) {
                    waits.push((earlier.part, other.part));
                }
            }
        }
        if let Some(recorder) = &mut work.record {
            recorder.wait(waits.into_iter());
        }
    }

    /// Whether effects of a sort depend on none of the others that wait but for those in a loop with them (613.8b).
    fn is_free(
        &mut self,
        work: &mut Work,
        layer: Layer,
        queue: &Queue,
        dependencies: &mut Dependencies,
        sort: usize,
    ) -> bool {
        if let Some(known) = dependencies.free[sort] {
            return known;
        }
        let free = (0..queue.sorts).all(|other| !self.waits_for(work, layer, queue, dependencies, sort, other));
        dependencies.free[sort] = Some(free);
        free
    }

    /// Whether effects of a sort wait for those of another: they depend on it, and are in no loop with it.
    fn waits_for(
        &mut self,
        work: &mut Work,
        layer: Layer,
        queue: &Queue,
        dependencies: &mut Dependencies,
        one: usize,
        other: usize,
    ) -> bool {
        self.depends(work, layer, queue, dependencies, one, other)
            && !self.leads_to(work, layer, queue, dependencies, other, one)
    }

    /// Whether waiting effects of sort `a` depend on those of sort `b`.
    fn depends(
        &mut self,
        work: &mut Work,
        layer: Layer,
        queue: &Queue,
        dependencies: &mut Dependencies,
        a: usize,
        b: usize,
    ) -> bool {
        let (Some(one), Some(other)) = (dependencies.one_of[a], dependencies.one_of[b]) else { return false };
        let (one, other) = (queue.waiting[one], queue.waiting[other]);
        if a == b || !(work.careful || one.might_depend_on(&other)) {
            return false;
        }
        if let Some(tried) = dependencies.tried.get(&(a, b)) {
            return *tried;
        }
        let before = dependencies.before[a].get_or_insert_with(|| self.outcome(work, layer, one.part));
        let depends = self.depends_by_trial(work, layer, one.part, other.part, before);
        dependencies.tried.insert((a, b), depends);
        depends
    }

    /// Whether dependencies lead from waiting effects of sort `from` to those of sort `to`: then they are in a loop, if `to`
    /// depends on `from`.
    fn leads_to(
        &mut self,
        work: &mut Work,
        layer: Layer,
        queue: &Queue,
        dependencies: &mut Dependencies,
        from: usize,
        to: usize,
    ) -> bool {
        let mut seen = vec![false; queue.sorts];
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            if at == to {
                return true;
            }
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            let further = seen.iter().enumerate().filter(|(_, seen)| !**seen).map(|(next, _)| next);
            open.extend(further.filter(|next| self.depends(work, layer, queue, dependencies, at, *next)));
        }
        false
    }
}

impl Dependencies {
    fn of(queue: &Queue) -> Self {
        let mut one_of = vec![None; queue.sorts];
        for (place, waiting) in queue.waiting.iter().enumerate().rev() {
            one_of[waiting.sort] = Some(place);
        }
        Self { one_of, tried: BTreeMap::new(), before: vec![None; queue.sorts], free: vec![None; queue.sorts] }
    }
}
