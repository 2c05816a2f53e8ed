//! The commands, one a file. To add one: a file here with its arguments and `run`, a variant in [`Command`], a line
//! in [`run`], an example in the help.

pub mod card;
pub mod cards;
mod contest;
pub mod deck;
pub mod fuzz;
pub mod play;
pub mod replay;
pub mod rules;
pub mod scenario;
pub mod serve;
pub mod sim;
mod supplements;
mod variant;

use crate::args::{Args, Command};
use crate::console::Console;
use crate::failure::Outcome;

/// Runs the command.
pub fn run(args: &Args, console: &Console) -> Outcome {
    match &args.command {
        Command::Card(card) => card::run(card, &args.shared, console),
        Command::Cards(cards) => cards::run(cards, &args.shared, console),
        Command::Deck(deck) => deck::run(deck, &args.shared, console),
        Command::Fuzz(fuzz) => fuzz::run(fuzz, &args.shared, console),
        Command::Play(play) => play::run(play, &args.shared, console),
        Command::Replay(replay) => replay::run(replay, &args.shared, console),
        Command::Rules(rules) => rules::run(rules, &args.shared, console),
        Command::Scenario(scenario) => scenario::run(scenario, &args.shared, console),
        Command::Serve(serve) => serve::run(serve, &args.shared, console),
        Command::Sim(sim) => sim::run(sim, &args.shared, console),
    }
}
