//! The command line's arguments.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};

use crate::commands::{card, cards, deck, fuzz, play, replay, rules, scenario, serve, sim};

/// Plays Magic: The Gathering by the Comprehensive Rules, and says which rule did what.
#[derive(Parser)]
#[command(name = "lawmage", version, arg_required_else_help = true, after_help = EXAMPLES)]
pub struct Args {
    /// What every command knows.
    #[command(flatten)]
    pub shared: Shared,
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// Options of every command.
#[derive(ClapArgs)]
pub struct Shared {
    /// The directory of imported cards [default: the platform's data directory]
    #[arg(long, global = true, env = "LAWMAGE_DATA", value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// A card file of your own; may be given several times (see docs/card-files.md)
    #[arg(long = "cards", global = true, value_name = "FILE")]
    pub card_files: Vec<PathBuf>,
}

/// Reads the command line.
///
/// # Errors
/// What is wrong with it, or the help that was asked for.
#[allow(clippy::disallowed_methods, reason = "the command line is read here")]
pub fn read() -> Result<Args, clap::Error> {
    let words: Vec<OsString> = std::env::args_os().collect();
    let is_search = words.windows(2).any(|w| matches!(w, [cards, search] if cards == "cards" && search == "search"));
    // A query may open with a minus sign; a space before it makes it a word and no option.
    let negated = |word: &OsString| is_search && word.to_str().is_some_and(cards::is_negated);
    Args::try_parse_from(
        words
            .into_iter()
            .map(|word| if negated(&word) { OsString::from(format!(" {}", word.to_string_lossy())) } else { word }),
    )
}

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// Show a card: as printed, as compiled, and the rules behind each part
    Card(card::CardArgs),
    /// Import cards, search them, measure how many are understood
    #[command(subcommand)]
    Cards(cards::CardsCommand),
    /// Play a game against a bot, or watch one with --auto
    Play(play::PlayArgs),
    /// Play a recorded game back, and check that it goes as recorded
    Replay(replay::ReplayArgs),
    /// Run scenario files: positions, lines from them, what must be true
    #[command(subcommand)]
    Scenario(scenario::ScenarioCommand),
    /// Read and search the rules; which are enforced, where in the code, and by which scenarios they are shown
    #[command(subcommand)]
    Rules(rules::RulesCommand),
    /// Host a game for other programs, which play it by messages
    Serve(serve::ServeArgs),
    /// Play many games between bots and measure them
    Sim(Box<sim::SimArgs>),
    /// Play random games with decks drawn from all cards, and reduce what goes wrong to a few cards
    Fuzz(fuzz::FuzzArgs),
    /// Check decklists
    #[command(subcommand)]
    Deck(deck::DeckCommand),
}

/// How to print what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, ValueEnum)]
pub enum Format {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
}

const EXAMPLES: &str = "\
Examples:
  lawmage play                             play a starter deck against a bot
  lawmage play --auto                      watch a game of starter decks, each event with its rule
  lawmage sim --games 100                  measure bots and decks against each other
  lawmage sim --decks my-decks/ --until 2% a gauntlet, with intervals and a matrix of win rates
  lawmage scenario run scenarios           the rules, shown one by one
  lawmage rules show 613.8 trample         rules and terms, once you imported the rulebook: lawmage rules import FILE
  lawmage rules search layers timestamp    the rules with all these words
  lawmage scenario run --explain @it FILE  how an object of a position came by its characteristics, layer by layer
  lawmage rules map 601.2                  where casting spells is enforced and shown
  lawmage card Searbolt                    a card of the starter set, and what it compiles to
  lawmage cards import AtomicCards.json.gz import real cards (MTGJSON or Scryfall data you downloaded)
  lawmage cards search 't:goblin mv<=2'    cards by type, color, cost, text, format (docs/search.md)
  lawmage cards coverage --missing 20      how many cards are understood, and what is missing
  lawmage cards lint mine.yaml             what is wrong with a card file of your own
  lawmage cards verify                     what compiled cards speak of that isn't there
  lawmage play --cards mine.yaml --deck own  try your cards at once
  lawmage deck list                        the decks that come with lawmage
  lawmage deck check my-decks/             check decklists by rules 100 and 903
  lawmage deck stats my-deck.txt           its curve, colors and land odds; deck hand deals openings
  lawmage deck convert my-deck.txt --to cod  the list for Cockatrice, Forge, Arena, MTGO …

Exit codes: 0 all is well, 1 the answer is no or something failed, 2 the command line is wrong.";

/// How many threads there are for work that can be shared out: one for each core.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
