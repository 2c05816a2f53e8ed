//! Which uses of mana abilities with choices pay a demand (118.3): an exact search over what is left to pay.
//!
//! The state is what the demand can tell apart: how much of each kind of mana is still asked for, and how far shared
//! resources are used up. Sources that the demand can't tell apart form a group, ways of theirs that it can't tell apart are
//! one; mana that stands alone is never chosen but counted at the end (Hall's theorem). Each state is looked at once,
//! so that the work is bounded by the number of states: hundreds, rarely thousands. Abilities that cost mana are taken
//! backwards, last used first: what they make pays for what is asked, and what they cost is asked in its stead.

use std::collections::BTreeSet;

use smallvec::SmallVec;

use super::needs::Claims;
use super::outlook::Outlook;

/// Counts: of each class of mana asked for, or of each shared resource.
pub(super) type Tally = SmallVec<[u16; 12]>;

/// One way to use a source of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Alternative {
    /// For each mana it makes, the classes of the demand it can pay, as bits.
    pub pays: SmallVec<[u32; 4]>,
    /// Shared resources it takes, by number.
    pub takes: SmallVec<[(usize, u16); 2]>,
    /// Mana it costs, by class; empty: none.
    pub bill: Tally,
}

/// Sources that the demand can't tell apart.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// How many uses there are.
    pub times: u16,
    /// The ways to use each.
    pub ways: Vec<Alternative>,
    /// What its sources pay where they stand alone: so long as they are not used for a way, they are counted among the
    /// lone mana.
    pub lone: u32,
}

/// One use: of which group, in which way.
pub(super) type Use = (usize, usize);

/// What is to be paid, and from what.
#[derive(Clone, Debug, Default)]
pub(super) struct Problem {
    /// How much is asked of each class.
    pub asked: Tally,
    /// The classes that any mana pays for, as bits.
    pub generic: u32,
    /// Whether some mana pays for some classes of generic mana only.
    pub apart: bool,
    /// Mana that stands alone: which classes it can pay, and how much.
    pub lone: Vec<(u32, u32)>,
    /// Sources with choices.
    pub groups: Vec<Group>,
    /// Shared resources: objects to tap.
    pub tapped: Claims,
    /// Objects to give up.
    pub gone: Claims,
    /// Amounts.
    pub stocks: Vec<u32>,
    /// What the rest of the cost takes of all of these.
    pub taken: Tally,
}

/// How many states are looked at, at most: a limit for boards that nobody has, where the answer is then no.
const MOST_STATES: u32 = 30_000;
/// How many answers that turn out not to work in any order are passed over.
const MOST_REJECTED: u32 = 60;
/// A group with so many uses is never used up.
const ENDLESS: u16 = 200;
#[derive(Clone, Debug)]
struct Node {
    asked: Tally,
    taken: Tally,
    /// How often each group is used for ways that cost mana.
    used: Tally,
    path: Vec<Use>,
}

struct Walk<'a> {
    problem: &'a Problem,
    accept: &'a mut dyn FnMut(&[Use]) -> bool,
    /// What can still be paid.
    outlook: Outlook<'a>,
    /// The ways that cost no mana, in the order of their groups.
    slots: Vec<Use>,
    /// The ways that cost mana.
    filters: Vec<Use>,
    seen: BTreeSet<(usize, u16, Tally, Tally, Tally)>,
    left: u32,
    rejected: u32,
}

impl Problem {
    /// Looks for uses that pay. Ways that cost mana come first in the answer, last used first. `accept` may turn an answer
    /// down, and then others are tried.
    pub fn solve(&self, accept: &mut dyn FnMut(&[Use]) -> bool) -> bool {
        if !self.within(&self.taken) {
            return false;
        }
        let mut walk = Walk::new(self, accept);
        walk.run()
    }

    /// Whether shared resources suffice.
    fn within(&self, taken: &Tally) -> bool {
        let (tapped, gone) = (self.tapped.len(), self.tapped.len() + self.gone.len());
        let part = |from: usize, to: usize| taken.get(from..to).unwrap_or_default();
        self.tapped.can_meet(part(0, tapped))
            && self.gone.can_meet(part(tapped, gone))
            && self.stocks.iter().zip(part(gone, taken.len())).all(|(there, n)| u32::from(*n) <= *there)
    }

    /// What is left to be taken after a use, if that is there.
    pub(super) fn take(&self, taken: &Tally, way: &Alternative) -> Option<Tally> {
        let mut more = taken.clone();
        for (place, n) in &way.takes {
            *more.get_mut(*place)? += n;
        }
        (way.takes.is_empty() || self.within(&more)).then_some(more)
    }

