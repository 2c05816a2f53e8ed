//! The most requirements that blocks can obey at once (509.1c), exactly: by independent parts of the problem, each by
//! branch and bound.
//!
//! Blockers that nothing distinguishes are tried in one order only, so that boards full of tokens stay cheap.

use std::cmp::Reverse;

/// Beyond so many steps the search of one part gives the best it has found. Boards that reach it have dozens of different
/// creatures and requirements at odds with one another; none is known outside of made-up tests.
const MOST_STEPS: u32 = 2_000_000;

/// Blockers, attackers and requirements by number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Problem {
    /// What each blocker can block.
    pub options: Vec<Vec<u16>>,
    /// How many each blocker can block.
    pub capacity: Vec<u32>,
    /// The least blockers of each attacker, if any blocks it.
    pub least: Vec<u32>,
    /// The most blockers of each attacker.
    pub most: Vec<u32>,
    /// The requirements: obeyed by one of these blocks.
    pub clauses: Vec<Vec<(u16, u16)>>,
    /// The most creatures that can block.
    pub most_blockers: u32,
    /// Which blockers can't block alone.
    pub not_alone: Vec<bool>,
}

/// A block: blocker and attacker.
type Pair = (u16, u16);

/// The greatest number of requirements that can be obeyed, and blocks that do.
pub(crate) fn solve(problem: &Problem) -> (u32, Vec<Pair>) {
    let possible = |(b, a): &Pair| problem.options.get(usize::from(*b)).is_some_and(|o| o.contains(a));
    let clauses: Vec<Vec<Pair>> = problem
        .clauses
        .iter()
        .map(|c| c.iter().copied().filter(possible).collect::<Vec<_>>())
        .filter(|c| !c.is_empty())
        .collect();
    if clauses.is_empty() || problem.most_blockers == 0 {
        return (0, Vec::new());
    }
    let parts = Parts::of(problem, &clauses);
    let mut obeyed = 0;
    let mut blocks = Vec::new();
    for part in 0..problem.options.len() {
        let blockers: Vec<usize> = (0..problem.options.len()).filter(|b| parts.root(*b) == part).collect();
        if !blockers.is_empty() {
            let (more, pairs) = Search::run(problem, &clauses, &blockers, &parts.relevant, false);
            obeyed += more;
            blocks.extend(pairs);
        }
    }
    if keeps_limits_of_all(problem, &blocks) {
        return (obeyed, blocks);
    }
    // A limit over all blockers is at stake: then they are one part, and blocks that obey nothing may be needed too.
    let all: Vec<usize> = (0..problem.options.len()).collect();
    Search::run(problem, &clauses, &all, &problem.options, true)
}

/// The number of blockers and blocking alone concern all blockers at once.
fn keeps_limits_of_all(problem: &Problem, blocks: &[Pair]) -> bool {
    let mut blockers: Vec<u16> = blocks.iter().map(|(b, _)| *b).collect();
    blockers.sort_unstable();
    blockers.dedup();
    let alone = matches!(blockers[..], [b] if problem.not_alone.get(usize::from(b)) == Some(&true));
    !alone && blockers.len() as u32 <= problem.most_blockers
}

/// Which blockers bear on one another, as a forest of sets, and which blocks matter at all.
struct Parts {
    parent: Vec<usize>,
    /// For each blocker, the attackers worth thinking of.
    relevant: Vec<Vec<u16>>,
}

impl Parts {
    fn of(problem: &Problem, clauses: &[Vec<Pair>]) -> Self {
        let mut named = vec![false; problem.least.len()];
        for (_, a) in clauses.iter().flatten() {
            if let Some(named) = named.get_mut(usize::from(*a)) {
                *named = true;
            }
        }
        // A block matters if a requirement names it, or if it helps others to block an attacker that needs several.
        let matters = |b: usize, a: u16| {
            clauses.iter().any(|c| c.contains(&(b as u16, a)))
                || (named.get(usize::from(a)) == Some(&true) && problem.least.get(usize::from(a)) > Some(&1))
        };
        let relevant = problem
            .options
            .iter()
            .enumerate()
            .map(|(b, options)| options.iter().copied().filter(|a| matters(b, *a)).collect())
            .collect();
        let mut parts = Self { parent: (0..problem.options.len()).collect(), relevant };
        for clause in clauses {
            parts.join_all(clause.iter().map(|(b, _)| usize::from(*b)).collect());
        }
        for (a, least) in problem.least.iter().enumerate() {
            let limited = *least > 1 || problem.most.get(a).is_some_and(|m| *m != u32::MAX);
            if limited {
                let able = (0..parts.relevant.len()).filter(|b| parts.relevant[*b].contains(&(a as u16))).collect();
                parts.join_all(able);
            }
        }
        parts
    }

