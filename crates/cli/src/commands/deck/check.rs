//! `lawmage deck check`: what a deck must be.

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use lawmage_cards::CardPool;
use lawmage_cards::deck::{self, Construction, Deck, Decklist, Finding};
use serde::Serialize;

use super::files::{Source, sources};
use crate::args::{Format, Shared};
use crate::console::Console;
use crate::data;
use crate::failure::{Failure, Outcome};

/// `lawmage deck check`
#[derive(Args)]
pub struct CheckArgs {
    /// Decklists: files, folders of them, starter decks' names, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// What the decks are for [default: commander when a deck has a commander, else constructed]
    #[arg(long = "for", value_enum, value_name = "PLAY")]
    play: Option<Play>,
    /// Also check legality in a format of the card data, such as modern
    #[arg(long, value_name = "FORMAT")]
    legal_in: Option<String>,
    /// The card of the list that is its commander, where the list doesn't say; may be given twice for partners
    #[arg(long, value_name = "CARD")]
    commander: Vec<String>,
    /// Of many decks, list every finding instead of their number
    #[arg(long)]
    details: bool,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// What a deck is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Play {
    /// Sixty cards, four of a name (100.2a)
    Constructed,
    /// Forty cards of an opened pool (100.2b)
    Limited,
    /// A hundred cards and their commander (903.5)
    Commander,
    /// Sixty cards and their commander (903.12)
    Brawl,
    /// Sixty cards, a planeswalker and its signature spell among them
    Oathbreaker,
}

impl From<Play> for Construction {
    fn from(play: Play) -> Self {
        match play {
            Play::Constructed => Self::Constructed,
            Play::Limited => Self::Limited,
            Play::Commander => Self::Commander,
            Play::Brawl => Self::Brawl,
            Play::Oathbreaker => Self::Oathbreaker,
        }
    }
}

/// Formats of card data that are played by the rules of section 903.
const COMMANDER_FORMATS: [&str; 4] = ["commander", "duel", "paupercommander", "predh"];

/// What a check says.
#[derive(Serialize)]
struct CheckReport {
    file: String,
    deck: String,
    status: Status,
    construction: Construction,
    cards: u32,
    sideboard: u32,
    aside: u32,
    findings: Vec<Finding>,
    incomplete: Vec<String>,
    /// Why the list could not be read, or which names no card has.
    errors: Vec<String>,
}

/// What came of a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Status {
    Ok,
    /// Rules forbid something.
    Problems,
    /// The list can't be read, or names unknown cards.
    Unreadable,
}

/// Checks the decks.
pub fn run(args: &CheckArgs, shared: &Shared, console: &Console) -> Outcome {
    let pool = data::pool(shared, console)?;
    if let Some(format) = &args.legal_in {
        // Once, and not for every deck.
        deck::known_format(&pool, format)?;
    }
    let is_one = matches!(args.files.as_slice(), [one] if !std::path::Path::new(one).is_dir());
    let sources = sources(&args.files)?;
    if let (true, [source]) = (is_one, sources.as_slice()) {
        let report = report(args, source, source.read()?, &pool)?;
        if !report.errors.is_empty() {
            return Err(report.errors.into());
        }
        match args.format {
            Format::Json => console.json(&report)?,
            Format::Text => print_one(&report, console),
        }
        return Ok(code(report.status == Status::Ok));
    }
    let mut reports = Vec::new();
    for source in &sources {
        reports.push(match source.read() {
            Ok(list) => report(args, source, list, &pool)?,
            Err(failure) => unreadable(source, &failure),
        });
    }
    match args.format {
        Format::Json => console.json(&reports)?,
        Format::Text => print_many(&reports, args.details, console),
    }
    Ok(code(reports.iter().all(|r| r.status == Status::Ok)))
}

fn code(ok: bool) -> ExitCode {
    if ok { ExitCode::SUCCESS } else { ExitCode::from(1) }
}