    /// The ways in which some mana can go against what is asked. What a particular symbol asks is paid before generic mana: any
    /// mana that would pay that symbol instead could pay the generic one.
    pub(super) fn payments(&self, asked: &Tally, pays: &[u32]) -> SmallVec<[Tally; 4]> {
        let mut found: SmallVec<[Tally; 4]> = smallvec::smallvec![asked.clone()];
        for mask in pays {
            let mut next: SmallVec<[Tally; 4]> = SmallVec::new();
            for now in &found {
                let open = bits(*mask).filter(|c| now[*c] > 0).fold(0, |m, c| m | 1 << c);
                let particular = open & !self.generic;
                let choice = if particular != 0 && !self.apart { particular } else { open };
                if choice == 0 && !next.contains(now) {
                    next.push(now.clone());
                }
                for class in bits(choice) {
                    let mut less = now.clone();
                    less[class] -= 1;
                    if !next.contains(&less) {
                        next.push(less);
                    }
                }
            }
            found = next;
        }
        found.retain(|left| left != asked);
        found
    }
}

pub(super) fn bits(mask: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |i| mask & (1 << i) != 0)
}

pub(super) fn sum(tally: &[u16]) -> u32 {
    tally.iter().map(|n| u32::from(*n)).sum()
}

impl<'a> Walk<'a> {
    fn new(problem: &'a Problem, accept: &'a mut dyn FnMut(&[Use]) -> bool) -> Self {
        let (mut slots, mut filters) = (Vec::new(), Vec::new());
        for (g, group) in problem.groups.iter().enumerate() {
            for (w, way) in group.ways.iter().enumerate() {
                if way.bill.is_empty() {
                    slots.push((g, w));
                } else {
                    filters.push((g, w));
                }
            }
        }
        Self {
            problem,
            accept,
            outlook: Outlook::new(problem, &slots),
            slots,
            filters,
            seen: BTreeSet::new(),
            left: MOST_STATES,
            rejected: 0,
        }
    }

    /// With the fewest uses of abilities that cost mana first.
    fn run(&mut self) -> bool {
        let problem = self.problem;
        let used = smallvec::smallvec![0; problem.groups.len()];
        let start = Node { asked: problem.asked.clone(), taken: problem.taken.clone(), used, path: Vec::new() };
        let mut visited = BTreeSet::new();
        let mut level = vec![start];
        while !level.is_empty() {
            for node in &level {
                self.outlook.begin(&node.used);
                if self.walk(&mut node.clone(), 0, 0) {
                    return true;
                }
            }
            let mut next = Vec::new();
            for node in &level {
                self.filtered(node, &mut visited, &mut next);
            }
            if self.left == 0 {
                return false;
            }
            level = next;
        }
        false
    }

    /// One more use, before those of a node, of abilities that cost mana.
    fn filtered(&mut self, node: &Node, visited: &mut BTreeSet<(Tally, Tally, Tally)>, next: &mut Vec<Node>) {
        let problem = self.problem;
        for (g, w) in self.filters.clone() {
            let (group, way) = (&problem.groups[g], &problem.groups[g].ways[w]);
            if node.used[g] >= group.times {
                continue;
            }
            let Some(taken) = problem.take(&node.taken, way) else { continue };
            for mut asked in problem.payments(&node.asked, &way.pays) {
                for (n, more) in asked.iter_mut().zip(&way.bill) {
                    *n = n.saturating_add(*more);
                }
                let mut used = node.used.clone();
                if group.times < ENDLESS {
                    used[g] += 1;
                }
                if self.left == 0 || !self.outlook.is_possible_with_filters(&asked, &used) {
                    continue;
                }
                if visited.insert((asked.clone(), taken.clone(), used.clone())) {
                    self.left -= 1;
                    let mut path = node.path.clone();
                    path.push((g, w));
                    next.push(Node { asked, taken: taken.clone(), used, path });
                }
            }
        }
    }

    /// Tries the ways from `pos` on, `here` uses of its group being made. Later groups are tried first: so the first ones, the
    /// dearest, are spared wherever that can be.
    fn walk(&mut self, node: &mut Node, pos: usize, here: u16) -> bool {
        if self.left == 0 || !self.outlook.can_pay(&node.asked, &node.taken, pos, here, &mut self.left) {
            return false;
        }
        self.left -= 1;
        if self.outlook.is_covered(&node.asked) {
            if (self.accept)(&node.path) {
                return true;
            }
            self.rejected += 1;
            if self.rejected >= MOST_REJECTED {
                self.left = 0;
                return false;
            }
        }
        if !self.seen.insert((pos, here, node.asked.clone(), node.taken.clone(), node.used.clone())) {
            return false;
        }
        let problem = self.problem;
        let group_here = self.slots.get(pos).map(|s| s.0);
        for place in (pos..self.slots.len()).rev() {
            let (g, w) = self.slots[place];
            let (group, way) = (&problem.groups[g], &problem.groups[g].ways[w]);
            let here = if Some(g) == group_here { here } else { 0 };
            if here >= group.times.saturating_sub(node.used[g]) {
                continue;
            }
            let Some(taken) = problem.take(&node.taken, way) else { continue };
            for asked in problem.payments(&node.asked, &way.pays) {
                let mut path = std::mem::take(&mut node.path);
                path.push((g, w));
                let mut more = Node { asked, taken: taken.clone(), used: node.used.clone(), path };
                let found = self.walk(&mut more, place, here + 1);
                more.path.pop();
                node.path = more.path;
                if found || self.left == 0 {
                    return found;
                }
            }
        }
        false
    }
}
