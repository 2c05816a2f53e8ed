//! `lawmage cards coverage`: how many cards are understood, and which sentences are missing.

use std::process::ExitCode;

use clap::{Args, ValueEnum};

use lawmage_cards::deck::{self, DeckCoverage};
use lawmage_cards::{CardId, CardOrigin, CardPool, Coverage, RoundTrips, Stop};
use serde::Serialize;

use super::share;
use super::skipped::{self, SkippedReport};
use crate::args::{Format, Shared};
use crate::commands::deck::files::sources;
use crate::console::Console;
use crate::data;
use crate::failure::{Failure, Outcome};

/// `lawmage cards coverage`
#[derive(Args)]
pub struct CoverageArgs {
    /// How many of the missing sentences to list
    #[arg(long, default_value_t = 10, value_name = "N")]
    missing: usize,
    /// Which cards to look at
    #[arg(long, value_enum, default_value_t)]
    set: Set,
    /// Print what was compiled and read it again: does it mean the same, in the same words? (always told in JSON)
    #[arg(long)]
    round_trip: bool,
    /// Also list the places where reading stops most
    #[arg(long)]
    stops: bool,
    /// Also say how many of these decklists can be played, and which cards keep most of them out: files, folders of them
    #[arg(long, value_name = "PATH")]
    decks: Vec<String>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// What is told in JSON.
#[derive(Serialize)]
struct Report<'p> {
    #[serde(flatten)]
    coverage: Coverage,
    /// What the import left out, where the imported cards are looked at.
    skipped: Vec<SkippedReport<'p>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stops: Option<Vec<Stop>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decks: Option<DeckCoverage>,
}

/// Which cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum Set {
    /// All cards at hand
    #[default]
    All,
    /// The cards that come with lawmage
    Starter,
    /// The imported cards
    Database,
    /// The cards of --cards files
    Files,
}

impl Set {
    /// The pool to find them in.
    pub(super) fn pool(self, shared: &Shared, console: &Console) -> Outcome<CardPool> {
        match self {
            // Alone, so that no card is hidden by one of the same name.
            Self::Database => data::database_alone(shared),
            _ => data::pool(shared, console),
        }
    }

    /// Whether a card of that origin is one of them.
    pub(super) const fn has(self, origin: &CardOrigin<'_>) -> bool {
        match origin {
            CardOrigin::File(_) => matches!(self, Self::All | Self::Files),
            CardOrigin::Starter => matches!(self, Self::All | Self::Starter),
            CardOrigin::Database => matches!(self, Self::All | Self::Database),
        }
    }
}

/// Measures the cards.
pub fn run(args: &CoverageArgs, shared: &Shared, console: &Console) -> Outcome {
    let pool = args.set.pool(shared, console)?;
    let ids: Vec<CardId> = pool.ids().filter(|id| args.set.has(&pool.origin(*id))).collect();
    if ids.is_empty() {
        let hint = "import some: lawmage cards import PATH, or give a card file: --cards FILE";
        return Err(Failure::new(format!("there are no such cards; {hint}")));
    }
    let mut coverage = Coverage::of(&pool, &ids)?;
    let shapes = coverage.missing.len();
    coverage.missing.truncate(args.missing);
    if args.round_trip || args.format == Format::Json {
        coverage = coverage.with_round_trips(&pool, &ids)?;
    }
    let imported = pool.database().filter(|_| args.set.has(&CardOrigin::Database));
    let skipped = imported.map(|d| skipped::report(d.skipped())).unwrap_or_default();
    let stops = if args.stops { Some(lawmage_cards::stops(&pool, &ids)?) } else { None };
    let decks = if args.decks.is_empty() { None } else { Some(decks(&args.decks, &pool, console)?) };
    if args.format == Format::Json {
        console.json(&Report { coverage, skipped, stops, decks })?;
        return Ok(ExitCode::SUCCESS);
    }
    let of = share(coverage.complete, coverage.cards);
    console.line(format!("{} of {} cards ({of}) are understood completely", coverage.complete, coverage.cards));
    if let Some(unplayable) = coverage.unplayable {
        console.line(format!("{unplayable} of the others can be played in no format"));
    }
    skipped::tell(&skipped, console);
    if pool.database().is_some_and(|d| !d.is_current()) {
        console.line(console.dim("(compiled anew: the database was made by another version; import again for speed)"));
    }
    if !coverage.missing.is_empty() {
        console.line(format!("\nMissing, the most frequent {} of {shapes} sentences:", coverage.missing.len()));
    }
    for missing in &coverage.missing {
        console.line(format!("{:>6}  {}  {}", missing.count, missing.shape, console.dim(&missing.example)));
    }
    if let Some(trips) = &coverage.trips {
        tell(trips, coverage.complete, args.missing, console);
    }
    if let Some(stops) = &stops {
        tell_stops(stops, args.missing, console);
    }
    if let Some(decks) = &decks {
        tell_decks(decks, args.missing, console);
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads the decklists. One that can't be read, or names unknown cards, is told and left out.
fn decks(paths: &[String], pool: &CardPool, console: &Console) -> Outcome<DeckCoverage> {
    let mut decks = Vec::new();
    for source in sources(paths)? {
        match source.read().and_then(|list| deck::resolve(&list, pool).map_err(Failure::from)) {
            Ok(deck) => decks.push(deck),
            Err(failure) => console.warn(format!("{} is left out: {}", source.name, failure.lines().join("; "))),
        }
    }
    Ok(DeckCoverage::of(&decks))
}

/// Tells where reading stops.
fn tell_stops(stops: &[Stop], most: usize, console: &Console) {
    console.line(format!(
        "\nReading stops at the word after ⟦, the most frequent {} of {}:",
        most.min(stops.len()),
        stops.len()
    ));
    for stop in stops.iter().take(most) {
        let Stop { before, word, count, example } = stop;
        console.line(format!("{count:>6}  {before} ⟦{word}  {}", console.dim(example)));
    }
}

/// Tells how many lists are complete, and what keeps the others out.
fn tell_decks(decks: &DeckCoverage, most: usize, console: &Console) {
    let of = share(decks.complete, decks.lists);
    console.line(format!(
        "\n{} of {} decklists ({of}) can be played; {} lack one card only",
        decks.complete, decks.lists, decks.one_short
    ));
    if decks.blockers.is_empty() {
        return;
    }
    console
        .line(format!("{} cards keep lists out; by lists, and by lists that lack nothing else:", decks.blockers.len()));
    for blocker in decks.blockers.iter().take(most) {
        console.line(format!("{:>6} {:>4}  {}", blocker.lists, blocker.alone, blocker.name));
    }
}

/// Tells what printing the complete cards and reading that again came to.
fn tell(trips: &RoundTrips, complete: usize, most: usize, console: &Console) {
    let [same, words] = [trips.round_trip, trips.same_words].map(|n| share(n, complete));
    console.line(format!("\nPrinted and read again, {} complete cards ({same}) mean the same", trips.round_trip));
    console.line(format!("{} ({words}) are printed in the words of the card", trips.same_words));
    for family in trips.differences.iter().take(most) {
        let (lost, gained) = (family.lost.join(" "), family.gained.join(" "));
        console.line(format!("{:>6}  -[{lost}] +[{gained}]  {}", family.count, console.dim(&family.example)));
    }
}
