//! Whether what is left of a demand can still be paid by the ways from some point on that cost no mana.
//!
//! The search (`search.rs`) asks before each step, so that it never walks into what can't be paid. Two things keep the states
//! few. Hall's condition holds for each set of classes, or nothing pays. And a group that takes nothing shared is used to the
//! full before the next is looked at: one more use leaves less to be paid, and nothing else changes.

use std::collections::BTreeSet;

use smallvec::SmallVec;

use super::flow::assign;
use super::search::{Alternative, Problem, Tally, Use, bits, sum};

/// Of how many classes each set is looked at; of more, each class alone and all together.
const MOST_CLASSES: usize = 7;

/// A point of the search that came to nothing: the slot, the uses made of its group, what is asked, what is taken.
type Point = SmallVec<[u16; 24]>;

/// For each set of classes that is looked at, how much mana can pay for one of them.
type BySet = Vec<u32>;

/// See the module.
pub(super) struct Outlook<'a> {
    problem: &'a Problem,
    /// The ways that cost no mana, in the order of their groups.
    slots: Vec<Use>,
    /// For each slot, where the slots of the next group begin.
    next: Vec<usize>,
    /// The sets of classes that are looked at, as bits.
    sets: Vec<u32>,
    /// For each slot, what a use of its group can pay at most, by it or a later slot.
    gains: Vec<BySet>,
    /// For each group, how often it can be used for ways that cost no mana.
    times: Vec<u16>,
    /// How much lone mana there is.
    lone: u32,
    /// What lone mana can pay.
    meeting: BySet,
    /// For each slot, and for none, what the groups after its own can add.
    ahead: Vec<BySet>,
    /// Points from which nothing pays.
    dead: BTreeSet<Point>,
}

impl<'a> Outlook<'a> {
    pub fn new(problem: &'a Problem, slots: &[Use]) -> Self {
        let classes = problem.asked.len();
        let all = (1u32 << classes.min(31)) - 1;
        let sets: Vec<u32> = if classes <= MOST_CLASSES {
            (1..=all).collect()
        } else {
            (0..classes.min(31)).map(|c| 1 << c).chain([all]).collect()
        };
        let way = |u: &Use| -> &Alternative { &problem.groups[u.0].ways[u.1] };
        let most = |slot: usize, set: u32| {
            let same = slots[slot..].iter().take_while(|s| s.0 == slots[slot].0);
            same.map(|s| way(s).pays.iter().filter(|p| *p & set != 0).count() as u32).max().unwrap_or(0)
        };
        let gains = (0..slots.len()).map(|slot| sets.iter().map(|set| most(slot, *set)).collect()).collect();
        let after = |slot: usize| slots[slot..].iter().position(|s| s.0 != slots[slot].0).map(|n| slot + n);
        let next = (0..slots.len()).map(|slot| after(slot).unwrap_or(slots.len())).collect();
        Self {
            problem,
            slots: slots.to_vec(),
            next,
            sets,
            gains,
            times: Vec::new(),
            lone: 0,
            meeting: Vec::new(),
            ahead: Vec::new(),
            dead: BTreeSet::new(),
        }
    }

    /// Looks from here on at what can be paid when the groups are used so often for ways that cost mana.
    pub fn begin(&mut self, used: &Tally) {
        let problem = self.problem;
        self.times = problem.groups.iter().zip(used).map(|(g, n)| g.times.saturating_sub(*n)).collect();
        self.lone = problem.lone.iter().map(|(_, n)| n).sum();
        let gone = |set: u32| -> u32 {
            let groups = problem.groups.iter().zip(used);
            groups.filter(|(g, n)| **n > 0 && g.lone & set != 0).map(|(_, n)| u32::from(*n)).sum()
        };
        let there = |set: u32| -> u32 { problem.lone.iter().filter(|(m, _)| m & set != 0).map(|(_, n)| n).sum() };
        self.meeting = self.sets.iter().map(|set| there(*set).saturating_sub(gone(*set))).collect();
        self.ahead = vec![vec![0; self.sets.len()]; self.slots.len() + 1];
        for slot in (0..self.slots.len()).rev() {
            let next = self.next[slot];
            self.ahead[slot] = self.ahead[next].clone();
            if let Some((group, _)) = self.slots.get(next) {
                let times = u32::from(self.times[*group]);
                for (more, gain) in self.ahead[slot].iter_mut().zip(&self.gains[next]) {
                    *more = more.saturating_add(times.saturating_mul(*gain));
                }
            }
        }
        self.dead.clear();
    }

