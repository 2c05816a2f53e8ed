//! Plays the scenarios of a folder against mutants of the engine (written here by `cargo xtask mutate`).
//!
//! `runner FOLDER cover FILE` plays each as things are, and writes a line of each: its name, whether it passes, how many
//! conditions it asked, its rules, and which conditions. `runner FOLDER` reads lines `ID LIMIT:INDEX …`, and answers each with
//! `ID survived` or `ID killed INDEX REASON`.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use lawmage_cards::CardPool;
use lawmage_engine::mutant::{choose, left, reached};
use lawmage_scenario::{Outcome, Report, Scenario, parse, run};

/// The mutant (upper half) and the scenario (lower half) at work.
static AT: AtomicU64 = AtomicU64::new(u64::MAX);
/// The memory that a mutant may take, in pages of 4 KiB.
const MOST_PAGES: u64 = 400_000;
/// How long a scenario may take.
const LONGEST: Duration = Duration::from_secs(30);

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(|e| e.ok().map(|e| e.path()));
    for entry in entries {
        if entry.is_dir() {
            files(&entry, found);
        } else if entry.extension().is_some_and(|e| e == "yaml") {
            found.push(entry);
        }
    }
    found.sort();
}

fn scenarios(folder: &Path) -> Vec<(String, Scenario)> {
    let mut paths = Vec::new();
    files(folder, &mut paths);
    let mut all = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).unwrap_or_default();
        let name = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
        for (i, mut scenario) in parse(&text).unwrap_or_default().into_iter().enumerate() {
            scenario.folder = path.parent().map(Path::to_path_buf);
            all.push((format!("{name}#{i}"), scenario));
        }
    }
    all
}

fn one_line(report: &Report) -> String {
    let reason = report.reason.to_string();
    reason.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(160).collect()
}

fn cover(all: &[(String, Scenario)], pool: &CardPool, to: &str) {
    let mut out = String::new();
    for (name, scenario) in all {
        reached();
        choose(u32::MAX, u64::MAX);
        let report = run(scenario, pool, false);
        let steps = u64::MAX - left();
        let passes = report.outcome == Outcome::Pass;
        let rules: Vec<String> = scenario.rules.iter().map(ToString::to_string).collect();
        let _ = write!(out, "{name}\t{passes}\t{steps}\t{}\t", rules.join(" "));
        for id in reached() {
            let _ = write!(out, "{id:x} ");
        }
        out.push('\n');
    }
    fs::write(to, out).expect("the file of what is reached can be written");
}

fn killed(at: u64, why: &str) {
    println!("{} killed {} {why}", at >> 32, at & 0xffff_ffff);
    let _ = std::io::stdout().flush();
}

/// Ends the process when a scenario takes too long or too much memory.
fn watch() {
    let (mut last, mut since) = (u64::MAX, Instant::now());
    loop {
        std::thread::sleep(Duration::from_millis(100));
        let at = AT.load(Relaxed);
        if at != last {
            (last, since) = (at, Instant::now());
        }
        let memory = fs::read_to_string("/proc/self/statm").unwrap_or_default();
        let pages: u64 = memory.split(' ').nth(1).and_then(|n| n.parse().ok()).unwrap_or(0);
        let why = if pages > MOST_PAGES { "it takes too much memory" } else { "it takes too long" };
        if at != u64::MAX && (pages > MOST_PAGES || since.elapsed() > LONGEST) {
            killed(at, why);
            std::process::exit(0);
        }
    }
}

fn serve(all: &[(String, Scenario)], pool: &CardPool) {
    std::thread::spawn(watch);
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let mut words = line.split(' ');
        let Some(id) = words.next().and_then(|w| w.parse::<u32>().ok()) else { return };
        let mut survived = true;
        for (limit, index) in words.filter_map(|w| w.split_once(':')) {
            let (Ok(limit), Ok(index)) = (limit.parse(), index.parse::<u32>()) else { return };
            let at = u64::from(id) << 32 | u64::from(index);
            AT.store(at, Relaxed);
            choose(id, limit);
            let report = run(&all[index as usize].1, pool, false);
            if report.outcome != Outcome::Pass {
                killed(at, &one_line(&report));
                survived = false;
                break;
            }
        }
        AT.store(u64::MAX, Relaxed);
        if survived {
            println!("{id} survived");
            let _ = std::io::stdout().flush();
        }
    }
}

fn main() {
    std::panic::set_hook(Box::new(|_| ()));
    let work = || {
        let args: Vec<String> = std::env::args().collect();
        choose(u32::MAX, u64::MAX);
        let all = scenarios(Path::new(&args[1]));
        let pool = CardPool::starter().expect("the starter set is read");
        match args.get(2).map(String::as_str) {
            Some("cover") => cover(&all, &pool, &args[3]),
            _ => serve(&all, &pool),
        }
    };
    let done = std::thread::Builder::new().stack_size(256 << 20).spawn(work).map(|thread| thread.join());
    std::process::exit(i32::from(!matches!(done, Ok(Ok(())))));
}
