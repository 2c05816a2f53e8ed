//! `lawmage cards coverage`: how many cards are understood, and which sentences are missing.

use std::process::ExitCode;

use clap::{Args, ValueEnum};

use lawmage_cards::{CardId, CardOrigin, CardPool, Coverage, RoundTrips};

use super::share;
use crate::args::{Format, Shared};
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
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
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
    if args.format == Format::Json {
        console.json(&coverage)?;
        return Ok(ExitCode::SUCCESS);
    }
    let of = share(coverage.complete, coverage.cards);
    console.line(format!("{} of {} cards ({of}) are understood completely", coverage.complete, coverage.cards));
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
    Ok(ExitCode::SUCCESS)
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