    fn join_all(&mut self, blockers: Vec<usize>) {
        let mut blockers = blockers.into_iter();
        if let Some(first) = blockers.next() {
            let root = self.root(first);
            for other in blockers {
                let other = self.root(other);
                self.parent[other] = root;
            }
        }
    }

    fn root(&self, mut blocker: usize) -> usize {
        while self.parent[blocker] != blocker {
            blocker = self.parent[blocker];
        }
        blocker
    }
}

/// Branch and bound over the blockers of one part.
struct Search<'a> {
    problem: &'a Problem,
    /// Requirements that the part can obey.
    clauses: Vec<&'a [Pair]>,
    /// The blockers, those with the fewest options first and equal ones together.
    order: Vec<usize>,
    options: &'a [Vec<u16>],
    /// For each place in the order, whether nothing tells the blocker from the one before.
    twin: Vec<bool>,
    /// For each attacker and place in the order, how many from there on can block it.
    ahead: Vec<Vec<u32>>,
    /// Whether limits over all blockers are looked at here.
    global: bool,
    /// Blocks so far.
    made: Vec<Pair>,
    /// How many block each attacker so far.
    count: Vec<u32>,
    /// How many of the blocks so far obey each requirement.
    hits: Vec<u32>,
    obeyed: u32,
    used: u32,
    best: Option<(u32, Vec<Pair>)>,
    steps: u32,
}

impl<'a> Search<'a> {
    fn run(
        problem: &'a Problem,
        clauses: &'a [Vec<Pair>],
        blockers: &[usize],
        options: &'a [Vec<u16>],
        global: bool,
    ) -> (u32, Vec<Pair>) {
        let mine: Vec<&[Pair]> = clauses
            .iter()
            .map(Vec::as_slice)
            .filter(|c| c.iter().any(|(b, _)| blockers.contains(&usize::from(*b))))
            .collect();
        let mut order: Vec<usize> = blockers.iter().copied().filter(|b| !options[*b].is_empty()).collect();
        let sign = |b: usize| Signature::of(problem, &mine, &options[b], b);
        order.sort_by_cached_key(|b| (options[*b].len(), sign(*b), *b));
        let twin = (0..order.len()).map(|i| i > 0 && sign(order[i]) == sign(order[i - 1])).collect();
        let ahead = (0..problem.least.len() as u16)
            .map(|a| {
                let mut left = vec![0; order.len() + 1];
                for (i, b) in order.iter().enumerate().rev() {
                    left[i] = left[i + 1] + u32::from(options[*b].contains(&a));
                }
                left
            })
            .collect();
        let hits = vec![0; mine.len()];
        let count = vec![0; problem.least.len()];
        let mut search = Self {
            problem,
            clauses: mine,
            order,
            options,
            twin,
            ahead,
            global,
            made: Vec::new(),
            count,
            hits,
            obeyed: 0,
            used: 0,
            best: None,
            steps: 0,
        };
        search.blocker(0, usize::MAX);
        search.best.unwrap_or_default()
    }

    /// Tries all that the `i`th blocker and those after it can do. `last` is the option its predecessor took.
    fn blocker(&mut self, i: usize, last: usize) {
        self.steps += 1;
        if let Some((best, _)) = &self.best
            && (self.steps > MOST_STEPS || self.obeyed + self.bound(i) <= *best)
        {
            return;
        }
        let hopeless = (0..self.count.len())
            .any(|a| self.count[a] > 0 && self.count[a] + self.ahead[a][i] < self.problem.least[a]);
        if hopeless {
            return;
        }
        let Some(b) = self.order.get(i).copied() else {
            return self.leaf();
        };
        let full = self.global && self.used >= self.problem.most_blockers;
        if !full && self.problem.capacity[b] == 1 {
            // Twins take their options in falling order, the last being to block nothing.
            let from = if self.twin[i] { last } else { usize::MAX };
            for option in self.by_gain(b) {
                if option <= from && self.make(b, self.options[b][option]) {
                    self.used += 1;
                    self.blocker(i + 1, option);
                    self.used -= 1;
                    self.unmake();
                }
            }
            // Blocking nothing comes below every option: a twin after it must block nothing too.
            self.none(i);
        } else if full {
            self.none(i);
        } else {
            self.several(i, b, 0, self.problem.capacity[b]);
        }
    }

