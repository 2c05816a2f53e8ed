//! The most requirements that blocks can obey at once (509.1c), exactly: by independent parts of the problem, each by
//! branch and bound.
//!
//! Blockers that nothing distinguishes are tried in one order only, so that boards full of tokens stay cheap.

use std::cmp::Reverse;

use crate::table::company::Company;

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
    /// Requirements that are obeyed where so many creatures block an attacker: the attacker, the least, the most.
    pub counted: Vec<(u16, u32, u32)>,
    /// The most creatures that can block.
    pub most_blockers: u32,
    /// Which blockers can't block alone.
    pub not_alone: Vec<bool>,
    /// Which block only with others.
    pub company: Vec<Company>,
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
    if clauses.is_empty() && problem.counted.is_empty() || problem.most_blockers == 0 {
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
    let kept = problem.company.iter().all(|company| company.is_kept(|b| blockers.contains(&b)));
    !alone && kept && blockers.len() as u32 <= problem.most_blockers
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
        let counted = |a: u16| problem.counted.iter().any(|(of, ..)| *of == a);
        for (_, a) in clauses.iter().flatten() {
            if let Some(named) = named.get_mut(usize::from(*a)) {
                *named = true;
            }
        }
        // A block matters if a requirement names it, or if it helps others to block an attacker that needs several.
        let matters = |b: usize, a: u16| {
            clauses.iter().any(|c| c.contains(&(b as u16, a)))
                || counted(a)
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
            let limited = *least > 1 || counted(a as u16) || problem.most.get(a).is_some_and(|m| *m != u32::MAX);
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
    /// Those of them that count the blockers of an attacker.
    counted: Vec<(usize, u32, u32)>,
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
        let able = |a: &u16| order.iter().any(|b| options[*b].contains(a));
        let counted = problem.counted.iter().filter(|(a, ..)| able(a));
        let counted = counted.map(|(a, least, most)| (usize::from(*a), *least, *most)).collect();
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
            counted,
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
        self.obeyed -= self.counted_at(place);
        self.count[place] += 1;
        self.obeyed += self.counted_at(place);
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
        self.obeyed -= self.counted_at(usize::from(pair.1));
        self.count[usize::from(pair.1)] -= 1;
        self.obeyed += self.counted_at(usize::from(pair.1));
        for (clause, hits) in self.clauses.iter().zip(&mut self.hits) {
            if clause.contains(&pair) {
                *hits -= 1;
                self.obeyed -= u32::from(*hits == 0);
            }
        }
    }

    /// How many requirements that count the blockers of an attacker are obeyed by the blocks so far.
    fn counted_at(&self, attacker: usize) -> u32 {
        let now = self.count[attacker];
        self.counted.iter().filter(|(a, least, most)| *a == attacker && (*least..=*most).contains(&now)).count() as u32
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
        let open = |(a, least, most): &&(usize, u32, u32)| {
            let (now, ahead) = (self.count[*a], self.ahead[*a][i.min(self.order.len())]);
            !(*least..=*most).contains(&now) && now <= *most && now + ahead >= *least
        };
        reach.min(alone) + self.counted.iter().filter(open).count() as u32
    }
}

/// What tells a blocker from others: options, capacity, and the requirements that name it. Requirements about it alone
/// are known by their attackers, shared ones by their number too.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Signature {
    options: Vec<u16>,
    capacity: u32,
    not_alone: bool,
    company: Vec<(bool, usize)>,
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
        let about = |(at, of): (usize, &Company)| {
            let mine = of.creature == blocker as u16;
            (mine || of.among.contains(&(blocker as u16))).then_some((mine, at))
        };
        let company = problem.company.iter().enumerate().filter_map(about).collect();
        Self {
            company,
            options: options.to_vec(),
            capacity: problem.capacity[blocker],
            not_alone: problem.not_alone.get(blocker) == Some(&true),
            own,
            shared,
        }
    }
}

#[cfg(test)]
mod tests;
