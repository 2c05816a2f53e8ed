//! `lawmage scenario`: run scenario files.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::{Args, Subcommand};
use lawmage_scenario::{Outcome, Report, parse, run as play};
use serde_json::json;

use crate::args::{Format, Shared};
use crate::console::Console;
use crate::data;
use crate::failure::{Failure, Outcome as Done};

/// `lawmage scenario`
#[derive(Subcommand)]
pub enum ScenarioCommand {
    /// Run scenario files, or all of a directory
    Run(RunArgs),
}

/// `lawmage scenario run`
#[derive(Args)]
pub struct RunArgs {
    /// Files and directories
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// How to print what was found
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Print every event with its rule
    #[arg(long)]
    trace: bool,
    /// How many to run at once [default: the machine's cores]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
}

/// What came of one file: its reports, or one of what is wrong with it.
type Reports = Vec<Report>;

/// Runs `lawmage scenario`.
pub fn run(command: &ScenarioCommand, shared: &Shared, console: &Console) -> Done {
    let ScenarioCommand::Run(args) = command;
    let mut files = Vec::new();
    for path in &args.paths {
        collect(path, &mut files)?;
    }
    if files.is_empty() {
        return Err(Failure::new("no scenario files there: they end in .yaml, .yml or .json"));
    }
    let jobs = args.jobs.or_else(|| std::thread::available_parallelism().ok().map(Into::into)).unwrap_or(1);
    let results = run_all(&files, jobs.clamp(1, files.len()), args.trace, shared, console)?;
    let all = || results.iter().flatten();
    let count = |outcome: Outcome| all().filter(|r| r.outcome == outcome).count();
    match args.format {
        Format::Json => {
            let reports: Vec<_> = files
                .iter()
                .zip(&results)
                .flat_map(|(file, reports)| reports.iter().map(move |r| to_json(file, r)))
                .collect();
            console.json(&json!({
                "pass": count(Outcome::Pass), "fail": count(Outcome::Fail),
                "unsupported": count(Outcome::Unsupported), "error": count(Outcome::Error),
                "scenarios": reports,
            }))?;
        }
        Format::Text => {
            for (file, reports) in files.iter().zip(&results) {
                for report in reports.iter().filter(|r| r.outcome != Outcome::Pass || args.trace) {
                    print(console, file, report);
                }
            }
            console.line(format!(
                "{} passed, {} failed, {} unsupported, {} wrong",
                count(Outcome::Pass),
                count(Outcome::Fail),
                count(Outcome::Unsupported),
                count(Outcome::Error)
            ));
        }
    }
    let bad = count(Outcome::Fail) + count(Outcome::Error) > 0;
    Ok(if bad { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// Runs the files, several at once.
fn run_all(files: &[PathBuf], jobs: usize, trace: bool, shared: &Shared, console: &Console) -> Done<Vec<Reports>> {
    // A pool reads its file: each thread has its own.
    let pools = (0..jobs).map(|_| data::pool(shared, console)).collect::<Result<Vec<_>, _>>()?;
    let next = AtomicUsize::new(0);
    let next = &next;
    let mut found: Vec<(usize, Reports)> = std::thread::scope(|scope| {
        let threads: Vec<_> = pools
            .into_iter()
            .map(|pool| {
                scope.spawn(move || {
                    let mut done = Vec::new();
                    while let Some((index, file)) = {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        files.get(index).map(|file| (index, file))
                    } {
                        done.push((index, run_file(file, &pool, trace)));
                    }
                    done
                })
            })
            .collect();
        threads.into_iter().flat_map(|t| t.join().unwrap_or_default()).collect()
    });
    found.sort_by_key(|(index, _)| *index);
    Ok(found.into_iter().map(|(_, reports)| reports).collect())
}

fn run_file(file: &Path, pool: &lawmage_cards::CardPool, trace: bool) -> Reports {
    let wrong = |reason: String, line: Option<u64>| {
        let name = file.display().to_string();
        vec![Report { name, outcome: Outcome::Error, reason, line, events: Vec::new(), unused: Vec::new() }]
    };
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) => return wrong(format!("cannot be read: {error}"), None),
    };
    match parse(&text) {
        Ok(scenarios) => scenarios.iter().map(|s| play(s, pool, trace)).collect(),
        Err(error) => wrong(error.what, error.line),
    }
}

/// The scenario files of a path, in order of their names.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Done<()> {
    let unreadable = |e: std::io::Error| Failure::new(format!("{}: cannot be read: {e}", path.display()));
    if !path.is_dir() {
        std::fs::metadata(path).map_err(unreadable)?;
        files.push(path.to_owned());
        return Ok(());
    }
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(path).map_err(unreadable)?.filter_map(|e| e.ok().map(|e| e.path())).collect();
    entries.sort();
    for entry in entries {
        let known = entry.extension().is_some_and(|e| e == "yaml" || e == "yml" || e == "json");
        if entry.is_dir() {
            collect(&entry, files)?;
        } else if known {
            files.push(entry);
        }
    }
    Ok(())
}

fn print(console: &Console, file: &Path, report: &Report) {
    let word = report.outcome.word();
    let word = if report.outcome == Outcome::Pass { console.good(word) } else { console.bad(word) };
    let place = report.line.map_or_else(|| file.display().to_string(), |line| format!("{}:{line}", file.display()));
    console.line(format!("{word} {place}: {}", report.name));
    if !report.reason.is_empty() {
        console.line(format!("    {}", report.reason));
    }
    for event in &report.events {
        console.line(console.dim(format!("      {event}")));
    }
    if report.outcome != Outcome::Pass && !report.unused.is_empty() {
        console.line(format!("    answers never used: {}", report.unused.join(", ")));
    }
}

fn to_json(file: &Path, report: &Report) -> serde_json::Value {
    json!({
        "file": file.display().to_string(), "name": report.name, "outcome": report.outcome.word(),
        "reason": report.reason, "line": report.line, "events": report.events, "unused": report.unused,
    })
}