    /// The `i`th blocker blocks nothing, and so do its twins after it.
    fn none(&mut self, i: usize) {
        let mut next = i + 1;
        while self.problem.capacity[self.order[i]] == 1 && self.twin.get(next) == Some(&true) {
            next += 1;
        }
        self.blocker(next, usize::MAX);
    }

    /// A blocker of several: each option from `option` on is taken or left.
    fn several(&mut self, i: usize, b: usize, option: usize, room: u32) {
        let Some(a) = self.options[b].get(option).copied() else {
            let blocks = self.made.iter().any(|(x, _)| usize::from(*x) == b);
            self.used += u32::from(blocks);
            self.blocker(i + 1, usize::MAX);
            self.used -= u32::from(blocks);
            return;
        };
        if room > 0 && self.make(b, a) {
            self.several(i, b, option + 1, room - 1);
            self.unmake();
        }
        if self.steps <= MOST_STEPS || self.best.is_none() {
            self.several(i, b, option + 1, room);
        }
    }

    fn leaf(&mut self) {
        let short = (0..self.count.len()).any(|a| self.count[a] > 0 && self.count[a] < self.problem.least[a]);
        if short || (self.global && !keeps_limits_of_all(self.problem, &self.made)) {
            return;
        }
        if self.best.as_ref().is_none_or(|(best, _)| self.obeyed > *best) {
            self.best = Some((self.obeyed, self.made.clone()));
        }
    }

    fn make(&mut self, b: usize, a: u16) -> bool {
        let place = usize::from(a);
        if self.count[place] >= self.problem.most[place] {
            return false;
        }
        let pair = (b as u16, a);
        self.count[place] += 1;
        self.made.push(pair);
        for (clause, hits) in self.clauses.iter().zip(&mut self.hits) {
            if clause.contains(&pair) {
                *hits += 1;
                self.obeyed += u32::from(*hits == 1);
            }
        }
        true
    }

    fn unmake(&mut self) {
        let Some(pair) = self.made.pop() else { return };
        self.count[usize::from(pair.1)] -= 1;
        for (clause, hits) in self.clauses.iter().zip(&mut self.hits) {
            if clause.contains(&pair) {
                *hits -= 1;
                self.obeyed -= u32::from(*hits == 0);
            }
        }
    }

    /// How many more requirements a block would obey.
    fn gain(&self, pair: Pair) -> u32 {
        self.clauses.iter().zip(&self.hits).filter(|(c, hits)| **hits == 0 && c.contains(&pair)).count() as u32
    }

    /// The options of a blocker by place, those that obey most first; of equals, later places first, for twins.
    fn by_gain(&self, b: usize) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.options[b].len()).collect();
        places.sort_by_cached_key(|p| (Reverse(self.gain((b as u16, self.options[b][*p]))), Reverse(*p)));
        places
    }

    /// No more than so many requirements can yet be obeyed by the blockers from the `i`th on: the requirements still in
    /// reach, and what each blocker could gain by itself.
    fn bound(&self, i: usize) -> u32 {
        let left = &self.order[i.min(self.order.len())..];
        let reach = self
            .clauses
            .iter()
            .zip(&self.hits)
            .filter(|(c, hits)| **hits == 0 && c.iter().any(|(b, _)| left.contains(&usize::from(*b))))
            .count() as u32;
        let alone = left
            .iter()
            .map(|b| {
                let mut gains: Vec<u32> = self.options[*b].iter().map(|a| self.gain((*b as u16, *a))).collect();
                gains.sort_unstable_by_key(|g| Reverse(*g));
                gains.iter().take(self.problem.capacity[*b].min(64) as usize).sum::<u32>()
            })
            .sum();
        reach.min(alone)
    }
}

/// What tells a blocker from others: options, capacity, and the requirements that name it. Requirements about it alone
/// are known by their attackers, shared ones by their number too.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Signature {
    options: Vec<u16>,
    capacity: u32,
    not_alone: bool,
    own: Vec<Vec<u16>>,
    shared: Vec<(usize, Vec<u16>)>,
}

