//! `lawmage sim`: many games between bots. What is measured, the columns of its tables and its formats are described in
//! docs/simulation.md.

mod again;
mod cards_table;
mod field;
mod journal;
mod matrix;
mod plan;
mod pods;
mod print;
mod tables;
pub(in crate::commands) mod units;
pub(in crate::commands) mod watch;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueEnum};
use lawmage_sim::{Bot, Caps, Config, Ended, Games, Report};
use serde::Serialize;

use crate::args::{Format, Shared};
use crate::commands::variant::VariantArgs;
use crate::console::Console;
use crate::data;
use crate::failure::{Failure, Outcome};
pub use field::entrant;
use journal::Journal;
use watch::Watcher;

/// How wide a deck's name is shown.
const NAME: usize = 23;

/// The most games of a pair when only `--until` says how many.
const MOST_GAMES: u32 = 1_000_000;

/// `lawmage sim`
#[derive(Args)]
#[command(
    after_help = "Games come in twos with the same seed and the seats swapped. The digest sums up every game: the same \
    command gives the same digest on every machine, on however many threads.\n\nExamples:\n  lawmage sim --games 100\n  \
    lawmage sim --deck red-raiders --deck my-deck.txt --until 2%\n  \
    lawmage sim --deck mine.txt --deck mine-v2.txt --against gauntlet/ --games 200 --games-csv games.csv\n  \
    lawmage sim --decks gauntlet/ --games 2000 --resume gauntlet.journal --time-limit 8h\n  \
    lawmage sim --deck red-raiders --deck blue-tides --best-of 3 --sideboard-plan plan.txt\n  \
    lawmage sim --deck red-raiders --deck blue-tides --games 500 --card-figures\n  \
    lawmage sim --deck red-raiders --deck blue-tides --game 17        (that game again, told)\n  \
    lawmage sim --players 4 --games 100\n  lawmage sim --decks commander-decks/ --players 4 --games 100\n  \
    lawmage sim --variant two-headed-giant --games 50 --bot random\n  \
    lawmage sim --deck red-raiders --deck red-raiders --bot basic --bot random --games 100 --format json\n\n\
    Columns and figures: docs/simulation.md"
)]
pub struct SimArgs {
    /// A deck: a file or a starter deck's name; give it twice or more. All pairs play [default: the starter decks]
    #[arg(long = "deck", value_name = "DECK")]
    decks: Vec<String>,
    /// A directory of decks, all of which play; may be given several times
    #[arg(long = "decks", value_name = "DIR")]
    dirs: Vec<PathBuf>,
    #[command(flatten)]
    table: VariantArgs,
    /// A deck, or a directory of decks, that the others play instead of each other; may be given several times
    #[arg(long, value_name = "DECK|DIR")]
    against: Vec<String>,
    /// Leave out decks that cannot be played, with a warning
    #[arg(long)]
    skip_unplayable: bool,
    /// Games (or matches) for each pair; with --until the most there may be [default: 10]
    #[arg(long, value_name = "N")]
    games: Option<u32>,
    /// Set sideboards aside for cards that ask for cards from outside the game; matches always do
    #[arg(long)]
    sideboards: bool,
    /// Play matches: who wins more than half of so many games wins. Main decks stay as they are without --sideboard-plan
    #[arg(long, value_name = "1|3|5", default_value_t = 1, value_parser = units::odd)]
    best_of: u32,
    /// Which cards come in and go out after the first game of a match, deck by deck
    #[arg(long, value_name = "FILE")]
    sideboard_plan: Option<PathBuf>,
    /// Play until each pair's win rate is known that closely: 1%, ±0.5%
    #[arg(long, value_name = "PERCENT", value_parser = units::percent)]
    until: Option<f64>,
    /// How sure the intervals are to hold the true values
    #[arg(long, value_name = "PERCENT", default_value = "95%", value_parser = units::confidence)]
    confidence: f64,
    /// Begin no more games after that time: 30s, 10m, 8h
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    time_limit: Option<Duration>,
    /// Give up a game after that time; it counts as capped. `none` lets games run
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = units::limit)]
    game_time_limit: units::Limit,
    /// Keep a journal in that file, and go on from it when it is there already
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// From which all randomness comes
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// Who plays; given twice, the second plays the second deck and on [default: basic]
    #[arg(long = "bot", value_enum, value_name = "BOT")]
    bots: Vec<Who>,
    /// How many threads [default: one for each core]
    #[arg(long, visible_alias = "jobs", short = 'j', value_name = "T")]
    threads: Option<usize>,
    /// Check the invariants of the state after every tick (slow)
    #[arg(long)]
    check: bool,
    /// Play decks with cards that are not understood completely
    #[arg(long)]
    incomplete: bool,
    /// Say how often decks won with each card in the opening hand, drawn, played
    #[arg(long)]
    card_figures: bool,
    /// Write a row for each game into that file, as comma-separated values
    #[arg(long, value_name = "FILE")]
    games_csv: Option<PathBuf>,
    /// Write a row for each game into that file, as lines of JSON
    #[arg(long, value_name = "FILE")]
    games_jsonl: Option<PathBuf>,
    /// Write a record of every game into that directory, for `lawmage replay`
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
    /// Play that one game of the run again and tell it, event by event: an id as in the rows, 17 or 3-17 or 3-17-2
    #[arg(long, value_name = "ID", conflicts_with_all = ["resume", "games_csv", "games_jsonl", "until"])]
    game: Option<String>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// A bot's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Who {
    /// Uniform over legal options
    Random,
    /// Plays for value
    Basic,
}

