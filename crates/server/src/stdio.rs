//! One game for the program that started this one: a JSON message a line, all seats through one pipe.

use std::io::{BufRead, Read};
use std::path::Path;

use lawmage::Cards;
use lawmage_cards::{Error, Result};
use lawmage_engine::{PlayerId, Viewer};
use lawmage_host::{HostedGame, Sits};
use lawmage_protocol::{FromPlayer, FromTable, SeatedPlayer, Start, VERSION};
use lawmage_sim::Record;

use crate::game_log::GameLog;
use crate::said::{hello, mistake, names, rejected, shortcut, steps, why_not_block};
use crate::starting;

/// The longest line that is read, in bytes: a deck of a thousand lines is far shorter.
const LONGEST_LINE: u64 = 1 << 20;

/// Plays games by messages, until there is no more input. A `log` is the file where the game is written down, each answer before it is
/// acknowledged; where it holds a game, that is taken up again.
///
/// # Errors
/// Why the input can't be read, or the game can't be written down or taken up.
pub fn serve(cards: Cards, log: Option<&Path>, mut input: impl BufRead, say: &mut dyn FnMut(String)) -> Result<()> {
    let mut say = |message: &FromTable| -> Result<()> {
        say(serde_json::to_string(message).map_err(|error| Error::new(error.to_string()))?);
        Ok(())
    };
    let (log, written) = log.map(GameLog::open).transpose()?.unzip();
    let mut table = Table { cards, game: None, log };
    if let Some(record) = written.flatten() {
        table.take_up(&record)?;
        table.keep()?;
    }
    say(&hello())?;
    for message in table.tell_all() {
        say(&message)?;
    }
    for number in 1.. {
        let mut line = Vec::new();
        let read = (&mut input).take(LONGEST_LINE + 1).read_until(b'\n', &mut line);
        if read.map_err(|error| Error::new(format!("standard input: {error}")))? == 0 {
            break;
        }
        if line.len() as u64 > LONGEST_LINE {
            return Err(Error::new(format!("line {number} is longer than {LONGEST_LINE} bytes")));
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
            say(&message)?;
        }
    }
    Ok(())
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
            return vec![names(&self.cards, name)];
        }
        let Some(game) = &mut self.game else {
            return vec![mistake("no game has started: say {\"type\":\"start\", …} first")];
        };
        match message {
            FromPlayer::Steps { ask, taken } => return vec![steps(game, ask, &taken)],
            FromPlayer::WhyNotBlock { ask, blocker, attacker } => {
                return vec![why_not_block(game, ask, blocker, attacker)];
            }
            FromPlayer::Answer { ask, answer } => {
                let Some(player) = game.asked() else { return vec![mistake("the game is over: nobody is asked")] };
                if let Err(why) = game.answer(player, ask, &answer) {
                    return vec![rejected(ask, why)];
                }
            }
            FromPlayer::Concede { seat } => {
                if usize::from(seat) >= game.state().players().len() {
                    return vec![mistake(format!("there is no seat {seat}; seats count from 0"))];
                }
                game.concede(PlayerId(seat));
            }
            FromPlayer::Repeat { seat, actions, times } => {
                let said = shortcut(game.repeat(PlayerId(seat), actions, times));
                return said.into_iter().chain(self.tell_all()).collect();
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
            | FromPlayer::Rematch { .. }
            | FromPlayer::Sideboard { .. } => {
                return vec![mistake(
                    "that is said to a server of several tables: here all seats answer through one pipe",
                )];
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
    fn keep(&mut self) -> Result<()> {
        let Some(game) = &mut self.game else { return Ok(()) };
        let entries = game.take_entries();
        match &mut self.log {
            Some(log) => log.keep(&entries, game.state()),
            None => Ok(()),
        }
    }

    /// Goes on with a game that was written down.
    fn take_up(&mut self, record: &Record) -> Result<()> {
        let setup = starting::setup_of(record, &self.cards)?;
        self.game = Some(hosted(record, &setup)?);
        Ok(())
    }

    fn start(&mut self, start: &Start) -> Result<HostedGame> {
        if start.protocol != VERSION {
            let spoken = start.protocol;
            return Err(Error::new(format!("protocol {spoken} is not spoken here: this is {VERSION}")));
        }
        let deck = |seat: &SeatedPlayer| starting::deck_of(&seat.deck, &seat.name, &self.cards);
        let decks = start.seats.iter().map(deck).collect::<Result<Vec<_>>>()?;
        let (setup, record) = starting::begun(&start.seats, &decks, start.seed.as_deref(), None, &self.cards)?;
        if let Some(log) = &mut self.log {
            log.begin(&record)?;
        }
        hosted(&record, &setup)
    }
}

/// The game, watched by a spectator where nobody answers by messages.
fn hosted(record: &Record, setup: &lawmage_engine::procedure::start::Setup) -> Result<HostedGame> {
    let only_bots = record.decks.iter().all(|seat| seat.bot.is_some());
    let others: &[Viewer] = if only_bots { &[Viewer::Spectator] } else { &[] };
    starting::hosted(record, setup, &mut |_| Sits::Away, others)
}
