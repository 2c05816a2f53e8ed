//! `lawmage play`: a game against a bot, or one to watch.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use lawmage_cards::deck::{Construction, Deck, Finding, check};
use lawmage_cards::{CardPool, Error};
use lawmage_engine::procedure::start::{Seat, Setup};
use lawmage_engine::table::narrate;
use lawmage_engine::{Listener, Occurrence, Session, State};
use lawmage_ir::Rule;
use lawmage_sim::{Bot, Caps, GameEnd, Record, RecordSeat, play_game, setup};

use crate::args::Shared;
use crate::commands::sim::{Who, each, entrant};
use crate::console::Console;
use crate::data;
use crate::failure::{Failure, Outcome};
use crate::table::{INTERRUPTED, Input, Leaving, Sitting, Stops, save};

/// 103.4c: the starting life total of a Commander game.
const COMMANDER_LIFE: i32 = 40;

/// The size below which a deck is none of limited play either (100.2b).
const LEAST_LIMITED: u32 = 40;

/// `lawmage play`
#[derive(Args)]
#[command(after_help = "You are asked only where something can matter: type ? at the table for help.\n\nExamples:\n  \
    lawmage play\n  lawmage play --deck my-deck.txt --opponent red-raiders --seed 7\n  \
    lawmage play --save game.save\n  lawmage play --load game.save --save game.save\n  \
    lawmage play --cards mine.yaml --deck own\n  lawmage play --deck my-commander.txt --opponent their-commander.txt\n  \
    lawmage play --auto")]
