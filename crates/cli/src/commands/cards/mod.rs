//! `lawmage cards`: import, coverage, search, lint, verify, exercise, reminders, a file each.

mod coverage;
mod exercise;
mod import;
mod lint;
mod reminders;
mod search;
mod skipped;
mod verify;

use clap::Subcommand;
pub use search::is_negated;

use crate::args::Shared;
use crate::console::Console;
use crate::failure::Outcome;

/// `lawmage cards …`
#[derive(Subcommand)]
pub enum CardsCommand {
    /// Import card data that you downloaded: MTGJSON AtomicCards or Scryfall oracle-cards (.json, .gz, .xz, .zst)
    #[command(
        after_help = "Examples:\n  lawmage cards import AtomicCards.json.gz\n  lawmage cards import oracle-cards.json --format json"
    )]
    Import(import::ImportArgs),
    /// Say how many cards are understood completely, and which sentences are missing
    #[command(after_help = "Examples:\n  lawmage cards coverage\n  lawmage cards coverage --missing 50 --set database")]
    Coverage(coverage::CoverageArgs),
    /// List the cards that a query asks for: t:goblin c:r mv<=2 o:"draw a card" f:modern pow>3 is:complete
    #[command(after_help = search::HELP)]
    Search(search::SearchArgs),
    /// Say what is wrong with card files of your own: where, and how to mend it
    #[command(
        after_help = "Examples:\n  lawmage cards lint mine.yaml\n  lawmage cards lint --format json mine.yaml more.yaml\n\n\
                      Then play with them:\n  lawmage play --cards mine.yaml --deck own"
    )]
    Lint(lint::LintArgs),
    /// Check compiled cards: what their text speaks of is there, and what is done to it fits
    #[command(after_help = "Examples:\n  lawmage cards verify\n  lawmage cards verify --complete --format json\n  \
                      lawmage cards verify --cards mine.yaml")]
    Verify(verify::VerifyArgs),
    /// Run every ability of cards in positions made for it, and say what never acts
    #[command(after_help = "Examples:\n  lawmage cards exercise --set starter\n  lawmage cards exercise Searbolt\n  \
                      lawmage cards exercise --limit 500 --format json\n  lawmage cards exercise --cards mine.yaml")]
    Exercise(exercise::ExerciseArgs),
    /// Compare what reminder texts say of keywords with what lawmage makes of these, and play what differs
    #[command(after_help = "Examples:\n  lawmage cards reminders\n  lawmage cards reminders flanking\n  \
                      lawmage cards reminders --unread --format json")]
    Reminders(reminders::RemindersArgs),
}

/// Runs `lawmage cards`.
pub fn run(command: &CardsCommand, shared: &Shared, console: &Console) -> Outcome {
    match command {
        CardsCommand::Import(args) => import::run(args, shared, console),
        CardsCommand::Coverage(args) => coverage::run(args, shared, console),
        CardsCommand::Search(args) => search::run(args, shared, console),
        CardsCommand::Lint(args) => lint::run(args, shared, console),
        CardsCommand::Verify(args) => verify::run(args, shared, console),
        CardsCommand::Exercise(args) => exercise::run(args, shared, console),
        CardsCommand::Reminders(args) => reminders::run(args, shared, console),
    }
}

/// A part of a whole in percent.
fn share(part: usize, whole: usize) -> String {
    if whole == 0 { "none".to_owned() } else { format!("{:.1} %", 100.0 * part as f64 / whole as f64) }
}