impl From<Who> for Bot {
    fn from(who: Who) -> Self {
        match who {
            Who::Random => Self::Random,
            Who::Basic => Self::Basic,
        }
    }
}

/// A report for programs.
#[derive(Serialize)]
struct Shown<'a> {
    #[serde(flatten)]
    report: &'a Report,
    /// Why there are fewer games than wanted, if there are.
    ended_early: Option<&'static str>,
}

/// Runs `lawmage sim`. Exit code 1 when a game was capped or went wrong, when something could not be written, and when the
/// run was interrupted.
pub fn run(args: &SimArgs, shared: &Shared, console: &Console) -> Outcome {
    lawmage_sim::keep_quiet();
    let pool = data::pool(shared, console)?;
    if args.threads == Some(0) {
        return Err(Failure::usage("--threads 0: there must be at least one"));
    }
    if args.games == Some(0) {
        return Err(Failure::usage("--games 0: there would be nothing to measure"));
    }
    if !args.table.is_plain() {
        return pods::run(args, &pool, console);
    }
    let config = config(args, &pool, console)?;
    if let Some(id) = &args.game {
        return again::run(&config, id, args, console);
    }
    for file in args.games_csv.iter().chain(&args.games_jsonl) {
        tables::can_be_written(file)?;
    }
    let (journal, kept) = match &args.resume {
        Some(path) => {
            let (journal, kept) = Journal::open(path, &config, console)?;
            (Some(journal), kept)
        }
        None => (None, Games::new()),
    };
    let resumed = kept.len();
    let watcher = Watcher::new(&config, journal, args.record.clone(), resumed as u64)?;
    let ran = lawmage_sim::run(&config, kept, &watcher);
    let mut troubles = watcher.finish();
    if let Some(Ended::Failed(why)) = &ran.early {
        troubles.push(why.clone());
    }
    let report = Report::new(&config, &ran.games, ran.pace);
    troubles.extend(tables::write(args, &config, &ran.games));
    let ended_early = ran.early.as_ref().map(|early| match early {
        Ended::Stopped => "interrupted",
        Ended::Time => "time limit",
        Ended::Failed(_) => "failed",
    });
    match args.format {
        Format::Json => console.json(&Shown { report: &report, ended_early })?,
        Format::Text => print::report(&report, &config, console),
    }
    for message in &report.messages {
        console.warn(message);
    }
    if let Some(early) = &ran.early {
        console.warn(how_to_go_on(early, args, &report, resumed));
    }
    if !troubles.is_empty() {
        return Err(troubles.into());
    }
    let sound = report.capped + report.errors == 0 && ran.early != Some(Ended::Stopped);
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn how_to_go_on(early: &Ended, args: &SimArgs, report: &Report, resumed: usize) -> String {
    let what = match early {
        Ended::Stopped => "interrupted",
        Ended::Time => "the time is over",
        Ended::Failed(_) => "the run could not go on",
    };
    let how = match &args.resume {
        Some(path) => format!("the same command goes on from {}", path.display()),
        None => "with --resume FILE the same command can go on where it was".to_owned(),
    };
    let before = if resumed > 0 { format!(", {resumed} of them before") } else { String::new() };
    format!("{what} after {} games{before}; {how}", report.games)
}

fn config(args: &SimArgs, pool: &lawmage_cards::CardPool, console: &Console) -> Outcome<Config> {
    let (entrants, pairs) = field::entrants(args, pool, console)?;
    Ok(Config {
        pairs,
        entrants,
        games: args.games.unwrap_or(if args.until.is_some() { MOST_GAMES } else { 10 }),
        best_of: args.best_of,
        sideboards: args.sideboards || args.best_of > 1,
        until: args.until,
        confidence: args.confidence,
        time_limit: args.time_limit,
        seed: args.seed,
        threads: args.threads.unwrap_or_else(crate::args::cores),
        check_every: args.check.then_some(1),
        caps: Caps { time: args.game_time_limit.0, ..Caps::default() },
        keep_answers: args.record.is_some() || args.game.is_some(),
        card_figures: args.card_figures,
    })
}