pub struct PlayArgs {
    /// Your deck: a file, a starter deck's name, or “own”: a deck made of the cards of your --cards files. Two decks with
    /// commanders play Commander (903)
    #[arg(long, default_value = "red-raiders", value_name = "DECK")]
    deck: String,
    /// The opponent's deck
    #[arg(long, alias = "opponent-deck", default_value = "green-stampede", value_name = "DECK")]
    opponent: String,
    /// Who plays against you; with --auto, both sides
    #[arg(long, value_enum, default_value = "basic", value_name = "BOT")]
    bot: Who,
    /// From which all randomness comes [default: another one each time; 1 with --auto]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Bots play both sides
    #[arg(long, conflicts_with = "load")]
    auto: bool,
    /// List mana abilities among the actions, and be asked how each cost is paid
    #[arg(long)]
    manual_payment: bool,
    /// Write a record of the game when it ends or you leave, for `lawmage replay`
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Save the game there when you leave before its end, however that comes
    #[arg(long, value_name = "FILE", conflicts_with = "auto")]
    save: Option<PathBuf>,
    /// Play on from a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["deck", "opponent", "seed", "any_deck"])]
    load: Option<PathBuf>,
    /// Play decks with cards that are not understood completely
    #[arg(long)]
    incomplete: bool,
    /// Play decks that rules 100.2 and 903.5 don't allow: too small, or too many copies
    #[arg(long)]
    any_deck: bool,
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
    if args.auto {
        return watch(args, &pool, bot, console);
    }
    let saved = match &args.load {
        Some(file) => {
            let saved = save::read(file)?;
            save::check_cards(&saved, &pool, file)?;
            save::Save { manual: args.manual_payment || saved.manual, ..saved }
        }
        None => begin(args, &pool, console)?,
    };
    let opponent = bot.seat(saved.seed.wrapping_mul(31).wrapping_add(2));
    let mut sitting = Sitting::new(console, &pool, saved, opponent);
    sitting.save_to.clone_from(&args.save);
    console.be_patient(true);
    let left = sitting.play(&Input::listen());
    let kept = keep(&sitting, args, console);
    console.be_patient(false);
    let left = left?;
    kept?;
    Ok(if left == Leaving::Interrupted { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// A game from the beginning.
fn begin(args: &PlayArgs, pool: &CardPool, console: &Console) -> Outcome<save::Save> {
    let seed = args.seed.unwrap_or_else(new_seed);
    let (mine, theirs, commander) = decks(args, pool, console)?;
    let seat = |name: String, deck: &Deck, by_hand| Seat {
        name,
        deck: each(&deck.main),
        commanders: each(&deck.commander),
        life: commander.then_some(COMMANDER_LIFE),
        // The person's payments are asked for; most are answered for them, but can be made by hand.
        manual_payment: by_hand,
        ..Seat::default()
    };
    let their_name = format!("Bot ({})", theirs.name);
    let seats = vec![seat("Player".to_owned(), &mine, true), seat(their_name, &theirs, false)];
    let setup = Setup { seats, seed, first: None };
    if commander {
        console.line(console.dim("A Commander game (903): 40 life, commanders in the command zone"));
    }
    if args.seed.is_none() {
        console.line(console.dim(format!("The same game again: --seed {seed}")));
    }
    Ok(save::Save {
        seed,
        seats: setup.seats.iter().map(RecordSeat::of).collect(),
        stops: Stops::default(),
        manual: args.manual_payment,
        session: Session::new(State::new_game(&setup).map_err(|why| Failure::new(why.to_string()))?),
        log: Vec::new(),
    })
}

/// Both decks, which may play each other, and whether they play Commander.
fn decks(args: &PlayArgs, pool: &CardPool, console: &Console) -> Outcome<(Deck, Deck, bool)> {
    let mine = data::playable_deck(&args.deck, pool, args.incomplete)?;
    let theirs = data::playable_deck(&args.opponent, pool, args.incomplete)?;
    let commander = is_commander(args, &mine, &theirs)?;
    for (spec, deck) in [(&args.deck, &mine), (&args.opponent, &theirs)] {
        allow(spec, deck, pool, args.any_deck, console)?;
    }
    Ok((mine, theirs, commander))
}

#[allow(clippy::disallowed_methods, reason = "a new game is another one each time, unless a seed is given")]
fn new_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    // Short enough to be typed again.
    (u64::from(now.subsec_nanos()) ^ now.as_secs().wrapping_mul(2_654_435_761)) % 1_000_000_000
}

/// Whether two decks play Commander: both have commanders, or it is said that any decks may play.
fn is_commander(args: &PlayArgs, mine: &Deck, theirs: &Deck) -> Outcome<bool> {
    match (mine.commander.is_empty(), theirs.commander.is_empty()) {
        (true, true) => Ok(false),
        (false, false) => Ok(true),
        _ if args.any_deck => Ok(true),
        (mine_has_none, _) => {
            let (with, without, option) = if mine_has_none {
                (&args.opponent, &args.deck, "--deck")
            } else {
                (&args.deck, &args.opponent, "--opponent")
            };
            Err(Error::new(format!(
                "a Commander deck plays against another one (903.2), and {without} has no commander"
            ))
            .within(with)
            .hint(format!("give a Commander deck with {option} too; --any-deck lets these play"))
            .into())
        }
    }
}

/// Refuses a deck that nobody may play with, unless any deck may be, or it is there to try one's own cards.
fn allow(spec: &str, deck: &Deck, pool: &CardPool, any: bool, console: &Console) -> Outcome<()> {
    if data::is_own(spec) {
        return Ok(());
    }
    let mut construction = Construction::of(deck);
    let size: u32 = deck.main.iter().map(|c| c.count).sum();
    if construction == Construction::Constructed && (LEAST_LIMITED..60).contains(&size) {
        construction = Construction::Limited; // 100.2b
    }
    let findings: Vec<Finding> = check(deck, pool, construction, None)?;
    if any {
        findings.iter().for_each(|f| console.warn(format!("{spec}: {f}")));
        return Ok(());
    }
    let errors: Vec<Error> = findings
        .iter()
        .map(|f| Error::new(f.to_string()).within(spec).hint("--any-deck plays it all the same"))
        .collect();
    if errors.is_empty() { Ok(()) } else { Err(errors.into()) }
}

/// Saves and records what is left of a game.
fn keep(sitting: &Sitting<'_>, args: &PlayArgs, console: &Console) -> Outcome<()> {
    let shown = |path: &Path| path.display().to_string();
    if let Some(file) = &args.save
        && sitting.session.question().is_some()
    {
        save::write(sitting, file).map_err(Failure::new)?;
        console.wrapped(format!("Saved to {0}; play on with --load {0}", shown(file)), "");
    }
    if let Some(file) = &args.record {
        save::write_record(&save::record_of(sitting)?, file)?;
        console.wrapped(format!("Recorded to {0}; see it with: lawmage replay {0}", shown(file)), "");
    }
    Ok(())
}

/// Bots on both sides.
fn watch(args: &PlayArgs, pool: &CardPool, bot: Bot, console: &Console) -> Outcome {
    let (mine, theirs, _) = decks(args, pool, console)?;
    let (a, b) = (entrant(&mine, bot), entrant(&theirs, bot));
    let seed = args.seed.unwrap_or(1);
    let mut teller = Teller { console };
    let keep = args.record.is_some();
    let record = play_game(&[&a, &b], seed, Caps::default(), None, keep, Some(&mut teller));
    if let Some(file) = &args.record {
        let written = Record::new(&setup(&[&a, &b], seed), record.answers, None);
        save::write_record(&written.map_err(|e| Failure::new(e.to_string()))?, file)?;
    }
    match record.end {
        GameEnd::Won(_) | GameEnd::Draw => Ok(ExitCode::SUCCESS),
        GameEnd::Capped(why) | GameEnd::Error(why) => Err(Failure::new(why)),
    }
}
