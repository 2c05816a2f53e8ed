//! `lawmage sim`: many games between bots.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use lawmage_cards::{CardPool, Error, starter};
use lawmage_sim::{Bot, Caps, Config, Entrant, GameRecord, Record, Report, all_pairs, setup, simulate};

use crate::args::{Format, Shared};
use crate::console::Console;
use crate::data;
use crate::failure::{Failure, Outcome};
use crate::table::save;

/// `lawmage sim`
#[derive(Args)]
#[command(
    after_help = "Games come in twos with the same seed and the seats swapped. The digest sums up every game: the same \
    command gives the same digest on every machine.\n\nExamples:\n  lawmage sim --games 100\n  \
    lawmage sim --deck red-raiders --deck my-deck.txt --games 500 --bot random --format json\n  \
    lawmage sim --deck red-raiders --deck red-raiders --bot basic --bot random --games 100\n  \
    lawmage sim --decks my-decks/ --games 10 --seed 7 --threads 2"
)]
pub struct SimArgs {
    /// A deck: a file or a starter deck's name; give it twice or more. All pairs play [default: the starter decks]
    #[arg(long = "deck", value_name = "DECK")]
    decks: Vec<String>,
    /// A directory of decks, all of which play; may be given several times
    #[arg(long = "decks", value_name = "DIR")]
    dirs: Vec<PathBuf>,
    /// Games for each pair
    #[arg(long, default_value_t = 10, value_name = "N")]
    games: u32,
    /// From which all randomness comes
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// Who plays; given twice, the second plays the second deck and on [default: basic]
    #[arg(long = "bot", value_enum, value_name = "BOT")]
    bots: Vec<Who>,
    /// How many threads; figures of speed are for one
    #[arg(long, default_value_t = 1, value_name = "T")]
    threads: usize,
    /// Check the invariants of the state after every tick (slow)
    #[arg(long)]
    check: bool,
    /// Play decks with cards that are not understood completely
    #[arg(long)]
    incomplete: bool,
    /// Write a record of every game into that directory, for `lawmage replay`
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
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

/// Runs `lawmage sim`. Exit code 1 when a game was capped or went wrong.
pub fn run(args: &SimArgs, shared: &Shared, console: &Console) -> Outcome {
    let pool = data::pool(shared, console)?;
    let entrants = entrants(args, &pool)?;
    let pairs = all_pairs(entrants.len());
    let config = Config {
        pairs,
        entrants,
        games: args.games,
        seed: args.seed,
        threads: args.threads,
        check_every: args.check.then_some(1),
        caps: Caps::default(),
        keep_answers: args.record.is_some(),
    };
    let total = config.pairs.len() as u64 * u64::from(config.games);
    let bar = progress(total);
    let (report, games) = simulate(&config, &|n| bar.inc(n));
    bar.finish_and_clear();
    if let Some(dir) = &args.record {
        write_records(&config, games, dir)?;
    }
    match args.format {
        Format::Json => console.json(&report)?,
        Format::Text => print(&report, console),
    }
    Ok(if report.capped + report.errors == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn entrants(args: &SimArgs, pool: &CardPool) -> Outcome<Vec<Entrant>> {
    let mut specs = args.decks.clone();
    for dir in &args.dirs {
        specs.extend(deck_files(dir)?);
    }
    if specs.is_empty() {
        specs = starter::deck_names().map(str::to_owned).collect();
    }
    if specs.len() == 1 {
        return Err(Error::new("one deck has nobody to play")
            .hint("give --deck twice, the same deck if you like")
            .into());
    }
    let bot = |place: usize| match args.bots.as_slice() {
        [] => Bot::Basic,
        [only] => (*only).into(),
        several => several[place.min(several.len() - 1)].into(),
    };
    specs
        .iter()
        .enumerate()
        .map(|(place, spec)| {
            let deck = data::playable_deck(spec, pool, args.incomplete)?;
            Ok(Entrant { name: deck.name.clone(), deck: deck.cards().cloned().collect(), bot: bot(place) })
        })
        .collect()
}

/// One record a game, named by pair and game.
fn write_records(config: &Config, games: Vec<GameRecord>, dir: &Path) -> Outcome<()> {
    std::fs::create_dir_all(dir)
        .map_err(|e| Error::new(format!("cannot be made: {e}")).within(dir.display().to_string()))?;
    for (place, game) in games.into_iter().enumerate() {
        let per_pair = config.games.max(1) as usize;
        let (pair, number) = (place / per_pair, place % per_pair);
        let Some((a, b)) = config.pairs.get(pair) else { continue };
        let (Some(a), Some(b)) = (config.entrants.get(*a), config.entrants.get(*b)) else { continue };
        let seats = if number % 2 == 0 { [a, b] } else { [b, a] };
        let record = Record::new(&setup(seats, game.seed), game.answers, None)
            .map_err(|e| Failure::new(format!("game {}: {e}", place + 1)))?;
        save::write_record(&record, &dir.join(format!("{}-{}.json", pair + 1, number + 1)))?;
    }
    Ok(())
}

/// The decklists of a directory, by name.
fn deck_files(dir: &Path) -> Outcome<Vec<String>> {
    let unreadable = |e: std::io::Error| {
        Error::new(format!("cannot be read: {e}")).within(dir.display().to_string()).hint("--decks takes a directory")
    };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(dir).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|e| e == "txt" || e == "dek") {
            files.push(path.display().to_string());
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(Error::new("no decklists (.txt, .dek) there").within(dir.display().to_string()).into());
    }
    Ok(files)
}

/// A bar on the error stream; nothing when that is no terminal.
fn progress(total: u64) -> ProgressBar {
    let bar = ProgressBar::new(total);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} to go") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

fn print(report: &Report, console: &Console) {
    console.line(format!(
        "{} games, {} turns, {} decisions in {:.2} s: {:.0} games/s, {:.0} decisions/s",
        report.games,
        report.turns,
        report.decisions,
        report.seconds,
        report.games_per_second,
        report.decisions_per_second
    ));
    for (name, wins) in &report.wins {
        console.line(format!("{wins:>7} won  {name}"));
    }
    let pair_count = report.pairs.len();
    if pair_count > 1 {
        for pair in &report.pairs {
            console.line(console.dim(format!("{:>5} : {:<5} {} – {}", pair.a_wins, pair.b_wins, pair.a, pair.b)));
        }
    }
    console.line(format!(
        "{} draws, {} capped, {} errors; digest {}",
        report.draws, report.capped, report.errors, report.digest
    ));
    for message in &report.messages {
        console.warn(message);
    }
}
