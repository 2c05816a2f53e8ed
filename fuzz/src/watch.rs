//! Watching a worker: its progress, its memory, how it ends.

use std::fmt;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use crate::mutate::Mutator;
use crate::targets::Target;
use crate::worker::BROKEN;

/// What an input may take.
pub struct Limits {
    /// For one input.
    pub time: Duration,
    /// For the whole process.
    pub megabytes: u64,
}

/// A run of one format.
pub struct Run<'r> {
    pub target: &'r Target,
    pub seed: u64,
    pub inputs: u64,
    pub limits: &'r Limits,
    pub findings: &'r Path,
}

/// What came of it.
pub struct Report {
    name: &'static str,
    inputs: u64,
    seconds: f64,
    /// The longest that one input took, and its number.
    slowest: (Duration, u64),
    /// The most memory that was seen, in megabytes, where the system tells.
    megabytes: Option<u64>,
    /// The input at hand.
    current: Option<u64>,
    /// What broke, in words.
    pub findings: Vec<String>,
}

/// After so many findings a format is left.
const MOST_FINDINGS: usize = 20;
/// Before its first input a worker makes its samples.
const START: Duration = Duration::from_secs(60);
/// How often the memory is looked at.
const LOOK: Duration = Duration::from_millis(100);

/// A worker that waits, for whatever, is stuck after so many times the limit on the clock.
const STUCK: u32 = 20;

/// How long a process has worked.
struct Stopwatch {
    process: u32,
    since: Instant,
    before: Option<Duration>,
}

impl Stopwatch {
    fn start(process: u32) -> Self {
        Self { process, since: Instant::now(), before: processor_time_of(process) }
    }

    /// The processor time since the start, where the system tells it: how busy the machine is otherwise does not matter then.
    fn busy(&self) -> Duration {
        let now = processor_time_of(self.process);
        now.zip(self.before).map_or_else(|| self.since.elapsed(), |(now, before)| now.saturating_sub(before))
    }
}

/// How a worker ended.
enum End {
    Done,
    /// While it ran that input.
    Broke {
        number: u64,
        how: String,
    },
}

impl Run<'_> {
    /// Runs all inputs, with a new process after each that broke one.
    pub fn watch(&self) -> Result<Report, String> {
        let begun = Instant::now();
        let mut report = Report {
            name: self.target.name,
            inputs: self.inputs,
            seconds: 0.0,
            slowest: (Duration::ZERO, 0),
            megabytes: None,
            current: None,
            findings: Vec::new(),
        };
        let mut from = 0;
        while from < self.inputs && report.findings.len() < MOST_FINDINGS {
            match self.worker(from, &mut report)? {
                End::Done => break,
                End::Broke { number, how } => {
                    self.keep(number, &how, &mut report)?;
                    from = number + 1;
                }
            }
        }
        report.seconds = begun.elapsed().as_secs_f64();
        Ok(report)
    }

    /// Writes an input down that broke something.
    fn keep(&self, number: u64, how: &str, report: &mut Report) -> Result<(), String> {
        let samples = (self.target.make)().samples();
        let input = Mutator::new(&samples, self.target.words, self.seed, number).make();
        let path = self.findings.join(format!("{}-{}-{number}", self.target.name, self.seed));
        let written = std::fs::create_dir_all(self.findings).and_then(|()| std::fs::write(&path, input));
        written.map_err(|e| format!("{}: {e}", path.display()))?;
        report.findings.push(format!("input {number}: {how}; {}", path.display()));
        Ok(())
    }

    fn worker(&self, from: u64, report: &mut Report) -> Result<End, String> {
        let program = std::env::current_exe().map_err(|e| e.to_string())?;
        let mut command = Command::new(program);
        command.arg(self.target.name).args(["--seed", &self.seed.to_string(), "--inputs", &self.inputs.to_string()]);
        command.args(["--work-from", &from.to_string()]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|e| format!("no worker could be started: {e}"))?;
        report.current = None;
        let lines = lines_of(child.stdout.take());
        let complaints = last_words_of(child.stderr.take());
        let end = self.follow(&mut child, &lines, from, report);
        let _ = child.kill();
        let status = child.wait().map_err(|e| e.to_string())?;
        Ok(match end {
            Some(end) => end,
            None if status.success() => End::Done,
            None => {
                let words = complaints.recv().unwrap_or_default();
                let number = report.current.unwrap_or(from);
                End::Broke { number, how: format!("{status}: {}", words.trim()) }
            }
        })
    }

    /// Follows a worker's progress; `None` once it says no more.
    fn follow(&self, child: &mut Child, lines: &Receiver<String>, from: u64, report: &mut Report) -> Option<End> {
        let mut at = None;
        let mut watch = Stopwatch::start(child.id());
        loop {
            match lines.recv_timeout(LOOK) {
                Ok(line) => {
                    if let Some(why) = line.strip_prefix(BROKEN) {
                        return Some(End::Broke { number: at.unwrap_or(from), how: why.to_owned() });
                    }
                    if let Some(number) = at {
                        report.slowest = report.slowest.max((watch.busy(), number));
                    }
                    at = line.parse().ok();
                    report.current = at;
                    watch = Stopwatch::start(child.id());
                }
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
            let used = memory_of(child.id());
            report.megabytes = report.megabytes.max(used);
            let number = at.unwrap_or(from);
            if used.is_some_and(|mb| mb > self.limits.megabytes) {
                return Some(End::Broke { number, how: format!("{} MB of memory", used.unwrap_or_default()) });
            }
            let limit = if at.is_some() { self.limits.time } else { START };
            if watch.busy() > limit || watch.since.elapsed() > limit * STUCK {
                let (busy, all) = (watch.busy().as_secs_f64(), watch.since.elapsed().as_secs_f64());
                return Some(End::Broke { number, how: format!("no end after {busy:.0} s of work in {all:.0} s") });
            }
        }
    }
}

