//! Running a simulation: which games are next, several at a time, until there are enough or somebody says stop.

use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::config::Config;
use crate::matches::{Played, play_number};
use crate::play::GameRecord;
use crate::report::Report;
use crate::stats::{Rate, z};

/// Games of a pair between two looks at how narrow its interval is.
const BETWEEN_LOOKS: u32 = 50;

/// The stack of a thread that plays, in bytes: as much as a main thread has.
const STACK: usize = 8 << 20;

/// Does something with each number below `count`, several at once, until it says not to go on.
pub(crate) fn at_once(count: usize, threads: usize, act: &(dyn Fn(usize) -> bool + Sync)) {
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::SeqCst);
            if number >= count {
                return;
            }
            if !act(number) {
                next.store(count, Ordering::SeqCst);
            }
        }
    };
    on_threads(threads.min(count).max(1), &work);
}

/// Does the same work on so many threads at once.
fn on_threads(threads: usize, work: &(dyn Fn() + Sync)) {
    std::thread::scope(|scope| {
        let begin = |_| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok();
        // A system that gives fewer threads gets by with fewer, and with this one.
        let running: Vec<_> = (0..threads).filter_map(begin).collect();
        if running.is_empty() {
            work();
        }
        for thread in running {
            if let Err(panic) = thread.join() {
                resume_unwind(panic);
            }
        }
    });
}

/// Everything played, by pair and number.
pub type Games = BTreeMap<(usize, u32), Played>;

/// One who watches a run. What it is told comes from several threads.
pub trait Watch: Sync {
    /// Whether no more games should begin.
    fn stops(&self) -> bool {
        false
    }

    /// So many games (or matches) more are to be played, for now.
    fn planned(&self, count: u64) {
        let _ = count;
    }

    /// A game or match was played. It may take the answers out of it.
    ///
    /// # Errors
    /// Why the run can't go on; it ends with the games that are running.
    fn played(&self, played: &mut Played) -> Result<(), String> {
        let _ = played;
        Ok(())
    }
}

/// Why a run ended before all its games were played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The watcher said so.
    Stopped,
    /// The limit of time was reached.
    Time,
    /// The watcher failed; why.
    Failed(String),
}

/// What came of a run.
#[derive(Clone, Debug)]
pub struct Ran {
    /// Everything played, what was there before included.
    pub games: Games,
    /// Why it ended early, if it did.
    pub early: Option<Ended>,
    /// How fast it went.
    pub pace: Pace,
}

/// What one run played, without what was there before it, and how long that took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// Games.
    pub games: u64,
    /// Decisions taken in them.
    pub decisions: u64,
    /// Wall-clock time.
    pub time: Duration,
}

impl Pace {
    /// The games and decisions of these.
    fn of(games: &Games) -> Self {
        let records = || games.values().flat_map(|played| &played.games);
        Self { games: records().count() as u64, decisions: records().map(|r| r.decisions).sum(), time: Duration::ZERO }
    }
}

/// Plays all games of a configuration. The report does not depend on the number of threads, but for its times.
#[must_use]
pub fn simulate(config: &Config, progress: &(dyn Fn(u64) + Sync)) -> (Report, Vec<GameRecord>) {
    struct Progress<'a>(&'a (dyn Fn(u64) + Sync));
    impl Watch for Progress<'_> {
        fn played(&self, _: &mut Played) -> Result<(), String> {
            (self.0)(1);
            Ok(())
        }
    }
    let ran = run(config, Games::new(), &Progress(progress));
    let report = Report::new(config, &ran.games, ran.pace);
    (report, ran.games.into_values().flat_map(|played| played.games).collect())
}

/// Plays what is not played yet. Which games there are in the end depends on the configuration alone, unless the run ends
/// early; games of the configuration that are there already are not played again.
#[must_use]
pub fn run(config: &Config, done: Games, watch: &dyn Watch) -> Ran {
    let start = Instant::now();
    let deadline = config.time_limit.and_then(|limit| start.checked_add(limit));
    let mut plan = Plan::new(config);
    let before = Pace::of(&done);
    let mut kept = done;
    let early = loop {
        let Some(next) = plan.next(&kept) else { break None };
        watch.planned(next.len() as u64);
        if let Some(early) = play_all(config, &next, &mut kept, watch, deadline) {
            break Some(early);
        }
    };
    let all = Pace::of(&kept);
    let (games, decisions) = (all.games - before.games, all.decisions - before.decisions);
    // Of a longer run that is resumed as a shorter one, the games beyond do not count.
    kept.retain(|(pair, number), _| plan.wanted.get(*pair).is_some_and(|wanted| number < wanted));
    Ran { games: kept, early, pace: Pace { games, decisions, time: start.elapsed() } }
}

