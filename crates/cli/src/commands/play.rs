//! `lawmage play`: watch a game.

use std::process::ExitCode;

use clap::Args;
use lawmage_engine::{Listener, Occurrence, State, narrate};
use lawmage_ir::Rule;
use lawmage_sim::{Bot, Caps, Entrant, GameEnd, play_game};

use crate::args::Shared;
use crate::commands::sim::Who;
use crate::console::Console;
use crate::data;
use crate::failure::{Failure, Outcome};

/// `lawmage play`
#[derive(Args)]
pub struct PlayArgs {
    /// The first deck: a file or a starter deck's name
    #[arg(long, default_value = "red-raiders", value_name = "DECK")]
    deck: String,
    /// The second deck
    #[arg(long, default_value = "green-stampede", value_name = "DECK")]
    opponent: String,
    /// Who plays both
    #[arg(long, value_enum, default_value = "basic", value_name = "BOT")]
    bot: Who,
    /// From which all randomness comes
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// Bots play both sides
    #[arg(long)]
    auto: bool,
}

/// Prints events as they happen.
struct Teller<'c> {
    console: &'c Console,
}

impl Listener for Teller<'_> {
    fn hear(&mut self, state: &State, occurrence: &Occurrence) {
        if let Some(line) = narrate::tell(state, occurrence, None) {
            self.console.line(line);
        }
    }

    fn note(&mut self, _: &State, rule: Rule, text: &str) {
        self.console.line(self.console.dim(format!("{text} ({rule})")));
    }
}

/// Runs `lawmage play`.
pub fn run(args: &PlayArgs, shared: &Shared, console: &Console) -> Outcome {
    let pool = data::pool(shared, console)?;
    let bot = Bot::from(args.bot);
    let entrant = |spec: &str| -> Outcome<Entrant> {
        let deck = data::playable_deck(spec, &pool, false)?;
        Ok(Entrant { name: deck.name.clone(), deck: deck.cards().cloned().collect(), bot })
    };
    let (a, b) = (entrant(&args.deck)?, entrant(&args.opponent)?);
    let mut teller = Teller { console };
    let record = play_game([&a, &b], args.seed, Caps::default(), None, false, Some(&mut teller));
    match record.end {
        GameEnd::Won(_) | GameEnd::Draw => Ok(ExitCode::SUCCESS),
        GameEnd::Capped(why) | GameEnd::Error(why) => Err(Failure::new(why)),
    }
}
