//! `lawmage serve --stdio`: a game for programs in any language, one JSON message a line.

use std::io::{BufRead, Read};
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use lawmage::{Cards, system_seed};
use lawmage_cards::deck::Deck;
use lawmage_cards::{CardPool, deck, starter};
use lawmage_engine::procedure::start::Setup;
use lawmage_engine::state::rng::Part;
use lawmage_engine::{PlayerId, Seed, State, Viewer};
use lawmage_host::{HostedGame, Sits};
use lawmage_protocol::{FromPlayer, FromTable, SeatedPlayer, Start, VERSION};
use lawmage_sim::{Bot, Entrant, setup};

use crate::args::Shared;
use crate::commands::sim::{Who, entrant};
use crate::console::Console;
use crate::data;
use crate::failure::{Failure, Outcome};

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
}

/// Runs `lawmage serve`.
pub fn run(_: &ServeArgs, shared: &Shared, console: &Console) -> Outcome {
    let pool = data::pool(shared, console)?;
    let mut table = Table { pool: Arc::new(pool), game: None };
    say(console, &FromTable::Hello { protocol: VERSION, program: format!("lawmage {}", env!("CARGO_PKG_VERSION")) })?;
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
    pool: Arc<CardPool>,
    game: Option<HostedGame>,
}

impl Table {
    /// Does what a message asks, and tells what is said to that.
    fn hear(&mut self, message: FromPlayer) -> Vec<FromTable> {
        if let FromPlayer::Start(start) = message {
            return match self.start(&start) {
                Ok(game) => {
                    self.game = Some(game);
                    self.tell_all()
                }
                Err(why) => vec![mistake(why.to_string())],
            };
        }
        if let FromPlayer::Search { name } = message {
            return vec![match self.pool.face_names(&name, MOST_NAMES) {
                Ok(names) => FromTable::Names { name, names },
                Err(why) => mistake(why.to_string()),
            }];
        }
        let Some(game) = &mut self.game else {
            return vec![mistake("no game has started: say {\"type\":\"start\", …} first")];
        };
        match message {
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
        }
        self.tell_all()
    }

    fn tell_all(&mut self) -> Vec<FromTable> {
        let Some(game) = &mut self.game else { return Vec::new() };
        let mut said: Vec<FromTable> = game.viewers().into_iter().flat_map(|viewer| game.messages(viewer)).collect();
        said.extend(game.failure().map(|why| mistake(format!("the game can't go on: {why}"))));
        said
    }

    fn start(&self, start: &Start) -> Outcome<HostedGame> {
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
        setup.reference = Cards::from(self.pool.clone()).reference();
        for (seat, said) in setup.seats.iter_mut().zip(&start.seats) {
            seat.name.clone_from(&said.name);
        }
        let mut sits = Vec::with_capacity(start.seats.len());
        for (seat, place) in start.seats.iter().zip(0..) {
            sits.push(match &seat.bot {
                None => Sits::Away,
                Some(name) => {
                    let who = Who::from_str(name, false)
                        .map_err(|_| Failure::new(format!("there is no bot “{name}”: basic, random")))?;
                    Sits::Here(Bot::from(who).seat(seed.part(Part::Seat(place))))
                }
            });
        }
        let state = State::new_game(&setup).map_err(|why| Failure::new(why.to_string()))?;
        let watchers: &[Viewer] = if sits.iter().any(|s| matches!(s, Sits::Away)) { &[] } else { &[Viewer::Spectator] };
        Ok(HostedGame::new(state, sits, watchers))
    }

    fn deck(&self, seat: &SeatedPlayer) -> Outcome<Deck> {
        let list =
            starter::deck(&seat.deck).or_else(|_| deck::parse(&seat.deck, &format!("the deck of {}", seat.name)))?;
        data::playable(&list, &seat.name, &self.pool, false)
    }
}
