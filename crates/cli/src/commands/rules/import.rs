//! `lawmage rules import FILE`: takes the text of the rules into the data directory.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use lawmage_cards::Error;
use lawmage_cards::files::Lock;
use lawmage_ir::Rule;
use lawmage_rules::numbers;
use lawmage_rules::text::decode::LARGEST;
use lawmage_rules::text::library::Pairs;
use lawmage_rules::text::{Library, Merged};
use serde::Serialize;

use crate::args::{Format, Shared};
use crate::console::Console;
use crate::data;
use crate::failure::{Failure, Outcome};

/// `lawmage rules import`
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ImportArgs {
    /// The rulebook as text (TXT), in any encoding; or a file of rules in English and Chinese, a JSON record a line
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How many lines that were not understood to list
    #[arg(long, default_value_t = 5, value_name = "N")]
    list: usize,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

const EXAMPLES: &str = "\
Examples:
  lawmage rules import MagicCompRules.txt    the rulebook, from the rules page of Wizards of the Coast
  lawmage rules import rules.jsonl           {\"number\": \"100.1\", \"en\": …, \"zh\": …, \"zh_source\": …}

Both may be imported, in any order: the published rulebook decides what a rule says in English.";

/// What an import says.
#[derive(Serialize)]
struct Report {
    files: Vec<FileReport>,
    pairs: Option<Pairs>,
    /// Rules that lawmage knows by number and the text does not have.
    missing: Vec<Rule>,
    /// Rules of the text that lawmage does not know.
    unknown: Vec<Rule>,
    library: String,
}

#[derive(Serialize)]
struct FileReport {
    file: String,
    #[serde(flatten)]
    merged: Merged,
}

/// Runs `lawmage rules import`.
pub fn run(args: &ImportArgs, shared: &Shared, console: &Console) -> Outcome {
    let path = data::rules_path(shared)?;
    if let Some(dir) = path.parent() {
        std::fs::create_dir_all(dir).map_err(|e| Failure::new(format!("{}: cannot be made: {e}", dir.display())))?;
    }
    let _lock = Lock::take(&path.with_extension("lock"))?;
    // A library that can't be read is what an import mends.
    let mut library = match Library::open(&path) {
        Ok(library) => library.unwrap_or_default(),
        Err(error) => {
            console.warn(format!("{error}; it is replaced"));
            Library::default()
        }
    };
    let mut files = Vec::new();
    for file in &args.files {
        let name = file.display().to_string();
        let merged = library.take(&file_name(file), &read(file)?).map_err(|error| error.within(&*name))?;
        files.push(FileReport { file: name, merged });
    }
    library.save(&path)?;
    let known = numbers::all();
    let missing = known.keys().filter(|rule| !library.book.rules.contains_key(rule)).copied().collect();
    let unknown = library.book.rules.keys().filter(|rule| !known.contains_key(rule)).copied().collect();
    let pairs = (!library.chinese.is_empty()).then(|| library.pairs());
    let report = Report { files, pairs, missing, unknown, library: path.display().to_string() };
    match args.format {
        Format::Json => console.json(&report)?,
        Format::Text => print(&report, args.list, &library, console),
    }
    Ok(ExitCode::SUCCESS)
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn read(path: &Path) -> Outcome<Vec<u8>> {
    let wrong = |what: String| Error::new(what).within(path.display().to_string());
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|e| wrong(format!("cannot be read: {e}")))?;
    file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(|e| wrong(format!("cannot be read: {e}")))?;
    if bytes.len() as u64 > LARGEST {
        return Err(wrong(format!("is larger than {} MB, more than any rulebook", LARGEST >> 20)).into());
    }
    Ok(bytes)
}

fn print(report: &Report, list: usize, library: &Library, console: &Console) {
    for file in &report.files {
        let merged = &file.merged;
        let mut parts = Vec::new();
        for (count, one, many) in [
            (merged.english, "rule in English", "rules in English"),
            (merged.examples, "example", "examples"),
            (merged.glossary, "glossary entry", "glossary entries"),
            (merged.chinese, "rule in Chinese", "rules in Chinese"),
        ] {
            if count > 0 {
                parts.push(format!("{count} {}", if count == 1 { one } else { many }));
            }
        }
        console.line(format!("{}: {} ({})", file.file, parts.join(", "), merged.encoding));
        if let Some(day) = &merged.effective {
            console.line(format!("The rules as of {day}"));
        }
        if !merged.overruled.is_empty() {
            let numbers = rules(&merged.overruled);
            console.line(format!("The published rulebook and the records differ in {numbers}: the rulebook decides"));
        }
        for unread in merged.unread.iter().take(list) {
            console.line(console.bad(format!("line {}: not understood, {}: {}", unread.line, unread.why, unread.text)));
        }
        if merged.unread.len() > list {
            let more = merged.unread.len() - list;
            console.line(console.bad(format!("{more} more lines were not understood; --list N lists more")));
        }
    }
    if let Some(pairs) = &report.pairs {
        console.line(format!(
            "The Chinese numbering is older: {} wordings have the number of today's rule, {} another one, {} meet no rule of today; \
             {} rules of today have none",
            pairs.same, pairs.moved, pairs.alone, pairs.missing
        ));
    }
    if library.book.rules.is_empty() {
        console.line("No English was imported; the rulebook of Wizards of the Coast brings it");
    } else if !(report.missing.is_empty() && report.unknown.is_empty()) {
        let of = |what: &str, list: &[Rule]| {
            if list.is_empty() { String::new() } else { format!("; {} {what}", rules(list)) }
        };
        console.line(console.bad(format!(
            "lawmage enforces the rules of February 7, 2025; where this text is of another day, what it says of code may be of \
             another rule{}{}",
            of("are not in this text", &report.missing),
            of("are new to it", &report.unknown)
        )));
    }
    console.line(format!("Read them: lawmage rules show 613.8, lawmage rules search WORDS ({})", report.library));
}

/// The first rules of a list, and how many more.
fn rules(list: &[Rule]) -> String {
    let shown: Vec<String> = list.iter().take(6).map(ToString::to_string).collect();
    let more = if list.len() > 6 { format!(" and {} more", list.len() - 6) } else { String::new() };
    format!("{}{more}", shown.join(", "))
}
