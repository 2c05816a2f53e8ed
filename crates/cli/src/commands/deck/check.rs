//! `lawmage deck check`: what a deck must be.

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use lawmage_cards::deck::{self, Construction, Deck, Finding};
use serde::Serialize;

use crate::args::{Format, Shared};
use crate::console::Console;
use crate::data;
use crate::failure::Outcome;

/// `lawmage deck check`
#[derive(Args)]
pub struct CheckArgs {
    /// The decklist: a file, a starter deck's name, or - for standard input
    file: String,
    /// What the deck is for [default: commander when it has a commander, else constructed]
    #[arg(long = "for", value_enum, value_name = "PLAY")]
    play: Option<Play>,
    /// Also check legality in a format of the card data, such as modern
    #[arg(long, value_name = "FORMAT")]
    legal_in: Option<String>,
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
}

impl From<Play> for Construction {
    fn from(play: Play) -> Self {
        match play {
            Play::Constructed => Self::Constructed,
            Play::Limited => Self::Limited,
            Play::Commander => Self::Commander,
        }
    }
}

/// What a check says.
#[derive(Serialize)]
struct CheckReport<'d> {
    deck: &'d str,
    construction: Construction,
    cards: u32,
    sideboard: u32,
    findings: &'d [Finding],
    incomplete: Vec<&'d str>,
}

/// Checks the deck.
pub fn run(args: &CheckArgs, shared: &Shared, console: &Console) -> Outcome {
    let pool = data::pool(shared, console)?;
    let list = data::decklist(&args.file)?;
    let deck: Deck = deck::resolve(&list, &pool)?;
    let construction = args.play.map_or_else(|| Construction::of(&deck), Construction::from);
    let findings = deck::check(&deck, &pool, construction, args.legal_in.as_deref())?;
    let report = CheckReport {
        deck: &deck.name,
        construction,
        cards: list.size(),
        sideboard: list.sideboard_size(),
        findings: &findings,
        incomplete: deck.incomplete().iter().map(|c| &*c.name).collect(),
    };
    match args.format {
        Format::Json => console.json(&report)?,
        Format::Text => print_check(&report, console),
    }
    Ok(if findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn print_check(report: &CheckReport, console: &Console) {
    let sideboard = match report.sideboard {
        0 => String::new(),
        n => format!(", sideboard {n}"),
    };
    console.line(format!("{}: {} cards{sideboard}", console.bold(report.deck), report.cards));
    for finding in report.findings {
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
