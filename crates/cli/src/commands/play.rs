//! `lawmage play`: a game against a bot, or one to watch.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use lawmage_engine::start::{Seat, Setup};
use lawmage_engine::{Listener, Occurrence, Session, State, narrate};
use lawmage_ir::Rule;
use lawmage_sim::{Bot, Caps, Entrant, GameEnd, Record, RecordSeat, play_game, setup};

use crate::args::Shared;
use crate::commands::sim::Who;
use crate::console::Console;
use crate::data;
use crate::failure::{Failure, Outcome};
use crate::table::{Sitting, Stops, save};

/// `lawmage play`
#[derive(Args)]
#[command(after_help = "You are asked only where something can matter: type ? at the table for help.\n\nExamples:\n  \
    lawmage play\n  lawmage play --deck my-deck.txt --opponent red-raiders --seed 7\n  \
    lawmage play --load game.save\n  lawmage play --auto")]
pub struct PlayArgs {
    /// Your deck: a file or a starter deck's name
    #[arg(long, default_value = "red-raiders", value_name = "DECK")]
    deck: String,
    /// The opponent's deck
    #[arg(long, alias = "opponent-deck", default_value = "green-stampede", value_name = "DECK")]
    opponent: String,
    /// Who plays against you; with --auto, both sides
    #[arg(long, value_enum, default_value = "basic", value_name = "BOT")]
    bot: Who,
    /// From which all randomness comes
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// Bots play both sides
    #[arg(long, conflicts_with = "load")]
    auto: bool,
    /// List mana abilities among the actions, so that mana can be made before anything is cast
    #[arg(long)]
    manual_payment: bool,
    /// Write a record of the game when it ends or you leave, for `lawmage replay`
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Save the game there when you leave before its end
    #[arg(long, value_name = "FILE", conflicts_with = "auto")]
    save: Option<PathBuf>,
    /// Play on from a saved game
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Play decks with cards that are not understood completely
    #[arg(long)]
    incomplete: bool,
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
        let deck = data::playable_deck(spec, &pool, args.incomplete)?;
        Ok(Entrant { name: deck.name.clone(), deck: deck.cards().cloned().collect(), bot, ..Entrant::default() })
    };
    if args.auto {
        return watch(args, [entrant(&args.deck)?, entrant(&args.opponent)?], console);
    }
    let opponent = bot.seat(args.seed.wrapping_mul(31).wrapping_add(2));
    let mut sitting = match &args.load {
        Some(file) => {
            let saved = save::read(file)?;
            let manual = args.manual_payment || saved.manual;
            Sitting::new(console, &pool, saved.session, opponent, saved.stops, manual, saved.seed, saved.seats)
        }
        None => {
            let (mine, theirs) = (entrant(&args.deck)?, entrant(&args.opponent)?);
            let seat = |name: String, e: Entrant, by_hand| {
                // Payments are shown before they are taken: the person pays by hand, with a plan offered.
                Seat { name, deck: e.deck, manual_payment: by_hand, ..Seat::default() }
            };
            let their_name = format!("Bot ({})", theirs.name);
            let seats = vec![seat("Player".to_owned(), mine, true), seat(their_name, theirs, false)];
            let setup = Setup { seats, seed: args.seed, first: None };
            let seats: Vec<RecordSeat> = setup.seats.iter().map(RecordSeat::of).collect();
            let session = Session::new(State::new_game(&setup));
            Sitting::new(console, &pool, session, opponent, Stops::default(), args.manual_payment, args.seed, seats)
        }
    };
    sitting.play(&mut std::io::stdin().lock())?;
    if let Some(file) = &args.save
        && sitting.session.question().is_some()
    {
        save::write(&sitting, file).map_err(Failure::new)?;
        console.line(format!("Saved to {0}; play on with --load {0}", file.display()));
    }
    if let Some(file) = &args.record {
        save::write_record(&save::record_of(&sitting)?, file)?;
        console.line(format!("Recorded to {0}; see it with: lawmage replay {0}", file.display()));
    }
    Ok(ExitCode::SUCCESS)
}

/// Bots on both sides.
fn watch(args: &PlayArgs, [a, b]: [Entrant; 2], console: &Console) -> Outcome {
    let mut teller = Teller { console };
    let keep = args.record.is_some();
    let record = play_game([&a, &b], args.seed, Caps::default(), None, keep, Some(&mut teller));
    if let Some(file) = &args.record {
        let written = Record::new(&setup([&a, &b], args.seed), record.answers, None);
        save::write_record(&written.map_err(|e| Failure::new(e.to_string()))?, file)?;
    }
    match record.end {
        GameEnd::Won(_) | GameEnd::Draw => Ok(ExitCode::SUCCESS),
        GameEnd::Capped(why) | GameEnd::Error(why) => Err(Failure::new(why)),
    }
}
