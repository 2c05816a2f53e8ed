//! `lawmage deck`: list, check, convert, stats, hand, a file each.

mod check;
mod convert;
pub mod files;
mod hand;
mod stats;

use std::process::ExitCode;

use clap::{Args, Subcommand};
use lawmage_cards::starter;
use serde::Serialize;

use crate::args::{Format, Shared};
use crate::console::Console;
use crate::failure::Outcome;

const FORMATS: &str = "Lists are read as plain text (“4 Name”), from Arena, Moxfield, Archidekt (text or CSV), MTGO (.txt, .dek), \
    Cockatrice (.cod), Forge and XMage (.dck); which it is is seen from the content. - reads standard input.";

/// `lawmage deck …`
#[derive(Subcommand)]
pub enum DeckCommand {
    /// List the decks that come with lawmage
    List(ListArgs),
    /// Check decklists: sizes, copies, colors, legality; says the rule of each finding. Exit code 1 on findings
    #[command(after_help = format!("{FORMATS}\n\nExamples:\n  lawmage deck check my-deck.txt\n  \
        lawmage deck check red-raiders\n  lawmage deck check my-decks/ --legal-in modern\n  \
        lawmage deck check edh.cod --commander \"Varka, Ash-Banner Chief\" --format json"))]
    Check(check::CheckArgs),
    /// Write a decklist in the format of another program
    #[command(after_help = format!("{FORMATS}\n\nExamples:\n  lawmage deck convert my-deck.txt --to cod > my-deck.cod\n  \
        lawmage deck convert my-deck.dek --to arena\n  lawmage deck convert my-deck.txt --to forge --out my-deck.dck"))]
    Convert(convert::ConvertArgs),
    /// A deck's curve, colors and types, and the odds of its lands
    #[command(after_help = format!("{FORMATS}\n\nExamples:\n  lawmage deck stats red-raiders\n  \
        lawmage deck stats my-deck.txt --format json"))]
    Stats(stats::StatsArgs),
    /// Deal opening hands, with mulligans by a simple rule, and count what comes of many
    #[command(after_help = format!("{FORMATS}\n\nExamples:\n  lawmage deck hand red-raiders\n  \
        lawmage deck hand my-deck.txt --games 100000 --show 5 --seed 7\n  lawmage deck hand edh.txt --lands 3-5 --free-mulligan"))]
    Hand(hand::HandArgs),
}

/// `lawmage deck list`
#[derive(Args)]
pub struct ListArgs {
    /// How to print the list
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Runs `lawmage deck`.
pub fn run(command: &DeckCommand, shared: &Shared, console: &Console) -> Outcome {
    match command {
        DeckCommand::List(args) => list(args, console),
        DeckCommand::Check(args) => check::run(args, shared, console),
        DeckCommand::Convert(args) => convert::run(args, shared, console),
        DeckCommand::Stats(args) => stats::run(args, shared, console),
        DeckCommand::Hand(args) => hand::run(args, shared, console),
    }
}

/// A deck of the starter set.
#[derive(Serialize)]
struct Listed {
    name: &'static str,
    about: &'static str,
}

fn list(args: &ListArgs, console: &Console) -> Outcome {
    let decks: Vec<Listed> =
        starter::all_deck_names().map(|name| Listed { name, about: starter::about(name) }).collect();
    if args.format == Format::Json {
        console.json(&decks)?;
        return Ok(ExitCode::SUCCESS);
    }
    for Listed { name, about } in decks {
        console.line(format!("{}  {about}", console.bold(format!("{name:<15}"))));
    }
    Ok(ExitCode::SUCCESS)
}
