//! Plays mutants: processes that are given one after another, and are started anew when one of them brings them down.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use lawmage_ir::Rule;

use super::mutants::Mutant;
use super::results::{Fate, Results};

/// How many times as many conditions a scenario may ask of a mutant, and how many more.
const STEPS: (u64, u64) = (20, 200_000);
/// How many scenarios that killed mutants of the same file are tried first.
const RECENT: usize = 8;

/// A scenario, as it is without mutants.
pub(crate) struct Played {
    /// Its file and its place there.
    pub name: String,
    /// What tells its text from others.
    pub version: String,
    passes: bool,
    steps: u64,
    rules: Vec<Rule>,
}

/// The scenarios, and which of them ask each condition.
pub(crate) struct Coverage {
    /// All of them, by their number.
    pub scenarios: Vec<Played>,
    /// By the mutant's number.
    reaching: Vec<Vec<usize>>,
}

/// How the crew is started.
pub(crate) struct Runner {
    /// The program.
    pub program: PathBuf,
    /// The folder of scenarios.
    pub scenarios: PathBuf,
    /// How many processes.
    pub jobs: usize,
}

impl Runner {
    /// Plays all scenarios on the engine as it is.
    ///
    /// # Errors
    /// When that is not possible, or one doesn't pass.
    pub(crate) fn cover(&self, mutants: usize, file: &Path) -> Result<Coverage, String> {
        let mut command = Command::new(&self.program);
        let done = command.arg(&self.scenarios).arg("cover").arg(file).status().map_err(|e| e.to_string())?;
        if !done.success() {
            return Err(format!("the scenarios can't be played: {done}"));
        }
        let text = fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
        let mut coverage = Coverage { scenarios: Vec::new(), reaching: vec![Vec::new(); mutants] };
        for line in text.lines() {
            let parts: Vec<&str> = line.split('\t').collect();
            let [name, passes, steps, rules, reached] = parts[..] else {
                return Err(format!("not a scenario: {line}"));
            };
            let ids = reached.split(' ').filter_map(|id| usize::from_str_radix(id, 16).ok());
            for id in ids {
                coverage.reaching[id].push(coverage.scenarios.len());
            }
            coverage.scenarios.push(Played {
                name: name.to_owned(),
                version: self.version(name)?,
                passes: passes == "true",
                steps: steps.parse().unwrap_or(0),
                rules: rules.split(' ').filter_map(|rule| rule.parse().ok()).collect(),
            });
        }
        let wrong: Vec<&str> = coverage.scenarios.iter().filter(|s| !s.passes).map(|s| s.name.as_str()).collect();
        match wrong[..] {
            [] if coverage.scenarios.is_empty() => Err("there are no scenarios".to_owned()),
            [] => Ok(coverage),
            _ => Err(format!("without any mutant these scenarios don't pass: {}", wrong.join(", "))),
        }
    }

    fn version(&self, name: &str) -> Result<String, String> {
        let (file, place) = name.rsplit_once('#').unwrap_or((name, ""));
        let text = fs::read(self.scenarios.join(file)).map_err(|e| format!("{file}: {e}"))?;
        let mut hasher = DefaultHasher::new();
        (text, file, place).hash(&mut hasher);
        Ok(format!("{:012x}", hasher.finish() >> 16))
    }

    /// Plays those mutants and notes what becomes of them.
    ///
    /// # Errors
    /// When a process can't be started or the results can't be written.
    pub(crate) fn play(
        &self,
        mutants: &[Mutant],
        chosen: VecDeque<usize>,
        coverage: &Coverage,
        results: Results,
    ) -> Result<Results, String> {
        let all = chosen.len();
        let work = Mutex::new(Work { queue: chosen, results, recent: BTreeMap::new(), all, told: Instant::now() });
        let done: Result<(), String> = std::thread::scope(|scope| {
            let crew: Vec<_> =
                (0..self.jobs.max(1)).map(|_| scope.spawn(|| self.one(mutants, coverage, &work))).collect();
            crew.into_iter().try_for_each(|one| one.join().unwrap_or_else(|_| Err("a thread ended early".to_owned())))
        });
        done?;
        work.into_inner().map(|work| work.results).map_err(|e| e.to_string())
    }

