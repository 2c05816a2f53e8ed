//! Running many scenarios at once, each within a limit of time.
//!
//! A scenario that is over its limit is asked to stop; one that does not hear is left alone with its thread, and another
//! thread goes on with the next scenario.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use lawmage_cards::CardPool;
use lawmage_scenario::{Outcome, Report, Wishes, parse_each, run_with};

use crate::failure::{Failure, Outcome as Done};

/// Room for what recurses: positions are deep only by their size.
const STACK: usize = 256 << 20;
/// How long a scenario that was asked to stop may go on.
const GRACE: Duration = Duration::from_secs(5);
/// How often the clock is looked at.
const LOOK: Duration = Duration::from_millis(200);

/// What is to be run, and how.
pub struct Plan {
    /// The files.
    pub files: Vec<PathBuf>,
    /// How many threads.
    pub jobs: usize,
    /// What reports tell.
    pub wishes: Wishes,
    /// How long a scenario may take.
    pub limit: Duration,
}

/// What a worker is at: file, scenario, since when.
type At = Option<(usize, usize, Instant)>;

/// A worker as seen from outside.
struct Worker {
    at: Arc<Mutex<At>>,
    stop: Arc<AtomicBool>,
    left_alone: bool,
}

/// What workers send.
enum News {
    Report { worker: usize, file: usize, index: usize, report: Box<Report> },
    FileDone { worker: usize, file: usize, count: usize },
    Gone { worker: usize },
}

/// What every worker knows.
struct Shared {
    plan: Plan,
    next: AtomicUsize,
}

/// Runs the plan; `tell` hears every report, in the order of the files.
pub fn run(
    plan: Plan,
    pool: impl Fn() -> Done<CardPool>,
    mut tell: impl FnMut(usize, usize, &Report) -> Done<()>,
) -> Done<()> {
    let (jobs, limit) = (plan.jobs, plan.limit);
    let shared = Arc::new(Shared { plan, next: AtomicUsize::new(0) });
    let (sender, news) = channel();
    let mut workers: Vec<Worker> = Vec::new();
    for _ in 0..jobs {
        hire(&mut workers, &shared, pool()?, &sender, None)?;
    }
    let mut told = Telling::default();
    let mut working = jobs;
    while working > 0 {
        match next(&news) {
            Some(News::Gone { worker }) if !is_alone(&workers, worker) => working -= 1,
            Some(News::Report { worker, file, index, report }) if !is_alone(&workers, worker) => {
                told.reports.insert((file, index), *report);
            }
            Some(News::FileDone { worker, file, count }) if !is_alone(&workers, worker) => {
                told.counts.insert(file, count);
            }
            _ => {}
        }
        told.tell(&mut tell)?;
        for (file, index) in overdue(&mut workers, limit) {
            let reason = format!("gave up after {} seconds", limit.as_secs());
            let name = shared.plan.files.get(file).map(|f| format!("{}#{index}", f.display()));
            told.reports.insert((file, index), Report::of(Outcome::Fail, name, reason, None));
            hire(&mut workers, &shared, pool()?, &sender, Some((file, index + 1)))?;
        }
    }
    Ok(())
}

fn next(news: &Receiver<News>) -> Option<News> {
    news.recv_timeout(LOOK).ok()
}

fn is_alone(workers: &[Worker], worker: usize) -> bool {
    workers.get(worker).is_none_or(|w| w.left_alone)
}

/// Asks scenarios over their limit to stop; those of workers that don't hear, who are left alone from now on.
fn overdue(workers: &mut [Worker], limit: Duration) -> Vec<(usize, usize)> {
    let mut lost = Vec::new();
    for worker in workers.iter_mut().filter(|w| !w.left_alone) {
        let at = *worker.at.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((file, index, since)) = at.filter(|(_, _, since)| since.elapsed() > limit) else { continue };
        worker.stop.store(true, Ordering::Relaxed);
        if since.elapsed() > limit + GRACE {
            worker.left_alone = true;
            lost.push((file, index));
        }
    }
    lost
}

