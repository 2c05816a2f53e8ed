//! `lawmage scenario`: run scenario files.

mod crew;
mod show;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};
use lawmage_scenario::{Finding, Outcome, Report, Show, Wishes};
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

const EXAMPLES: &str = "\
Examples:
  lawmage scenario run scenarios                       the rules, shown one by one
  lawmage scenario run --trace FILE                    the line of play: costs, targets, triggers, effects, each with its rule
  lawmage scenario run --show FILE                     the board where it stops; --show=start, --show=steps
  lawmage scenario run --explain 'Bramble Cub' FILE    how it came by its characteristics, layer by layer (613)
  lawmage scenario run --explain @cub --format json FILE

Exit codes: 0 all pass, 1 some don't, 2 the command line is wrong.";

/// When the board is shown
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Moment {
    /// Where the scenario stops
    End,
    /// The position it begins with
    Start,
    /// As each step ends, and where it stops
    Steps,
}

impl From<Moment> for Show {
    fn from(moment: Moment) -> Self {
        match moment {
            Moment::End => Self::End,
            Moment::Start => Self::Start,
            Moment::Steps => Self::Steps,
        }
    }
}

/// `lawmage scenario run`
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct RunArgs {
    /// Files and directories
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// How to print what was found; json: one object a line, a line for each scenario
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Tell the line of play: each decision, event and refusal with its rule
    #[arg(long)]
    trace: bool,
    /// Show the board: where it stops, at the start, or as each step ends
    #[arg(long, value_enum, value_name = "WHEN", num_args = 0..=1, require_equals = true, default_missing_value = "end")]
    show: Option<Moment>,
    /// Explain where it stops how a card, token or @alias came by its characteristics, layer by layer; may be given several times
    #[arg(long, value_name = "OBJECT")]
    explain: Vec<String>,
    /// How many to run at once [default: the machine's cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Give a scenario up after so many seconds
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
}

/// How many scenarios ended how.
#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
    unsupported: usize,
    wrong: usize,
}

impl Tally {
    const fn count(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Pass => self.passed += 1,
            Outcome::Fail => self.failed += 1,
            Outcome::Unsupported => self.unsupported += 1,
            Outcome::Error => self.wrong += 1,
        }
    }
}

/// Runs `lawmage scenario`.
pub fn run(command: &ScenarioCommand, shared: &Shared, console: &Console) -> Done {
    let ScenarioCommand::Run(args) = command;
    let mut files = Vec::new();
    for path in &args.paths {
        collect(path, &mut files)?;
    }
    if files.is_empty() {
        return Err(Failure::usage("no scenario files there: they end in .yaml, .yml or .json"));
    }
    let jobs = args.jobs.map_or_else(crate::args::cores, usize::from).min(files.len());
    let wishes = Wishes {
        trace: args.trace,
        show: args.show.map(Show::from).unwrap_or_default(),
        explain: args.explain.clone(),
    };
    let tells = args.trace || args.show.is_some() || !args.explain.is_empty();
    let plan = crew::Plan { files: files.clone(), jobs, wishes, limit: Duration::from_secs(args.limit) };
    let mut tally = Tally::default();
    crew::run(
        plan,
        || data::pool(shared, console),
        |file, index, report| {
            tally.count(report.outcome);
            let path = files.get(file).map_or(Path::new(""), PathBuf::as_path);
            match args.format {
                Format::Json => console.json_line(&to_json(path, index, report, args.trace)),
                Format::Text => {
                    if report.outcome != Outcome::Pass || tells {
                        print(console, path, report);
                    }
                    Ok(())
                }
            }
        },
    )?;
    if args.format == Format::Text {
        let Tally { passed, failed, unsupported, wrong } = tally;
        console.line(format!("{passed} passed, {failed} failed, {unsupported} unsupported, {wrong} wrong"));
    }
    let all = tally.failed + tally.unsupported + tally.wrong == 0;
    Ok(if all { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The scenario files of a path, in order of their names.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Done<()> {
    let unreadable = |e: std::io::Error| Failure::usage(format!("{}: cannot be read: {e}", path.display()));
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
        if entry.is_dir() && !entry.is_symlink() {
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
    console.line(format!("{word} {place}: {}", report.name()));
    for finding in &report.findings {
        let told = finding.what.clone().within(file.display().to_string());
        for line in told.to_string().lines() {
            console.line(format!("    {line}"));
        }
    }
    for event in &report.events {
        console.line(console.dim(format!("      {event}")));
    }
    report.shown.iter().for_each(|board| show::board(console, board));
    report.explained.iter().for_each(|object| show::explained(console, object));
    if !report.unused.is_empty() {
        console.line(format!("    answers never used: {}", report.unused.join(", ")));
    }
}

fn to_json(file: &Path, index: usize, report: &Report, trace: bool) -> serde_json::Value {
    let id = report.id.clone().unwrap_or_else(|| format!("{}#{index}", file.display()));
    let mut line = json!({
        "id": id, "title": report.title, "status": report.outcome.word(), "reason": report.reason,
        "at": report.line.map(|line| format!("line {line}")),
    });
    if let Some(object) = line.as_object_mut() {
        if !report.findings.is_empty() {
            object.insert("findings".to_owned(), report.findings.iter().map(finding).collect());
        }
        if !report.unused.is_empty() {
            object.insert("unused".to_owned(), json!(report.unused));
        }
        if trace {
            object.insert("events".to_owned(), json!(report.events));
        }
        if !report.shown.is_empty() {
            object.insert("boards".to_owned(), report.shown.iter().map(show::board_json).collect());
        }
        if !report.explained.is_empty() {
            object.insert("explained".to_owned(), report.explained.iter().map(show::explained_json).collect());
        }
    }
    line
}

fn finding(finding: &Finding) -> serde_json::Value {
    let what = &finding.what;
    json!({
        "status": finding.outcome.word(), "reason": what.what, "hint": what.hint, "line": what.line,
        "column": what.excerpt.as_ref().map(|e| e.column), "expected": finding.expected, "found": finding.found,
    })
}