impl Signature {
    fn of(problem: &Problem, clauses: &[&[Pair]], options: &[u16], blocker: usize) -> Self {
        let mut own = Vec::new();
        let mut shared = Vec::new();
        for (number, clause) in clauses.iter().enumerate() {
            let mine: Vec<u16> = clause.iter().filter(|(b, _)| usize::from(*b) == blocker).map(|(_, a)| *a).collect();
            if mine.len() == clause.len() {
                own.push(mine);
            } else if !mine.is_empty() {
                shared.push((number, mine));
            }
        }
        own.sort_unstable();
        Self {
            options: options.to_vec(),
            capacity: problem.capacity[blocker],
            not_alone: problem.not_alone.get(blocker) == Some(&true),
            own,
            shared,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Rng;

    /// Every set of blocks, judged one by one.
    fn brute(problem: &Problem) -> u32 {
        let pairs: Vec<Pair> = problem
            .options
            .iter()
            .enumerate()
            .flat_map(|(b, options)| options.iter().map(move |a| (b as u16, *a)))
            .collect();
        let mut best = 0;
        for set in 0_u32..1 << pairs.len() {
            let blocks: Vec<Pair> = (0..pairs.len()).filter(|i| set & (1 << i) != 0).map(|i| pairs[i]).collect();
            if legal(problem, &blocks) {
                let obeyed = problem.clauses.iter().filter(|c| c.iter().any(|p| blocks.contains(p))).count();
                best = best.max(obeyed as u32);
            }
        }
        best
    }

    fn legal(problem: &Problem, blocks: &[Pair]) -> bool {
        let mine = |b: usize| blocks.iter().filter(|(x, _)| usize::from(*x) == b).count() as u32;
        let its = |a: usize| blocks.iter().filter(|(_, x)| usize::from(*x) == a).count() as u32;
        (0..problem.options.len()).all(|b| mine(b) <= problem.capacity[b])
            && (0..problem.least.len())
                .all(|a| its(a) == 0 || (its(a) >= problem.least[a] && its(a) <= problem.most[a]))
            && keeps_limits_of_all(problem, blocks)
    }

    fn random(rng: &mut Rng) -> Problem {
        let blockers = 1 + rng.below(4) as usize;
        let attackers = 1 + rng.below(3) as usize;
        let options: Vec<Vec<u16>> =
            (0..blockers).map(|_| (0..attackers as u16).filter(|_| rng.below(4) > 0).collect()).collect();
        let mut clauses = Vec::new();
        for _ in 0..rng.below(5) {
            let clause: Vec<Pair> = match rng.below(3) {
                0 => {
                    let b = rng.below(blockers as u32) as u16;
                    (0..attackers as u16).map(|a| (b, a)).collect()
                }
                1 => {
                    let a = rng.below(attackers as u32) as u16;
                    (0..blockers as u16).map(|b| (b, a)).collect()
                }
                _ => vec![(rng.below(blockers as u32) as u16, rng.below(attackers as u32) as u16)],
            };
            clauses.push(clause.into_iter().filter(|(b, a)| options[usize::from(*b)].contains(a)).collect());
        }
        Problem {
            capacity: (0..blockers).map(|_| if rng.below(4) == 0 { 2 } else { 1 }).collect(),
            least: (0..attackers).map(|_| if rng.below(3) == 0 { 2 } else { 0 }).collect(),
            most: (0..attackers).map(|_| if rng.below(5) == 0 { 1 } else { u32::MAX }).collect(),
            most_blockers: if rng.below(5) == 0 { 1 + rng.below(2) } else { u32::MAX },
            not_alone: (0..blockers).map(|_| rng.below(6) == 0).collect(),
            options,
            clauses,
        }
    }

    #[test]
    fn the_search_finds_what_trying_everything_finds() {
        let mut rng = Rng::new(509);
        for case in 0..3000 {
            let problem = random(&mut rng);
            let (obeyed, blocks) = solve(&problem);
            assert_eq!(obeyed, brute(&problem), "case {case}: {problem:?}");
            assert!(legal(&problem, &blocks), "case {case}: {problem:?}: {blocks:?}");
            let by_them = problem.clauses.iter().filter(|c| c.iter().any(|p| blocks.contains(p))).count();
            assert!(by_them as u32 >= obeyed, "case {case}: {problem:?}: {blocks:?}");
        }
    }

    #[test]
    fn many_tokens_are_no_trouble() {
        // Forty equal blockers, two attackers that all must block, ten that must be blocked by someone.
        let options: Vec<Vec<u16>> = (0..40).map(|_| (0..12).collect()).collect();
        let mut clauses: Vec<Vec<Pair>> = (2..12).map(|a| (0..40).map(|b| (b, a)).collect()).collect();
        for b in 0..40 {
            clauses.push(vec![(b, 0)]);
            clauses.push(vec![(b, 1)]);
        }
        let problem = Problem {
            options,
            capacity: vec![1; 40],
            least: vec![0; 12],
            most: vec![u32::MAX; 12],
            clauses,
            most_blockers: u32::MAX,
            not_alone: vec![false; 40],
        };
        assert_eq!(solve(&problem).0, 40);
    }
}