/// A new worker, who begins in the middle of a file if told so.
fn hire(
    workers: &mut Vec<Worker>,
    shared: &Arc<Shared>,
    pool: CardPool,
    sender: &Sender<News>,
    from: Option<(usize, usize)>,
) -> Done<()> {
    let me = workers.len();
    let worker = Worker { at: Arc::default(), stop: Arc::default(), left_alone: false };
    let (at, stop) = (worker.at.clone(), worker.stop.clone());
    let (shared, sender) = (shared.clone(), sender.clone());
    let work = move || {
        let mut from = from;
        loop {
            let (file, first) = from.take().unwrap_or_else(|| (shared.next.fetch_add(1, Ordering::Relaxed), 0));
            let Some(path) = shared.plan.files.get(file) else { break };
            let desk = Desk { me, at: &at, stop: &stop, sender: &sender };
            let count = desk.file(path, file, first, &pool, &shared.plan.wishes);
            desk.send(News::FileDone { worker: me, file, count });
        }
        // The last word; nobody may be left to hear it.
        let _ = sender.send(News::Gone { worker: me });
    };
    std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(work)
        .map_err(|e| Failure::new(format!("no thread can be started: {e}")))?;
    workers.push(worker);
    Ok(())
}

/// A worker's own view.
struct Desk<'w> {
    me: usize,
    at: &'w Mutex<At>,
    stop: &'w AtomicBool,
    sender: &'w Sender<News>,
}

impl Desk<'_> {
    /// Runs a file from its `first` scenario on; how many it has.
    fn file(&self, path: &Path, file: usize, first: usize, pool: &CardPool, wishes: &Wishes) -> usize {
        let wrong = |reason: String, line| Report::of(Outcome::Error, None, reason, line);
        let text = match std::fs::read(path).map(String::from_utf8) {
            Ok(Ok(text)) => text,
            Ok(Err(_)) => return self.report(file, 0, wrong("is not UTF-8 text".to_owned(), None)),
            Err(error) => return self.report(file, 0, wrong(format!("cannot be read: {error}"), None)),
        };
        let mut scenarios = parse_each(&text);
        for scenario in scenarios.iter_mut().flatten() {
            scenario.folder = path.parent().map(Path::to_path_buf);
        }
        for (index, scenario) in scenarios.iter().enumerate().skip(first) {
            self.stop.store(false, Ordering::Relaxed);
            self.set(Some((file, index, Instant::now())));
            let report = match scenario {
                Ok(scenario) => run_with(scenario, pool, wishes, self.stop),
                Err(error) => Report::from(error.clone()),
            };
            self.set(None);
            self.report(file, index, report);
        }
        scenarios.len()
    }

    fn set(&self, at: At) {
        *self.at.lock().unwrap_or_else(PoisonError::into_inner) = at;
    }

    fn report(&self, file: usize, index: usize, report: Report) -> usize {
        self.send(News::Report { worker: self.me, file, index, report: Box::new(report) });
        1
    }

    fn send(&self, news: News) {
        // Whoever listens has gone when the command is over.
        let _ = self.sender.send(news);
    }
}

/// Reports that wait for those before them.
#[derive(Default)]
struct Telling {
    reports: BTreeMap<(usize, usize), Report>,
    counts: BTreeMap<usize, usize>,
    next: (usize, usize),
}

impl Telling {
    fn tell(&mut self, tell: &mut impl FnMut(usize, usize, &Report) -> Done<()>) -> Done<()> {
        loop {
            let (file, index) = self.next;
            if let Some(report) = self.reports.remove(&self.next) {
                tell(file, index, &report)?;
                self.next = (file, index + 1);
            } else if self.counts.get(&file).is_some_and(|count| index >= *count) {
                self.next = (file + 1, 0);
            } else {
                return Ok(());
            }
        }
    }
}