/// The lines of a worker's output as they come.
fn lines_of(output: Option<impl Read + Send + 'static>) -> Receiver<String> {
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        let Some(output) = output else { return };
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

/// The last line that a worker wrote to the error stream, once it has ended: of a panic, where and what.
fn last_words_of(errors: Option<impl Read + Send + 'static>) -> Receiver<String> {
    let (sender, words) = channel();
    std::thread::spawn(move || {
        let Some(errors) = errors else { return };
        let mut last: Vec<String> = Vec::new();
        for line in BufReader::new(errors).split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line).chars().take(300).collect::<String>();
            if !line.trim().is_empty() && !line.starts_with("note: ") {
                last.push(line);
            }
            if last.len() > 2 {
                last.remove(0);
            }
        }
        let _ = sender.send(last.join(" | "));
    });
    words
}

/// The most memory that a process has used, in megabytes.
#[cfg(target_os = "linux")]
fn memory_of(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches("kB").trim().parse::<u64>().ok().map(|kb| kb / 1024)
}

#[cfg(not(target_os = "linux"))]
fn memory_of(_: u32) -> Option<u64> {
    None
}

/// The processor time that a process has used, in its own code and for it, to a hundredth of a second.
#[cfg(target_os = "linux")]
fn processor_time_of(process: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name, in parentheses, may hold anything; after it the twelfth and thirteenth are the times.
    let (_, after) = stat.rsplit_once(')')?;
    let times = after.split_whitespace().skip(11).take(2).map(str::parse::<u64>);
    let ticks: u64 = times.collect::<Result<Vec<u64>, _>>().ok()?.iter().sum();
    Some(Duration::from_millis(ticks * 10))
}

#[cfg(not(target_os = "linux"))]
fn processor_time_of(_: u32) -> Option<Duration> {
    None
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (slowest, number) = self.slowest;
        write!(f, "{:<12} {} inputs in {:.1} s, ", self.name, self.inputs, self.seconds)?;
        match self.findings.len() {
            0 => f.write_str("nothing broke")?,
            n => write!(f, "{n} FINDINGS{}", if n == MOST_FINDINGS { ", left there" } else { "" })?,
        }
        write!(f, "; slowest {:.2} s (input {number})", slowest.as_secs_f64())?;
        if let Some(megabytes) = self.megabytes {
            write!(f, "; {megabytes} MB")?;
        }
        self.findings.iter().try_for_each(|finding| write!(f, "\n  {finding}"))
    }
}
