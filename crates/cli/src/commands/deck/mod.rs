//! `lawmage deck`: list, check.

mod check;

use std::process::ExitCode;

use clap::Subcommand;
use lawmage_cards::starter;

use crate::args::Shared;
use crate::console::Console;
use crate::failure::Outcome;

/// `lawmage deck …`
#[derive(Subcommand)]
pub enum DeckCommand {
    /// List the decks that come with lawmage
    List,
    /// Check a decklist: sizes, copies, colors, legality; says the rule of each finding. Exit code 1 on findings
    #[command(after_help = "The list may be plain text (“4 Name”), an Arena export, or an MTGO export (.txt, .dek); \
        - reads standard input.\n\nExamples:\n  lawmage deck check my-deck.txt\n  lawmage deck check red-raiders\n  \
        lawmage deck check my-deck.dek --legal-in modern --format json")]
    Check(check::CheckArgs),
}

/// Runs `lawmage deck`.
pub fn run(command: &DeckCommand, shared: &Shared, console: &Console) -> Outcome {
    match command {
        DeckCommand::List => list(console),
        DeckCommand::Check(args) => check::run(args, shared, console),
    }
}

fn list(console: &Console) -> Outcome {
    for (name, about) in starter::deck_names().map(|name| (name, starter::about(name))) {
        console.line(format!("{}  {about}", console.bold(format!("{name:<15}"))));
    }
    Ok(ExitCode::SUCCESS)
}
