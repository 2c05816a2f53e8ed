//! The order of effects within a layer: timestamps (613.7) and dependency (613.8).

use std::collections::BTreeMap;
use std::sync::Arc;

use lawmage_ir::Ability;

use crate::state::State;
use crate::state::ids::ObjectId;

use super::apply::Work;
use super::change::Change;
use super::in_force::Origin;
use super::layer::Layer;
use super::looks_at;

/// The effects that still wait to be applied in a layer, by timestamp.
#[derive(Debug, Default)]
pub(super) struct Queue {
    waiting: Vec<Waiting>,
    /// Whether some effect might depend on another; when not, timestamps decide alone.
    tangled: bool,
}

/// An effect that waits.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    /// Which, among the work's parts.
    part: usize,
    timestamp: u32,
    /// What it looks at (613.8a: what it applies to, what it does).
    reads: u8,
    /// What it changes.
    writes: u8,
    /// Whether it may end the existence of abilities or change their text.
    unmakes: bool,
    /// Whether its own existence or text may still change.
    mortal: bool,
}

impl Waiting {
    /// Whether it might depend on another, judging by what each is.
    const fn might_depend_on(&self, other: &Self) -> bool {
        self.reads & other.writes != 0 || (self.mortal && other.unmakes)
    }
}

/// An effect at a moment: its text, what it applies to and what it does to each. It depends on what changes this (613.8a).
type Outcome = Option<(Option<Arc<Ability>>, Vec<(ObjectId, Vec<Change>)>)>;

impl Queue {
    /// The effects of a layer, of characteristic-defining abilities or of others (613.3).
    pub fn new(work: &Work, layer: Layer, defines: bool, from: usize) -> Self {
        let mut queue = Self::default();
        queue.add(work, layer, defines, from);
        queue
    }

    /// Adds the work's parts from that place on.
    pub fn add(&mut self, work: &Work, layer: Layer, defines: bool, from: usize) {
        let before = self.waiting.len();
        for (place, part) in work.parts.iter().enumerate().skip(from) {
            if part.layers & layer.bit() != 0 && part.defines == defines {
                self.waiting.push(Waiting {
                    part: place,
                    timestamp: part.timestamp,
                    reads: 0,
                    writes: 0,
                    unmakes: false,
                    mortal: false,
                });
            }
        }
        if self.waiting.len() == before {
            return;
        }
        // The sort is stable: parts found earlier come first among equals.
        self.waiting.sort_by_key(|w| w.timestamp);
        if self.waiting.len() > 1 {
            self.look(work, layer, defines);
        }
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
}

/// Which waiting effects depend on which, as far as it was asked.
struct Dependencies {
    size: usize,
    /// Of those that might depend on each other: many effects that can't cost nothing here.
    tried: BTreeMap<(usize, usize), bool>,
}

impl State {
    /// Takes the effect to be applied next out of the queue: the earliest that depends on none of the others that wait
    /// (613.8b), where dependency in a loop doesn't count. It is asked anew each time (613.8c).
    pub(super) fn next_of(&mut self, work: &mut Work, layer: Layer, queue: &mut Queue) -> Option<usize> {
        if queue.waiting.is_empty() {
            return None;
        }
        if !queue.tangled || queue.waiting.len() == 1 {
            return Some(queue.waiting.remove(0).part);
        }
        let size = queue.waiting.len();
        let mut dependencies = Dependencies { size, tried: BTreeMap::new() };
        let next = (0..size).find(|a| {
            (0..size).all(|b| {
                !self.depends(work, layer, queue, &mut dependencies, *a, b)
                    || self.leads_to(work, layer, queue, &mut dependencies, b, *a)
            })
        });
        if work.record.is_some() {
            self.record_waits(work, layer, queue, &mut dependencies, next.unwrap_or(0));
        }
        // There always is one: among effects whose every dependency is in a loop. The first, should that ever be wrong.
        Some(queue.waiting.remove(next.unwrap_or(0)).part)
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
        for a in 0..next {
            for b in 0..dependencies.size {
                if self.depends(work, layer, queue, dependencies, a, b)
                    && !self.leads_to(work, layer, queue, dependencies, b, a)
                {
                    waits.push((queue.waiting[a].part, queue.waiting[b].part));
                }
            }
        }
        if let Some(recorder) = &mut work.record {
            recorder.wait(waits.into_iter());
        }
    }

    /// Whether waiting effect `a` depends on `b`.
    fn depends(
        &mut self,
        work: &Work,
        layer: Layer,
        queue: &Queue,
        dependencies: &mut Dependencies,
        a: usize,
        b: usize,
    ) -> bool {
        let (one, other) = (queue.waiting[a], queue.waiting[b]);
        if a == b || !(work.careful || one.might_depend_on(&other)) {
            return false;
        }
        if let Some(tried) = dependencies.tried.get(&(a, b)) {
            return *tried;
        }
        let depends = self.depends_by_trial(work, layer, one.part, other.part);
        dependencies.tried.insert((a, b), depends);
        depends
    }

    /// Whether dependencies lead from waiting effect `from` to `to`: then they are in a loop, if `to` depends on `from`.
    fn leads_to(
        &mut self,
        work: &Work,
        layer: Layer,
        queue: &Queue,
        dependencies: &mut Dependencies,
        from: usize,
        to: usize,
    ) -> bool {
        let mut seen = Vec::new();
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            if at == to {
                return true;
            }
            if seen.contains(&at) {
                continue;
            }
            seen.push(at);
            for next in 0..dependencies.size {
                if !seen.contains(&next) && self.depends(work, layer, queue, dependencies, at, next) {
                    open.push(next);
                }
            }
        }
        false
    }

    /// 613.8a: whether applying one effect changes another's text or existence, what it applies to, or what it does:
    /// found by applying it and looking.
    fn depends_by_trial(&mut self, work: &Work, layer: Layer, one: usize, other: usize) -> bool {
        let before = self.outcome(work, layer, one);
        let kept = self.cache.clone();
        let mut trial = work.clone();
        self.apply(&mut trial, other, layer);
        let after = self.outcome(&trial, layer, one);
        self.cache = kept;
        before != after
    }

    fn outcome(&self, work: &Work, layer: Layer, place: usize) -> Outcome {
        let part = &work.parts[place];
        let live = self.live(part, work.has_begun(part))?;
        let reach = part.begun.clone().unwrap_or_else(|| self.reach(&live));
        let (_, mods) = live.text()?;
        let does = reach.iter().map(|id| {
            let mods = mods.iter().filter(|m| Layer::of(m, part.defines) == layer);
            (*id, mods.filter_map(|m| self.change(&live, m, *id)).collect())
        });
        let text = match &live.origin {
            Origin::Static { ability, .. } => Some(ability.clone()),
            Origin::Resolved { .. } | Origin::Sticker { .. } => None,
        };
        Some((text, does.collect()))
    }
}
