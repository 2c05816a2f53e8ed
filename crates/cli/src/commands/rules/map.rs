//! `lawmage rules map`: what is enforced, where, and what shows it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use lawmage_cards::files::write_whole;
use lawmage_rules::markdown::markdown;
use lawmage_rules::text::Rulebook;
use lawmage_rules::{Entry, Place, RuleMap, Status};
use serde_json::json;

use crate::args::{Format, Shared};
use crate::commands::rules::library;
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::wrap::{fit, width, wrap};

/// `lawmage rules map`
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct MapArgs {
    /// Sections or rules to list: 6, 601, 601.2 or 601.2a
    #[arg(value_name = "RULE")]
    rules: Vec<String>,
    /// Only the rules of this status
    #[arg(long, value_enum)]
    status: Option<StatusArg>,
    /// How to print the result
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// The checkout of lawmage to look at [default: the one around the current directory]
    #[arg(long, value_name = "DIR")]
    source: Option<PathBuf>,
    /// Write the whole map there, as Markdown
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "status"])]
    write: Option<PathBuf>,
}

/// A status on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum StatusArg {
    /// Code cites it and a scenario shows it
    Enforced,
    /// It has nothing to enforce
    Definition,
    /// Code, or a scenario, or both are missing
    NotYet,
}

const EXAMPLES: &str = "\
Examples:
  lawmage rules map                          the state of each section
  lawmage rules map 601.2                    a rule with its subrules: code and scenarios
  lawmage rules map 5 --status not-yet       what is missing in chapter 5";

/// Runs `lawmage rules map`.
pub fn run(args: &MapArgs, shared: &Shared, console: &Console) -> Outcome {
    let root = match args.source.clone().or_else(checkout) {
        Some(root) => root,
        None => {
            let what = "this is no checkout of lawmage: the map is read from its sources; name one with --source DIR";
            return Err(Failure::new(what));
        }
    };
    let mut map = RuleMap::of(&root).map_err(|error| Failure::new(error.to_string()))?;
    if let Some(path) = &args.write {
        write_whole(path, |out| out.write_all(markdown(&map).as_bytes()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let detailed = !args.rules.is_empty() || args.status.is_some();
    map.retain(|entry| args.rules.is_empty() || args.rules.iter().any(|asked| is_within(entry, asked)));
    if map.entries.is_empty() {
        return Err(Failure::new(format!(
            "there is no rule {}: write it like 6, 601 or 601.2a",
            args.rules.join(", ")
        )));
    }
    let summaries = map.clone();
    map.retain(|entry| args.status.is_none_or(|status| status.is(entry.status)));
    match args.format {
        Format::Json => {
            let core = summaries.summary(Entry::is_core);
            console.json(&json!({
                "scenarios": map.scenario_count, "core": core, "core_percent": core.percent(),
                "sections": summaries.sections(), "rules": map.entries,
            }))?;
        }
        Format::Text => {
            // Where the rules were imported, each number has its words beside it.
            let book = library(shared).ok().flatten().map(|library| library.book).unwrap_or_default();
            if detailed {
                for entry in &map.entries {
                    print(console, entry, &book);
                }
                console.line("");
            }
            print_sections(console, &summaries, &book);
        }
    }
    Ok(ExitCode::SUCCESS)
}

impl StatusArg {
    const fn is(self, status: Status) -> bool {
        matches!(
            (self, status),
            (Self::Enforced, Status::Enforced)
                | (Self::Definition, Status::Definition)
                | (Self::NotYet, Status::NotYet)
        )
    }
}

/// Whether a rule is the one asked for or of that section: 702.1 has 702.1a in it, but not 702.10.
fn is_within(entry: &Entry, asked: &str) -> bool {
    let number = entry.rule.to_string();
    number.strip_prefix(asked).is_some_and(|rest| {
        let whole = !asked.contains('.') || !rest.starts_with(|c: char| c.is_ascii_digit());
        rest.is_empty() || whole
    })
}

/// The checkout around the current directory.
pub fn checkout() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let is_root = |dir: &&Path| dir.join("crates/rules/numbers.txt").is_file();
    here.ancestors().find(is_root).map(Path::to_owned)
}

/// The columns of a rule's number.
const NUMBER: usize = 9;

fn print(console: &Console, entry: &Entry, book: &Rulebook) {
    let status = entry.status.word();
    let reason = entry.reason.map(|r| format!(": {r}")).unwrap_or_default();
    let said = format!("{status}{reason}");
    let painted = if entry.status == Status::NotYet { console.bad(&said) } else { console.good(&said) };
    let width = width();
    let text = book.line(entry.rule).unwrap_or_default();
    let room = width.saturating_sub(NUMBER + said.chars().count() + 2);
    let text = if text.is_empty() || room < 20 { String::new() } else { console.dim(format!("  {}", fit(text, room))) };
    console.line(format!("{}{painted}{text}", console.bold(format!("{:NUMBER$}", entry.rule.to_string()))));
    for (what, places) in [("code", &entry.code), ("scenario", &entry.scenarios)] {
        let first = format!("{:NUMBER$}{what:10}", "");
        if !places.is_empty() {
            console.line(wrap(&by_file(places), width, &first, NUMBER + 10));
        } else if entry.status == Status::NotYet {
            console.line(format!("{first}none"));
        }
    }
    if entry.examples_shown < entry.examples {
        console.line(format!("{:NUMBER$}examples {} of {}", "", entry.examples_shown, entry.examples));
    }
}

/// Places with each file named once: "a.rs:3,8 b.rs:2".
fn by_file(places: &[Place]) -> String {
    let mut files: Vec<(&str, Vec<String>)> = Vec::new();
    for place in places {
        let line = place.line.iter().map(ToString::to_string);
        match files.last_mut().filter(|(file, _)| *file == place.file) {
            Some((_, lines)) => lines.extend(line),
            None => files.push((&place.file, line.collect())),
        }
    }
    let files = files.into_iter().map(|(file, lines)| format!("{file}:{}", lines.join(",")));
    files.collect::<Vec<_>>().join(" ")
}

fn print_sections(console: &Console, map: &RuleMap, book: &Rulebook) {
    // Nothing to enforce: definitions, introductions, advice.
    let head =
        format!("{:36} {:>5} {:>11} {:>8} {:>7} {:>8}", "section", "rules", "definitions", "enforced", "%", "examples");
    console.line(console.dim(head));
    for (section, of) in map.sections() {
        let examples = if of.examples == 0 { String::new() } else { format!("{}/{}", of.examples_shown, of.examples) };
        let title = book.sections.get(&section).map(String::as_str).unwrap_or_default();
        let line = format!(
            "{:36} {:5} {:11} {:8} {:7.1} {examples:>8}",
            fit(&format!("{section} {title}"), 36),
            of.rules,
            of.definitions,
            of.enforced,
            of.percent()
        );
        console.line(line.trim_end());
    }
    let core = map.summary(Entry::is_core);
    if core.rules == 0 {
        return;
    }
    let text = format!(
        "sections 1, 4, 5, 6, 703, 704: {} of {} rules ({:.1} %), {} of {} worked examples, {} scenarios in all",
        core.enforced,
        core.enforceable(),
        core.percent(),
        core.examples_shown,
        core.examples,
        map.scenario_count
    );
    console.line(wrap(&text, width(), "", 0));
}