fn unreadable(source: &Source, failure: &Failure) -> CheckReport {
    CheckReport {
        file: source.name.clone(),
        deck: source.name.clone(),
        status: Status::Unreadable,
        construction: Construction::Constructed,
        cards: 0,
        sideboard: 0,
        aside: 0,
        findings: Vec::new(),
        incomplete: Vec::new(),
        errors: failure.lines().to_vec(),
    }
}

fn report(args: &CheckArgs, source: &Source, mut list: Decklist, pool: &CardPool) -> Outcome<CheckReport> {
    for name in &args.commander {
        if !list.name_commander(name) {
            return Ok(unreadable(source, &Failure::new(format!("{}: the list has no card “{name}”", source.name))));
        }
    }
    let deck: Deck = match deck::resolve(&list, pool) {
        Ok(deck) => deck,
        Err(errors) => return Ok(unreadable(source, &errors.into())),
    };
    let by_format = args.legal_in.as_ref().is_some_and(|f| COMMANDER_FORMATS.contains(&f.to_lowercase().as_str()));
    let usual = if by_format { Construction::Commander } else { Construction::of(&deck) };
    let construction = args.play.map_or(usual, Construction::from);
    let findings = deck::check(&deck, pool, construction, args.legal_in.as_deref())?;
    Ok(CheckReport {
        file: source.name.clone(),
        deck: deck.name.clone(),
        status: if findings.is_empty() { Status::Ok } else { Status::Problems },
        construction,
        cards: list.size(),
        sideboard: list.sideboard_size(),
        aside: list.aside.iter().map(|l| l.count).sum(),
        findings,
        incomplete: deck.incomplete().iter().map(|c| c.name.to_string()).collect(),
        errors: Vec::new(),
    })
}

fn print_one(report: &CheckReport, console: &Console) {
    let mut sizes = format!("{} cards", report.cards);
    for (what, count) in [("sideboard", report.sideboard), ("beside the deck", report.aside)] {
        if count > 0 {
            sizes.push_str(&format!(", {what} {count}"));
        }
    }
    console.line(format!("{}: {sizes}", console.bold(&report.deck)));
    for finding in &report.findings {
        console.line(console.bad(finding));
    }
    if report.findings.is_empty() {
        console.line(console.good("no findings"));
    }
    if !report.incomplete.is_empty() {
        let names = report.incomplete.join("”, “");
        console.line(console.bad(format!("not understood completely: “{names}”; lawmage card NAME says why")));
    }
}

fn print_many(reports: &[CheckReport], details: bool, console: &Console) {
    for report in reports {
        let mut notes = Vec::new();
        match report.status {
            Status::Ok => notes.push(console.good("ok")),
            Status::Problems => notes.push(console.bad(counted(report.findings.len(), "problem"))),
            Status::Unreadable => notes.push(console.bad("unreadable")),
        }
        if !report.incomplete.is_empty() {
            notes.push(console.bad(counted(report.incomplete.len(), "incomplete card")));
        }
        let size = if report.cards > 0 { format!("  {} cards", report.cards) } else { String::new() };
        console.line(format!("{}  {}{}", notes.join(", "), report.file, console.dim(size)));
        let shown = if details { usize::MAX } else { 0 };
        report.findings.iter().take(shown).for_each(|f| console.line(format!("    {f}")));
        // What can't be read is told whole: its number alone says nothing.
        report.errors.iter().take(shown.max(3)).for_each(|e| console.line(format!("    {e}")));
        let more = report.errors.len().saturating_sub(shown.max(3));
        if more > 0 {
            console.line(console.dim(format!("    … and {more} more; --details lists them")));
        }
    }
    let count = |status: Status| reports.iter().filter(|r| r.status == status).count();
    let incomplete = reports.iter().filter(|r| !r.incomplete.is_empty()).count();
    let sum = format!(
        "{}: {} ok, {} with problems, {} unreadable; {incomplete} with incomplete cards",
        counted(reports.len(), "deck"),
        count(Status::Ok),
        count(Status::Problems),
        count(Status::Unreadable)
    );
    console.line(console.bold(sum));
    if !details && count(Status::Problems) > 0 {
        console.line(console.dim("--details lists every finding"));
    }
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
