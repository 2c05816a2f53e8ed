//! Picks, one at a time.

use smallvec::SmallVec;

use crate::table::decision::{Answer, Decision, Domain, PickLimit, Picks};
use crate::table::steps::Step;

/// What can be picked next, and whether that may be all.
pub(super) fn options(decision: &Decision, taken: &[u32]) -> Vec<Step> {
    let Domain::Pick { options, max, .. } = &decision.domain else { return Vec::new() };
    let count = options.len() as u32;
    let mut steps = Vec::new();
    if (taken.len() as u32) < (*max).min(count) {
        let mut with: Picks = SmallVec::from_slice(taken);
        for option in (0..count).filter(|option| !taken.contains(option)) {
            with.push(option);
            if can_end(decision, &with) {
                steps.push(Step::Option(option));
            }
            with.pop();
        }
    }
    if decision.check(&Answer::Picks(SmallVec::from_slice(taken))).is_ok() {
        steps.push(Step::Done);
    }
    steps
}

/// Whether picks that begin so can be legal.
fn can_end(decision: &Decision, taken: &[u32]) -> bool {
    let Domain::Pick { options, min, max, limit } = &decision.domain else { return false };
    let count = options.len() as u32;
    let (least, most) = ((*min).min(count) as usize, (*max).min(count) as usize);
    let Some(limit) = limit else { return taken.len() <= most };
    if taken.len() >= least && limit.check(taken).is_ok() {
        return true;
    }
    let rest: Vec<u32> = (0..count).filter(|option| !taken.contains(option)).collect();
    limit.completes(taken, &rest, least, most)
}

impl PickLimit {
    /// Whether some of the rest can be added to the picks so that they are at least `least` and at most `most`, and keep the limit.
    fn completes(&self, taken: &[u32], rest: &[u32], least: usize, most: usize) -> bool {
        let (need, room) = (least.saturating_sub(taken.len()), most.saturating_sub(taken.len()));
        match self {
            Self::Total { values, cmp, bound } => {
                let sum: i32 = taken.iter().filter_map(|i| values.get(*i as usize)).sum();
                let left = Self::Total { values: values.clone(), cmp: *cmp, bound: bound.saturating_sub(sum) };
                // By themselves they don't do: one more at least.
                left.choose(rest, need.max(1), room).is_some()
            }
            Self::AllDiffer(keys) => {
                let used: Vec<u32> = taken.iter().filter_map(|i| keys.get(*i as usize)).flatten().copied().collect();
                let free =
                    |i: &&u32| keys.get(**i as usize).is_none_or(|own| own.iter().all(|key| !used.contains(key)));
                let free: Vec<u32> = rest.iter().filter(free).copied().collect();
                self.check(taken).is_ok() && self.choose(&free, need, room).is_some()
            }
            Self::AllShare(keys) => {
                let has = |i: &u32, key: &u32| keys.get(*i as usize).is_some_and(|own| own.contains(key));
                let first = taken.first().and_then(|i| keys.get(*i as usize)).map_or(&[][..], |own| own);
                let shared = first.iter().filter(|key| taken.iter().all(|i| has(i, key)));
                shared.into_iter().any(|key| rest.iter().filter(|i| has(i, key)).count() >= need)
            }
            // Whatever can be matched can be added to until the most that can be matched are.
            Self::OneEach(_) => {
                let all: Vec<u32> = taken.iter().chain(rest).copied().collect();
                self.check(taken).is_ok() && self.choose(&all, least, most).is_some()
            }
            Self::Sets(sets) => sets
                .iter()
                .any(|set| (least..=most).contains(&set.len()) && taken.iter().all(|option| set.contains(option))),
        }
    }
}
