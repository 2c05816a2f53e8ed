//! What many games came to: how long answers took, and whether memory grows.

use std::time::Duration;

/// Waits are counted in so many steps to the doubling of a wait.
const STEPS: f64 = 32.0;

/// The longest wait that is told apart, in microseconds.
const MOST: f64 = 120_000_000.0;

/// What all games together came to.
pub struct Measured {
    /// How many answers took so long to the next question: counted, not kept, so that measuring takes no memory of its own.
    waits: Vec<u32>,
    /// Games that ended.
    pub games: u32,
    /// Answers that were no legal ones.
    pub refused: u32,
    /// What went wrong.
    pub errors: Vec<String>,
}

impl Default for Measured {
    fn default() -> Self {
        let steps = (MOST.log2() * STEPS) as usize + 1;
        Self { waits: vec![0; steps], games: 0, refused: 0, errors: Vec::new() }
    }
}

impl Measured {
    /// Counts a wait.
    pub fn waited(&mut self, wait: Duration) {
        let step = (wait.as_micros() as f64).clamp(1.0, MOST).log2() * STEPS;
        if let Some(count) = self.waits.get_mut(step as usize) {
            *count += 1;
        }
    }

    /// Adds what others came to.
    pub fn add(&mut self, mut other: Self) {
        for (all, more) in self.waits.iter_mut().zip(&other.waits) {
            *all += more;
        }
        self.errors.append(&mut other.errors);
        self.games += other.games;
        self.refused += other.refused;
    }

    fn answers(&self) -> u64 {
        self.waits.iter().map(|count| u64::from(*count)).sum()
    }

    /// No more than that part of all answers took longer.
    pub fn part(&self, part: f64) -> Duration {
        let (wanted, mut seen) = ((self.answers() as f64 * part) as u64, 0);
        let step = self.waits.iter().position(|count| {
            seen += u64::from(*count);
            seen > wanted
        });
        // The end of the step, not its beginning.
        Duration::from_secs_f64(((step.unwrap_or(0) + 1) as f64 / STEPS).exp2() / 1_000_000.0)
    }

    /// All of it in words.
    pub fn told(&self, seconds: f64) -> String {
        let part = |part| self.part(part).as_secs_f64() * 1_000.0;
        let answers = self.answers();
        let errors = if self.errors.is_empty() { "none".to_owned() } else { self.errors.join("; ") };
        format!(
            "{answers} answers, {} a second; {} games ended, {} answers refused\n\
            from answer to next question: median {:.1} ms, 90% {:.1} ms, 99% {:.1} ms, longest {:.1} ms\n\
            errors: {errors}",
            (answers as f64 / seconds) as u64,
            self.games,
            self.refused,
            part(0.5),
            part(0.9),
            part(0.99),
            part(0.999_999)
        )
    }
}

/// Whether memory stays as it is once all games are on: the most of the last third is no more than the most of the one before it, but for a tenth.
pub fn is_flat(looks: &[u64]) -> bool {
    let third = looks.len() / 3;
    let most = |part: &[u64]| part.iter().copied().max().unwrap_or(0);
    let (before, last) = looks.split_at(looks.len() - third);
    most(last) * 10 <= most(&before[before.len() - third..]) * 11
}

/// The memory of this process, in megabytes; 0 where the system doesn't tell.
pub fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or(0) / 1_024
}
