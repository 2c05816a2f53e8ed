//! Scenario files.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

use lawmage_cards::CardPool;
use lawmage_scenario::{Outcome, parse_each, run_until};

use super::{Format, Target, files, text};

/// A scenario file.
pub const FILE: Target = Target {
    name: "scenario",
    invariant: "a scenario ends in a report, none of which is a defect of lawmage",
    words: &[
        "players:",
        "script:",
        "expect:",
        "battlefield:",
        "hand:",
        "- cast:",
        "- activate:",
        "pass: all",
        "attack:",
        "block:",
        "stack:",
        "tapped",
        "counters:",
        "&a",
        "*a",
        "<<: *a",
    ],
    make: || Box::new(File { pool: CardPool::starter().unwrap_or_default() }),
};

/// A scenario that goes on longer is asked to stop, as the command line does.
const LONGEST: Duration = Duration::from_secs(2);

struct File {
    pool: CardPool,
}

impl Format for File {
    fn samples(&self) -> Vec<Vec<u8>> {
        let mut samples = Vec::new();
        for file in files("scenarios", "yaml") {
            let text = text(&file);
            let mut scenarios: Vec<String> = text.split("\n- ").map(str::to_owned).collect();
            if scenarios.len() > 1 && text.starts_with("- ") {
                scenarios.iter_mut().skip(1).for_each(|s| s.insert_str(0, "- "));
                samples.extend(scenarios.into_iter().map(String::into_bytes));
            } else {
                samples.push(file);
            }
        }
        samples
    }

    fn run(&mut self, input: &[u8]) -> Result<(), String> {
        for scenario in parse_each(&text(input)).into_iter().flatten() {
            let stop = Arc::new(AtomicBool::new(false));
            let (done, wait) = channel::<()>();
            let timer = stop.clone();
            let clock = std::thread::spawn(move || {
                if wait.recv_timeout(LONGEST).is_err() {
                    timer.store(true, Ordering::Relaxed);
                }
            });
            let report = run_until(&scenario, &self.pool, true, &stop);
            let _ = done.send(());
            let _ = clock.join();
            if report.outcome == Outcome::Error && report.reason.contains("lawmage's own defect") {
                return Err(report.reason);
            }
        }
        Ok(())
    }
}