    fn one(&self, mutants: &[Mutant], coverage: &Coverage, work: &Mutex<Work>) -> Result<(), String> {
        let mut process = None;
        loop {
            let (id, order) = {
                let mut work = work.lock().map_err(|e| e.to_string())?;
                let Some(id) = work.queue.pop_front() else { return Ok(()) };
                work.tell();
                let order = work.order(&mutants[id], &coverage.reaching[id], &coverage.scenarios);
                (id, order)
            };
            let fate = if order.is_empty() {
                Fate::Survived
            } else {
                let mut running = match process.take() {
                    Some(running) => running,
                    None => Process::start(self)?,
                };
                let answer = running.ask(id, &order, &coverage.scenarios);
                match answer {
                    Some(fate) => {
                        process = Some(running);
                        fate
                    }
                    None => {
                        running.end();
                        Fate::Killed {
                            by: String::new(),
                            version: String::new(),
                            why: "the program broke off".to_owned(),
                        }
                    }
                }
            };
            work.lock().map_err(|e| e.to_string())?.note(&mutants[id], fate)?;
        }
    }
}

impl Coverage {
    /// Whether a scenario asks the condition.
    pub(crate) fn is_reached(&self, id: usize) -> bool {
        !self.reaching[id].is_empty()
    }
}

struct Work {
    queue: VecDeque<usize>,
    results: Results,
    /// The scenarios that killed mutants of a file, the latest last.
    recent: BTreeMap<String, Vec<String>>,
    all: usize,
    told: Instant,
}

impl Work {
    fn note(&mut self, mutant: &Mutant, fate: Fate) -> Result<(), String> {
        if let Fate::Killed { by, .. } = &fate {
            let recent = self.recent.entry(mutant.file.clone()).or_default();
            recent.retain(|name| name != by);
            recent.push(by.clone());
            let extra = recent.len().saturating_sub(RECENT);
            recent.drain(..extra);
        }
        self.results.note(&mutant.key(), fate)
    }

    fn tell(&mut self) {
        if self.told.elapsed() > Duration::from_secs(15) {
            self.told = Instant::now();
            eprintln!("{} of {} mutants tried", self.all - self.queue.len(), self.all);
        }
    }

    /// The scenarios to try, those first that are likely to notice, then the shortest; without those it has survived.
    fn order(&self, mutant: &Mutant, reaching: &[usize], scenarios: &[Played]) -> Vec<usize> {
        let key = mutant.key();
        let survived = self.results.survived(&key);
        let killer = match self.results.fate(&key) {
            Some(Fate::Killed { by, .. }) => Some(by),
            _ => None,
        };
        let recent = self.recent.get(&mutant.file).map_or(&[][..], Vec::as_slice);
        let is_new = |index: &&usize| !survived.is_some_and(|old| old.contains(&scenarios[**index].version));
        let mut order: Vec<usize> = reaching.iter().filter(is_new).copied().collect();
        order.sort_by_cached_key(|index| {
            let played = &scenarios[*index];
            let cites = |rules: &[Rule]| played.rules.iter().any(|rule| rules.contains(rule));
            let likely = match () {
                () if killer == Some(&played.name) => 0,
                () if cites(&mutant.close) => 1,
                () if cites(&mutant.around) || recent.contains(&played.name) => 2,
                () => 3,
            };
            (likely, played.steps, *index)
        });
        order
    }
}

struct Process {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Process {
    fn start(runner: &Runner) -> Result<Self, String> {
        let mut command = Command::new(&runner.program);
        command.arg(&runner.scenarios).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|e| format!("{}: {e}", runner.program.display()))?;
        let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("a process without its pipes".to_owned());
        };
        Ok(Self { child, to, from: BufReader::new(from) })
    }

    /// What becomes of a mutant; `None` when the process ends meanwhile.
    fn ask(&mut self, id: usize, order: &[usize], scenarios: &[Played]) -> Option<Fate> {
        let (times, more) = STEPS;
        let limit =
            |index: &usize| format!(" {}:{index}", scenarios[*index].steps.saturating_mul(times).saturating_add(more));
        let line: String = std::iter::once(id.to_string()).chain(order.iter().map(limit)).collect();
        writeln!(self.to, "{line}").and_then(|()| self.to.flush()).ok()?;
        let mut answer = String::new();
        self.from.read_line(&mut answer).ok()?;
        let mut words = answer.trim_end().splitn(4, ' ').skip(1);
        match words.next()? {
            "survived" => Some(Fate::Survived),
            _ => {
                let by = scenarios.get(words.next()?.parse::<usize>().ok()?)?;
                let why = words.next().unwrap_or_default().to_owned();
                Some(Fate::Killed { by: by.name.clone(), version: by.version.clone(), why })
            }
        }
    }

    fn end(mut self) {
        drop(self.to);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
