//! `lawmage cards import`: card data that the user downloaded becomes the database.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use lawmage_cards::import::{self, Imported};
use lawmage_cards::{Database, Progress};
use serde::Serialize;

use super::share;
use super::skipped::{self, SkippedReport};
use crate::args::{Format, Shared};
use crate::console::Console;
use crate::data;
use crate::failure::Outcome;

/// `lawmage cards import`
#[derive(Args)]
pub struct ImportArgs {
    /// The downloaded file
    path: PathBuf,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Imports the file.
pub fn run(args: &ImportArgs, shared: &Shared, console: &Console) -> Outcome {
    let path = data::database_path(shared)?;
    let start = Instant::now();
    // Drawn on the error stream, and only when that is a terminal.
    let bar = ProgressBar::new(0);
    let style = ProgressStyle::with_template("{msg:>9} [{bar:40}] {pos}/{len} {eta}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> "));
    let show = |progress: Progress| {
        let (message, done, total) = match progress {
            Progress::Reading { done, total } => ("reading", done, total),
            Progress::Compiling { done, total } => ("compiling", done, total),
        };
        if bar.length() != Some(total) {
            bar.set_length(total);
            bar.set_message(message);
        }
        bar.set_position(done);
    };
    let replaced = replaced(&path);
    let imported = import::read_file(&args.path, &show)?;
    let database = Database::create(&path, &imported, &show)?;
    bar.finish_and_clear();
    let report = report(&imported, &database, start.elapsed().as_secs_f64(), replaced);
    match args.format {
        Format::Json => console.json(&report)?,
        Format::Text => print_import(&report, console),
    }
    Ok(ExitCode::SUCCESS)
}

/// What an import says.
#[derive(Serialize)]
struct ImportReport<'i> {
    kind: import::Kind,
    version: Option<&'i str>,
    cards: usize,
    complete: usize,
    skipped: Vec<SkippedReport<'i>>,
    learnt: LearntReport<'i>,
    seconds: f64,
    database: String,
    /// What was there before, and is no more.
    replaced: Option<String>,
}

/// The words that the cards brought: subtypes of their type lines, keywords and tokens that reminder texts explain.
#[derive(Serialize)]
struct LearntReport<'i> {
    subtypes: Vec<&'i str>,
    keywords: Vec<&'i str>,
    actions: Vec<&'i str>,
    tokens: Vec<&'i str>,
}

/// What an import puts aside: the database that is there.
fn replaced(path: &Path) -> Option<String> {
    if !path.exists() {
        return None;
    }
    Some(match Database::open(path) {
        Ok(old) => {
            let version = old.origin().version.as_ref().map(|v| format!(" of {v}")).unwrap_or_default();
            let kind = match old.origin().kind {
                import::Kind::Mtgjson => "MTGJSON",
                import::Kind::Scryfall => "Scryfall",
            };
            format!("{} cards from {kind}{version}", old.len())
        }
        Err(_) => "a database that this version of lawmage could not read".into(),
    })
}

fn report<'i>(
    imported: &'i Imported,
    database: &'i Database,
    seconds: f64,
    replaced: Option<String>,
) -> ImportReport<'i> {
    let learnt = database.learnt();
    ImportReport {
        kind: imported.kind,
        version: imported.version.as_deref(),
        cards: database.len(),
        complete: database.complete(),
        skipped: skipped::report(&imported.skipped),
        learnt: LearntReport {
            subtypes: learnt.subtypes().iter().map(|s| s.word()).collect(),
            keywords: learnt.keywords().collect(),
            actions: learnt.actions().collect(),
            tokens: learnt.tokens().collect(),
        },
        seconds,
        database: database.path().display().to_string(),
        replaced,
    }
}

fn print_import(report: &ImportReport, console: &Console) {
    let of = share(report.complete, report.cards);
    console.line(format!("{} cards imported in {:.1} s to {}", report.cards, report.seconds, report.database));
    console.line(format!("{} of them ({of}) are understood completely and can be played", report.complete));
    if let Some(replaced) = &report.replaced {
        console.line(format!("they replace {replaced}"));
    }
    let learnt = &report.learnt;
    let kinds = [
        ("subtypes learnt from type lines", &learnt.subtypes),
        ("keywords learnt from reminder texts", &learnt.keywords),
        ("keyword actions learnt from reminder texts", &learnt.actions),
        ("tokens learnt from reminder texts", &learnt.tokens),
    ];
    for (what, words) in kinds.into_iter().filter(|(_, words)| !words.is_empty()) {
        console.line(format!("{} {what}: {}", words.len(), words.join(", ")));
    }
    skipped::tell(&report.skipped, console);
}