/// Which games are wanted.
struct Plan<'a> {
    config: &'a Config,
    /// For each pair, how many games.
    wanted: Vec<u32>,
    /// Whether the pair has all it needs.
    settled: Vec<bool>,
    z: f64,
}

impl<'a> Plan<'a> {
    fn new(config: &'a Config) -> Self {
        let first = if config.until.is_some() { BETWEEN_LOOKS.min(config.games) } else { config.games };
        let pairs = config.pairs.len();
        Self { config, wanted: vec![first; pairs], settled: vec![false; pairs], z: z(config.confidence) }
    }

    /// The games to be played next, those of each pair in turn so that none waits for the others to finish; `None` when
    /// there are enough. It depends on results alone, and so does the number of games in the end.
    fn next(&mut self, done: &Games) -> Option<Vec<(usize, u32)>> {
        for pair in 0..self.wanted.len() {
            self.look(pair, done);
        }
        let most = self.wanted.iter().copied().max().unwrap_or(0);
        let mut next = Vec::new();
        // Games come in twos of the same seed.
        for two in (0..most).step_by(2) {
            for (pair, wanted) in self.wanted.iter().enumerate() {
                let both = (two..(two + 2).min(*wanted)).map(|number| (pair, number));
                next.extend(both.filter(|key| !done.contains_key(key)));
            }
        }
        (!next.is_empty()).then_some(next)
    }

    /// Wants more games of a pair while what there is leaves its interval too wide.
    fn look(&mut self, pair: usize, done: &Games) {
        while !self.settled[pair] {
            let wanted = self.wanted[pair];
            if done.range((pair, 0)..(pair, wanted)).count() < wanted as usize {
                return;
            }
            let narrow = self.config.until.is_none_or(|until| self.half_width(pair, done) <= until);
            self.settled[pair] = narrow || wanted >= self.config.games;
            if !self.settled[pair] {
                // A tenth more each time, in twos: looks stay few, and little is played beyond what is needed.
                let more = BETWEEN_LOOKS.max(wanted / 20 * 2);
                self.wanted[pair] = wanted.saturating_add(more).min(self.config.games);
            }
        }
    }

    fn half_width(&self, pair: usize, done: &Games) -> f64 {
        let (mut won, mut of) = (0, 0);
        for (_, played) in done.range((pair, 0)..(pair, self.wanted[pair])) {
            if self.config.best_of > 1 {
                let [a, b] = played.score();
                won += u64::from(a > b);
                of += u64::from(played.is_sound());
            } else {
                won += u64::from(played.score()[0]);
                of += u64::from(played.is_sound());
            }
        }
        Rate::new(won, of, self.z).half_width()
    }
}

/// Plays these games on the threads of the configuration. They begin in the order given and all that began are finished, so
/// that what was played is the beginning of the list.
fn play_all(
    config: &Config,
    next: &[(usize, u32)],
    kept: &mut Games,
    watch: &dyn Watch,
    deadline: Option<Instant>,
) -> Option<Ended> {
    let begun = AtomicUsize::new(0);
    let halted = AtomicBool::new(false);
    let shared = Mutex::new((std::mem::take(kept), None));
    let ends = |why: Ended| {
        halted.store(true, Ordering::SeqCst);
        let mut shared = shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        shared.1.get_or_insert(why);
    };
    let work = || {
        while !halted.load(Ordering::SeqCst) {
            if watch.stops() {
                return ends(Ended::Stopped);
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return ends(Ended::Time);
            }
            let Some((pair, number)) = next.get(begun.fetch_add(1, Ordering::SeqCst)) else { return };
            let mut played = play_number(config, *pair, *number, u32::MAX);
            if let Err(why) = watch.played(&mut played) {
                ends(Ended::Failed(why));
            }
            let mut shared = shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            shared.0.insert((*pair, *number), played);
        }
    };
    let threads = config.threads.min(next.len());
    if threads <= 1 {
        work();
    } else {
        on_threads(threads, &work);
    }
    let (games, early) = shared.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    *kept = games;
    early
}
