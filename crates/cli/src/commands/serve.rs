//! `lawmage serve --stdio`: a game for programs in any language, one JSON message a line.

use std::io::{BufRead, Read};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use lawmage::{Cards, system_seed};
use lawmage_cards::deck::Deck;
use lawmage_cards::{Error, deck, starter};
use lawmage_engine::procedure::start::Setup;
use lawmage_engine::state::rng::Part;
use lawmage_engine::{PlayerId, Seed, State, Viewer};
use lawmage_host::{HostedGame, Sits};
use lawmage_protocol::{FromPlayer, FromTable, SeatedPlayer, Start, VERSION};
use lawmage_sim::{Bot, Entrant, PlaybackError, Record, setup};

use crate::args::Shared;
use crate::commands::game_log::GameLog;
use crate::commands::sim::{Who, entrant};
use crate::console::Console;
use crate::data;
use crate::failure::{Failure, Outcome};
use crate::table::save::setup_of;

/// The longest line that is read, in bytes: a deck of a thousand lines is far shorter.
const LONGEST_LINE: u64 = 1 << 20;

/// The most card names that one search tells.
const MOST_NAMES: usize = 50;

/// `lawmage serve`
#[derive(Args)]
#[command(
    after_help = "A program talks to it by its standard input and output, one JSON object a line: docs/protocol.md tells the messages, \
    crates/protocol/generated has them as TypeScript types and as JSON schemas, examples/player.py plays a game.\n\nExample:\n  \
    python3 examples/player.py target/release/lawmage"
)]
pub struct ServeArgs {
    /// Speak with the program that started this one, on standard input and output
    #[arg(long, required = true)]
    stdio: bool,
    /// Write the game down in this file, each answer before it is acknowledged; where the file holds a game, take it up again
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

/// Runs `lawmage serve`.
pub fn run(args: &ServeArgs, shared: &Shared, console: &Console) -> Outcome {
    let pool = data::pool(shared, console)?;
    let (log, written) = args.log.as_deref().map(GameLog::open).transpose()?.unzip();
    let mut table = Table { cards: pool.into(), game: None, log };
    if let Some(record) = written.flatten() {
        table.take_up(&record)?;
        table.keep()?;
    }
    say(console, &FromTable::Hello { protocol: VERSION, program: format!("lawmage {}", env!("CARGO_PKG_VERSION")) })?;
    for message in table.tell_all() {
        say(console, &message)?;
    }
    let mut input = std::io::stdin().lock();
    for number in 1.. {
        let mut line = Vec::new();
        let read = (&mut input).take(LONGEST_LINE + 1).read_until(b'\n', &mut line);
        if read.map_err(|error| Failure::new(format!("standard input: {error}")))? == 0 {
            break;
        }
        if line.len() as u64 > LONGEST_LINE {
            return Err(Failure::new(format!("line {number} is longer than {LONGEST_LINE} bytes")));
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let said = match serde_json::from_slice::<FromPlayer>(&line) {
            Ok(message) => table.hear(message),
            Err(error) => vec![mistake(format!("line {number} is no message of the protocol: {error}"))],
        };
        table.keep()?;
        for message in said {
            say(console, &message)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn say(console: &Console, message: &FromTable) -> Outcome<()> {
    let line = serde_json::to_string(message).map_err(|error| Failure::new(error.to_string()))?;
    console.line(line);
    Ok(())
}

fn mistake(reason: impl Into<String>) -> FromTable {
    FromTable::Error { reason: reason.into() }
}

/// The cards at hand, and the game once it has started.
struct Table {
    cards: Cards,
    game: Option<HostedGame>,
    /// Where the game is written down.
    log: Option<GameLog>,
}

impl Table {
    /// Does what a message asks, and tells what is said to that.
    fn hear(&mut self, message: FromPlayer) -> Vec<FromTable> {
        if let FromPlayer::Start(start) = message {
            if self.log.is_some() && self.game.is_some() {
                return vec![mistake("the log holds a game, which waits: start another one with another file")];
            }
            return match self.start(&start) {
                Ok(game) => {
                    self.game = Some(game);
                    self.tell_all()
                }
                Err(why) => vec![mistake(why.to_string())],
            };
        }
        if let FromPlayer::Search { name } = message {
            return vec![match self.cards.pool().face_names(&name, MOST_NAMES) {
                Ok(names) => FromTable::Names { name, names },
                Err(why) => mistake(why.to_string()),
            }];
        }
        let Some(game) = &mut self.game else {
            return vec![mistake("no game has started: say {\"type\":\"start\", …} first")];
        };
        match message {
            FromPlayer::Steps { ask, taken } => {
                return vec![match game.steps(ask, &taken) {
                    Ok((options, answer)) => FromTable::Steps { ask, options, answer },
                    Err(why) => FromTable::Rejected { ask, rule: why.rule.to_string(), reason: why.reason },
                }];
            }
            FromPlayer::Answer { ask, answer } => {
                let Some(player) = game.asked() else { return vec![mistake("the game is over: nobody is asked")] };
                if let Err(illegal) = game.answer(player, ask, &answer) {
                    let rule = illegal.rule.to_string();
                    return vec![FromTable::Rejected { ask, rule, reason: illegal.reason }];
                }
            }
            FromPlayer::Concede { seat } => {
                if usize::from(seat) >= game.state().players().len() {
                    return vec![mistake(format!("there is no seat {seat}; seats count from 0"))];
                }
                game.concede(PlayerId(seat));
            }
            FromPlayer::Undo { seat } => match game.undo(PlayerId(seat)) {
                Some(ask) => {
                    return std::iter::once(FromTable::Rollback { ask }).chain(self.tell_all()).collect();
                }
                None => return vec![mistake("nothing can be taken back: something hidden came to light since")],
            },
            FromPlayer::Resync | FromPlayer::Start(_) | FromPlayer::Search { .. } => {}
            FromPlayer::Sit { .. }
            | FromPlayer::Watch
            | FromPlayer::Chat { .. }
            | FromPlayer::Automation(_)
            | FromPlayer::PassUntil { .. }
            | FromPlayer::Rematch => {
                return vec![mistake("that is for tables of a server: here is one game, whose seats all answer here")];
            }
        }
        self.tell_all()
    }

    fn tell_all(&mut self) -> Vec<FromTable> {
        let Some(game) = &mut self.game else { return Vec::new() };
        let mut said: Vec<FromTable> = game.viewers().into_iter().flat_map(|viewer| game.messages(viewer)).collect();
        said.extend(game.failure().map(|why| mistake(format!("the game can't go on: {why}"))));
        said
    }

    /// Writes down what was done, before anybody is told of it.
    fn keep(&mut self) -> Outcome<()> {
        let (Some(game), Some(log)) = (&mut self.game, &mut self.log) else { return Ok(()) };
        let entries = game.take_entries();
        log.keep(&entries, game.state())
    }

    /// Goes on with a game that was written down.
    fn take_up(&mut self, record: &Record) -> Outcome<()> {
        let setup = setup_of(record, &self.cards)?;
        if let Some(cards) = record.other_cards(&setup) {
            let error = Error::new(format!("the game was begun with {cards}"));
            return Err(error
                .hint("play it with the --cards and --data it was begun with, and the same version")
                .into());
        }
        let state = State::new_game(&setup).map_err(|why| Failure::new(why.to_string()))?;
        let bots: Vec<Option<&str>> = record.decks.iter().map(|seat| seat.bot.as_deref()).collect();
        let sits = sits(&bots, setup.seed)?;
        let others = watchers(&sits);
        let game = HostedGame::written_down(state, sits, others, &record.entries).map_err(|(number, why)| {
            let changes = record.changes(&setup).map(|changes| format!("; it was begun with {changes}"));
            Failure::new(format!("{}{}", PlaybackError::Diverged(number, why), changes.unwrap_or_default()))
        })?;
        self.game = Some(game);
        Ok(())
    }

    fn start(&mut self, start: &Start) -> Outcome<HostedGame> {
        if start.protocol != VERSION {
            let spoken = start.protocol;
            return Err(Failure::new(format!("protocol {spoken} is not spoken here: this is {VERSION}")));
        }
        let seed = match &start.seed {
            Some(seed) => seed.parse::<Seed>().map_err(|why| Failure::new(format!("seed “{seed}”: {why}")))?,
            None => system_seed().map_err(|why| Failure::new(why.to_string()))?,
        };
        let decks: Vec<Deck> = start.seats.iter().map(|seat| self.deck(seat)).collect::<Outcome<_>>()?;
        let entrants: Vec<Entrant> = decks.iter().map(|deck| entrant(deck, Bot::default())).collect();
        let mut setup: Setup = setup(&entrants.iter().collect::<Vec<_>>(), seed);
        setup.reference = self.cards.reference();
        for (seat, said) in setup.seats.iter_mut().zip(&start.seats) {
            seat.name.clone_from(&said.name);
        }
        let bots: Vec<Option<&str>> = start.seats.iter().map(|seat| seat.bot.as_deref()).collect();
        let sits = sits(&bots, seed)?;
        let others = watchers(&sits);
        let state = State::new_game(&setup).map_err(|why| Failure::new(why.to_string()))?;
        let Some(log) = &mut self.log else { return Ok(HostedGame::new(state, sits, others)) };
        let mut record = Record::begun(&setup);
        for (seat, said) in record.decks.iter_mut().zip(&start.seats) {
            seat.bot.clone_from(&said.bot);
        }
        log.begin(&record)?;
        HostedGame::written_down(state, sits, others, &[]).map_err(|(_, why)| Failure::new(why))
    }

    fn deck(&self, seat: &SeatedPlayer) -> Outcome<Deck> {
        let list =
            starter::deck(&seat.deck).or_else(|_| deck::parse(&seat.deck, &format!("the deck of {}", seat.name)))?;
        data::playable(&list, &seat.name, self.cards.pool(), false)
    }
}

/// Who decides for the seats: the programs named, or somebody who answers by messages.
fn sits(bots: &[Option<&str>], seed: Seed) -> Outcome<Vec<Sits>> {
    let sits = bots.iter().zip(0..).map(|(bot, place)| {
        let Some(name) = bot else { return Ok(Sits::Away) };
        let who = Who::from_str(name, false);
        let who = who.map_err(|_| Failure::new(format!("there is no bot “{name}”: basic, random")))?;
        Ok(Sits::Here(Bot::from(who).seat(seed.part(Part::Seat(place)))))
    });
    sits.collect()
}

/// Who watches beside those who answer by messages: somebody, where nobody does.
fn watchers(sits: &[Sits]) -> &'static [Viewer] {
    if sits.iter().any(|s| matches!(s, Sits::Away)) { &[] } else { &[Viewer::Spectator] }
}