    /// Whether the ways from a slot on, of whose group so many uses are made, and the lone mana pay what is asked. `left` is how
    /// many points may be looked at still; when it is used up, the answer is yes.
    pub fn can_pay(&mut self, asked: &Tally, taken: &Tally, slot: usize, here: u16, left: &mut u32) -> bool {
        if !self.is_possible(asked, slot, here) {
            return false;
        }
        if *left == 0 || self.is_covered(asked) {
            return true;
        }
        let Some(&(g, _)) = self.slots.get(slot) else { return false };
        let point: Point = [slot as u16, here].iter().chain(asked).chain(taken).copied().collect();
        if self.dead.contains(&point) {
            return false;
        }
        *left -= 1;
        let (problem, next) = (self.problem, self.next[slot]);
        if here < self.times[g] {
            for place in slot..next {
                let way = &problem.groups[g].ways[self.slots[place].1];
                let Some(more) = problem.take(taken, way) else { continue };
                for less in problem.payments(asked, &way.pays) {
                    if self.can_pay(&less, &more, place, here + 1, left) {
                        return true;
                    }
                }
            }
        }
        if self.may_leave(asked, slot, here) && self.can_pay(asked, taken, next, 0, left) {
            return true;
        }
        self.dead.insert(point);
        false
    }

    /// Whether the next group is to be looked at, so many uses being made of this one.
    fn may_leave(&self, asked: &Tally, slot: usize, here: u16) -> bool {
        let g = self.slots[slot].0;
        let open = bits(u32::MAX >> 1).take(asked.len()).filter(|c| asked[*c] > 0).fold(0, |m, c| m | 1 << c);
        let mut ways = self.problem.groups[g].ways.iter().filter(|w| w.bill.is_empty());
        here >= self.times[g] || ways.all(|w| !w.takes.is_empty() || w.pays.iter().all(|p| p & open == 0))
    }

    /// Whether what is ahead could suffice at best.
    fn is_possible(&self, asked: &Tally, slot: usize, here: u16) -> bool {
        let ahead = &self.ahead[slot];
        let (times, gains) = match self.slots.get(slot) {
            Some((g, _)) => (u32::from(self.times[*g].saturating_sub(here)), Some(&self.gains[slot])),
            None => (0, None),
        };
        self.sets.iter().enumerate().all(|(i, set)| {
            let here = times.saturating_mul(gains.map_or(0, |g| g[i]));
            total(asked, *set) <= self.meeting[i].saturating_add(ahead[i]).saturating_add(here)
        }) && (self.slots.len() != slot || self.is_covered(asked))
    }

    /// Whether the lone mana pays all that is left: Hall's condition.
    pub fn is_covered(&self, asked: &Tally) -> bool {
        let met = self.sets.iter().zip(&self.meeting).all(|(set, there)| total(asked, *set) <= *there);
        met && sum(asked) <= self.lone && (asked.len() <= MOST_CLASSES || self.is_assigned(asked))
    }

    /// The same by matching, where the classes are many.
    fn is_assigned(&self, asked: &Tally) -> bool {
        let mut lone = self.problem.lone.clone();
        for (group, times) in self.problem.groups.iter().zip(&self.times) {
            if let Some((_, there)) = lone.iter_mut().find(|(m, _)| group.lone != 0 && *m == group.lone) {
                *there = there.saturating_sub(u32::from(group.times.saturating_sub(*times)));
            }
        }
        let supplies: Vec<u32> = lone.iter().flat_map(|(m, n)| std::iter::repeat_n(*m, *n as usize)).collect();
        let demands: Vec<usize> =
            asked.iter().enumerate().flat_map(|(c, n)| std::iter::repeat_n(c, usize::from(*n))).collect();
        assign(supplies.len(), demands.len(), |s, d| supplies[s] & (1 << demands[d]) != 0).is_some()
    }

    /// Whether what is asked could be paid at best, with what abilities that cost mana could still add.
    pub fn is_possible_with_filters(&self, asked: &Tally, used: &Tally) -> bool {
        let mut most = self.lone;
        for (group, used) in self.problem.groups.iter().zip(used) {
            let left = u32::from(group.times.saturating_sub(*used));
            let net = |w: &Alternative| (w.pays.len() as u32).saturating_sub(sum(&w.bill));
            let best = |free: bool| group.ways.iter().filter(|w| w.bill.is_empty() == free).map(net).max().unwrap_or(0);
            let free = u32::from(group.times).saturating_mul(best(true));
            most = most.saturating_add(free).saturating_add(left.saturating_mul(best(false)));
        }
        sum(asked) <= most
    }
}

/// How much is asked of the classes of a set.
fn total(asked: &Tally, set: u32) -> u32 {
    bits(set).map(|class| u32::from(asked[class])).sum()
}
