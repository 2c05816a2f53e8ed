//! Constraints on picks together: whether picks keep them, and picks that do.
//!
//! [`PickLimit::choose`] is exact: it finds picks wherever there are some. A question with a limit is asked only where it does
//! ([`Decision::has_answer`](super::Decision::has_answer)), and programs that answer find a legal answer by it.

use std::collections::{BTreeMap, BTreeSet};

use lawmage_ir::Cmp;
use smallvec::SmallVec;

use super::PickLimit;

/// Indices of options, in the order picked.
pub type Picks = SmallVec<[u32; 4]>;

/// What each option has of a quality.
type Keys = [SmallVec<[u32; 2]>];

/// Sets of things with several qualities each are sought among so many beginnings; no game comes near.
const MOST_BEGINNINGS: u32 = 100_000;

impl PickLimit {
    /// Whether picks keep the limit; the reason if not.
    pub(crate) fn check(&self, picks: &[u32]) -> Result<(), String> {
        match self {
            Self::Total { values, cmp, bound } => {
                let sum = sum_of(values, picks);
                // Nothing picked has no total to be too great; a total to be reached is not reached by nothing.
                let nothing = picks.is_empty() && !matches!(cmp, Cmp::AtLeast | Cmp::Greater);
                if nothing || cmp.holds(sum, *bound) { Ok(()) } else { Err(format!("the total is {sum}")) }
            }
            Self::AllDiffer(keys) => {
                let mut seen: Vec<u32> = Vec::new();
                for key in picks.iter().filter_map(|i| keys.get(*i as usize)).flatten() {
                    if seen.contains(key) {
                        return Err("two of them share what must differ".to_owned());
                    }
                    seen.push(*key);
                }
                Ok(())
            }
            Self::AllShare(keys) => {
                let mut chosen = picks.iter().filter_map(|i| keys.get(*i as usize));
                let Some(first) = chosen.next() else { return Ok(()) };
                let rest: Vec<_> = chosen.collect();
                // One by itself has nobody to share with.
                if rest.is_empty() || first.iter().any(|k| rest.iter().all(|keys| keys.contains(k))) {
                    Ok(())
                } else {
                    Err("they have nothing in common".to_owned())
                }
            }
            Self::OneEach(kinds) => {
                let matched = matched(kinds, picks, picks.len());
                if matched.is_some() { Ok(()) } else { Err("at most one for each kind named".to_owned()) }
            }
            Self::Sets(sets) => {
                let mut sorted: Picks = SmallVec::from_slice(picks);
                sorted.sort_unstable();
                let found = sets.contains(&sorted);
                if found { Ok(()) } else { Err("with those, no targets are left for the rest".to_owned()) }
            }
        }
    }

    /// Picks that keep the limit: at least `least` and at most `most` of the options in `order`, as few as can be, and of
    /// those that serve as well the ones that stand earlier. `None`: there are none.
    #[must_use]
    pub fn choose(&self, order: &[u32], least: usize, most: usize) -> Option<Picks> {
        let most = most.min(order.len());
        if least > most {
            return None;
        }
        if least == 0 && self.check(&[]).is_ok() {
            return Some(Picks::new());
        }
        match self {
            Self::Total { values, cmp, bound } => Total { values, cmp: *cmp, bound: *bound }.choose(order, least, most),
            Self::AllDiffer(keys) => Differing { keys, tried: 0, failed: BTreeSet::new() }.choose(order, least),
            Self::AllShare(keys) => sharing(keys, order, least),
            Self::OneEach(kinds) => matched(kinds, order, least),
            Self::Sets(sets) => {
                let fits = |set: &&Picks| (least..=most).contains(&set.len()) && set.iter().all(|i| order.contains(i));
                sets.iter().filter(fits).min_by_key(|set| set.len()).cloned()
            }
        }
    }

    /// The least number that can be asked of `count` options where `least` should be picked: as many as are possible (609.3).
    /// `None`: whatever is picked, the limit is not kept.
    pub(crate) fn within_reach(&self, count: u32, least: u32, most: u32) -> Option<u32> {
        let order: Vec<u32> = (0..count).collect();
        (0..=least.min(count)).rev().find(|n| self.choose(&order, *n as usize, most as usize).is_some())
    }
}

fn sum_of(values: &[i32], picks: &[u32]) -> i32 {
    let sum: i64 = picks.iter().filter_map(|i| values.get(*i as usize)).map(|v| i64::from(*v)).sum();
    i32::try_from(sum).unwrap_or(if sum < 0 { i32::MIN } else { i32::MAX })
}

/// A total that compares so with a bound.
struct Total<'a> {
    values: &'a [i32],
    cmp: Cmp,
    bound: i32,
}

