//! `lawmage fuzz`: random games with decks drawn from all cards, for finding what breaks.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clap::Args;
use lawmage_cards::{CardPool, Error};
use lawmage_engine::procedure::start::Setup;
use lawmage_ir::Subtype;
use lawmage_sim::fuzz::{self, Bag, Hunt, Lot};
use lawmage_sim::{Caps, GameEnd, GameRecord};
use serde::Serialize;

use crate::args::{Format, Shared};
use crate::commands::sim::{units, watch};
use crate::console::Console;
use crate::data;
use crate::failure::{Failure, Outcome};
use crate::table::save;

/// `lawmage fuzz`
#[derive(Args)]
#[command(
    after_help = "A game that goes wrong is played again with fewer and fewer of its cards, and written as a record.\n\n\
    Examples:\n  lawmage fuzz --games 1000\n  lawmage fuzz --games 20000 --seed 7 --findings findings\n  \
    lawmage replay findings/7-1234.json"
)]
pub struct FuzzArgs {
    /// Games
    #[arg(long, default_value_t = 100, value_name = "N")]
    games: u32,
    /// From which decks and games come
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// Play only that game of the hunt
    #[arg(long, value_name = "N")]
    only: Option<u32>,
    /// How many threads [default: one for each core]
    #[arg(long, visible_alias = "jobs", short = 'j', value_name = "T")]
    threads: Option<usize>,
    /// Leave the invariants of the state unchecked (faster)
    #[arg(long)]
    unchecked: bool,
    /// A game that takes longer is a finding
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = units::duration)]
    game_time_limit: Duration,
    /// How long a finding is reduced to fewer cards at most
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = units::duration)]
    patience: Duration,
    /// Where records of games that went wrong are written
    #[arg(long, value_name = "DIR")]
    findings: Option<PathBuf>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// What is printed for programs.
#[derive(Serialize)]
struct Shown<'a> {
    cards: usize,
    seconds: f64,
    #[serde(flatten)]
    bag: &'a Bag,
    findings: &'a [Told],
}

/// A finding as it is told.
#[derive(Serialize)]
struct Told {
    game: u32,
    what: String,
    cards: Vec<String>,
    record: Option<PathBuf>,
}

/// Runs `lawmage fuzz`. Exit code 1 when a game went wrong or did not end.
pub fn run(args: &FuzzArgs, shared: &Shared, console: &Console) -> Outcome {
    lawmage_sim::keep_quiet();
    if args.games == 0 || args.threads == Some(0) {
        return Err(Failure::usage("there must be at least one game and one thread"));
    }
    if let Some(dir) = &args.findings {
        std::fs::create_dir_all(dir).map_err(|e| within(dir, format!("cannot be made: {e}")))?;
    }
    let pool = data::pool(shared, console)?;
    let lot = lot(&pool)?;
    let plan = Hunt {
        games: args.games,
        seed: args.seed,
        threads: args.threads.unwrap_or_else(crate::args::cores),
        check_every: (!args.unchecked).then_some(1),
        caps: Caps { time: Some(args.game_time_limit), ..Caps::default() },
        patience: args.patience,
    };
    if let Some(number) = args.only {
        return only(&lot, &plan, number, args, console);
    }
    let bar = watch::progress(0);
    bar.set_length(u64::from(args.games));
    let told = Mutex::new((Vec::new(), Vec::new()));
    let begun = Instant::now();
    let bag = fuzz::hunt(&lot, &plan, &|_, found| {
        bar.inc(1);
        let Some(found) = found else { return true };
        let mut told = told.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let record = match write(found.game, &found.setup, &found.record, args) {
            Ok(record) => record,
            Err(trouble) => {
                told.1.push(trouble);
                return false;
            }
        };
        told.0.push(Told { game: found.game, what: found.what, cards: found.cards, record });
        true
    });
    bar.finish_and_clear();
    let (mut findings, mut troubles) = told.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(trouble) = troubles.pop() {
        return Err(trouble);
    }
    findings.sort_by_key(|found: &Told| found.game);
    let seconds = begun.elapsed().as_secs_f64();
    match args.format {
        Format::Json => console.json(&Shown { cards: lot.len(), seconds, bag: &bag, findings: &findings })?,
        Format::Text => print(&lot, &bag, seconds, &findings, console),
    }
    Ok(if bag.is_sound() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn within(path: &Path, what: String) -> Failure {
    Error::new(what).within(path.display().to_string()).into()
}

/// All cards that are understood.
fn lot(pool: &CardPool) -> Outcome<Lot> {
    let basic = |name: &str| -> Outcome<_> {
        let id =
            pool.find(name).map_err(|_| Failure::from(Error::new(format!("there is no {name} to draw decks with"))))?;
        Ok(pool.card(id)?)
    };
    let basics = Subtype::BASIC_LANDS.into_iter().map(|land| basic(land.word())).collect::<Outcome<Vec<_>>>()?;
    Ok(Lot::new(basics, pool.complete_cards()?))
}

/// Writes the record of a game, where one is wanted.
fn write(number: u32, setup: &Setup, game: &GameRecord, args: &FuzzArgs) -> Outcome<Option<PathBuf>> {
    let Some(dir) = &args.findings else { return Ok(None) };
    let path = dir.join(format!("{}-{number}.json", args.seed));
    save::write_record(&watch::record(setup, game), &path)?;
    Ok(Some(path))
}

/// Plays one game of a hunt and says how it went.
fn only(lot: &Lot, plan: &Hunt, number: u32, args: &FuzzArgs, console: &Console) -> Outcome {
    let (setup, record) = fuzz::game(lot, plan, number);
    for seat in &setup.seats {
        console.line(format!("{}: {}", seat.name, fuzz::names(&seat.deck).join(", ")));
    }
    let end = match &record.end {
        GameEnd::Won(seat) => format!("{} won", setup.seats.get(*seat).map_or("nobody", |s| s.name.as_str())),
        GameEnd::Draw => "drawn".to_owned(),
        GameEnd::Capped(why) | GameEnd::Error(why) => why.clone(),
    };
    let (turns, decisions, seconds) = (record.turns, record.decisions, record.micros as f64 / 1e6);
    console.line(format!("game {number}: {turns} turns, {decisions} decisions, {seconds:.2} s: {end}"));
    write(number, &setup, &record, args)?;
    Ok(if fuzz::trouble(&record).is_none() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn print(lot: &Lot, bag: &Bag, seconds: f64, findings: &[Told], console: &Console) {
    console.line(format!(
        "{} games in {seconds:.1} s with decks of {} cards: {} won, {} drawn, {} stuck, {} capped, {} not in time, {} errors",
        bag.games,
        lot.len(),
        bag.won,
        bag.drawn,
        bag.stuck,
        bag.capped,
        bag.late,
        bag.errors
    ));
    let (game, micros) = bag.slowest;
    console.line(format!("{} decisions; the slowest game, {game}, took {:.2} s", bag.decisions, micros as f64 / 1e6));
    for found in findings {
        let mut line = format!("game {}: {}; with {}", found.game, found.what, found.cards.join(", "));
        if let Some(path) = &found.record {
            let _ = write!(line, "; lawmage replay {}", path.display());
        }
        console.line(console.bad(line));
    }
}