impl Total<'_> {
    fn choose(&self, order: &[u32], least: usize, most: usize) -> Option<Picks> {
        let value = |i: &u32| self.values.get(*i as usize).copied().unwrap_or(0);
        let mut rising = order.to_vec();
        rising.sort_by_key(value);
        let mut falling = order.to_vec();
        falling.sort_by_key(|i| std::cmp::Reverse(value(i)));
        let fitting = |picks: &[u32]| self.cmp.holds(sum_of(self.values, picks), self.bound);
        let first =
            |sorted: &[u32]| (least..=most).map(|n| &sorted[..n]).find(|picks| fitting(picks)).map(Picks::from_slice);
        match self.cmp {
            Cmp::Less | Cmp::AtMost => first(&rising),
            Cmp::AtLeast | Cmp::Greater => first(&falling),
            // Where neither the least nor the greatest of so many differs, all are the same.
            Cmp::NotEqual => first(&rising).or_else(|| first(&falling)),
            Cmp::Equal => self.exactly(order, least, most),
        }
    }

    /// Sums within reach, with the picks that make them, one option after the other.
    fn exactly(&self, order: &[u32], least: usize, most: usize) -> Option<Picks> {
        let rises = order.iter().all(|i| self.values.get(*i as usize).copied().unwrap_or(0) >= 0);
        let mut reached: BTreeMap<(usize, i32), Picks> = BTreeMap::from([((0, 0), Picks::new())]);
        for option in order {
            let so_far: Vec<Picks> = reached.values().cloned().collect();
            for mut picks in so_far {
                picks.push(*option);
                let sum = sum_of(self.values, &picks);
                if picks.len() > most || (rises && sum > self.bound) {
                    continue;
                }
                // Beyond the least number only the sum matters, as long as there may be any number.
                let counted = if most < order.len() { picks.len() } else { picks.len().min(least) };
                reached.entry((counted, sum)).or_insert(picks);
            }
        }
        reached
            .into_values()
            .filter(|p| p.len() >= least && sum_of(self.values, p) == self.bound)
            .min_by_key(|p| p.len())
    }
}

/// No two share a key.
struct Differing<'a> {
    keys: &'a Keys,
    tried: u32,
    /// Beginnings that lead nowhere: how far, how many, what they have.
    failed: BTreeSet<(usize, usize, Vec<u32>)>,
}

impl Differing<'_> {
    fn of(&self, option: u32) -> &[u32] {
        self.keys.get(option as usize).map_or(&[], |keys| keys)
    }

    fn choose(&mut self, order: &[u32], least: usize) -> Option<Picks> {
        // Those with few qualities stand in the way of few others.
        let mut sorted = order.to_vec();
        sorted.sort_by_key(|i| self.of(*i).len());
        let (mut picks, mut used) = (Picks::new(), Vec::new());
        self.grow(&sorted, 0, least, &mut picks, &mut used).then_some(picks)
    }

    fn grow(&mut self, order: &[u32], place: usize, least: usize, picks: &mut Picks, used: &mut Vec<u32>) -> bool {
        if picks.len() >= least {
            return true;
        }
        let (Some(rest), Some(option)) = (order.get(place..), order.get(place)) else { return false };
        self.tried += 1;
        let state = (place, picks.len(), used.clone());
        if self.tried > MOST_BEGINNINGS || self.room(rest, used) < least - picks.len() || self.failed.contains(&state) {
            return false;
        }
        let own = self.of(*option).to_vec();
        if own.iter().all(|key| used.binary_search(key).is_err()) {
            let before = used.clone();
            used.extend(own);
            used.sort_unstable();
            picks.push(*option);
            if self.grow(order, place + 1, least, picks, used) {
                return true;
            }
            picks.pop();
            *used = before;
        }
        if self.grow(order, place + 1, least, picks, used) {
            return true;
        }
        self.failed.insert(state);
        false
    }

    /// At most so many more can be picked: each uses up one quality at least.
    fn room(&self, rest: &[u32], used: &[u32]) -> usize {
        let plain = rest.iter().filter(|i| self.of(**i).is_empty()).count();
        let unused: BTreeSet<u32> = rest
            .iter()
            .map(|i| self.of(*i))
            .filter(|own| own.iter().all(|key| used.binary_search(key).is_err()))
            .flatten()
            .copied()
            .collect();
        plain + unused.len()
    }
}

/// The first so many that all have some one key.
fn sharing(keys: &Keys, order: &[u32], least: usize) -> Option<Picks> {
    if least < 2 {
        return order.first().map(|i| Picks::from_slice(&[*i]));
    }
    let of = |i: &u32| keys.get(*i as usize);
    let all: BTreeSet<u32> = order.iter().filter_map(of).flatten().copied().collect();
    all.into_iter().find_map(|key| {
        let having = order.iter().filter(|i| of(i).is_some_and(|own| own.contains(&key)));
        let picks: Picks = having.copied().take(least).collect();
        (picks.len() == least).then_some(picks)
    })
}

/// The first so many of which each has a kind of its own: an augmenting path for each (what is matched stays matched).
fn matched(kinds: &Keys, order: &[u32], least: usize) -> Option<Picks> {
    let mut owners: BTreeMap<u32, u32> = BTreeMap::new();
    let mut picks = Picks::new();
    for option in order {
        if picks.len() == least {
            break;
        }
        if takes_kind(kinds, *option, &mut owners, &mut BTreeSet::new()) {
            picks.push(*option);
        }
    }
    (picks.len() == least).then_some(picks)
}

fn takes_kind(kinds: &Keys, option: u32, owners: &mut BTreeMap<u32, u32>, tried: &mut BTreeSet<u32>) -> bool {
    let Some(fits) = kinds.get(option as usize) else { return false };
    for kind in fits {
        if !tried.insert(*kind) {
            continue;
        }
        let owner = owners.get(kind).copied();
        if owner.is_none_or(|other| takes_kind(kinds, other, owners, tried)) {
            owners.insert(*kind, option);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests;
