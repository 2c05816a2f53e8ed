//! One game between bots.

use std::sync::Arc;
use std::time::Instant;

use lawmage_engine::procedure::start::{Seat, Setup};
use lawmage_engine::state::rng::Part;
use lawmage_engine::{Answer, Game, GameResult, Halt, Listener, PlayerId, Rng, Seats, Seed, State};
use lawmage_ir::Rule;
use serde::{Deserialize, Serialize};

use crate::config::{Bot, Caps, Entrant};
use crate::ending::{self, GameEnd, Reason};
use crate::invariants;
use crate::panics;
use crate::seen::{CardUse, CardWatch};
use crate::timed::{Clock, Timed};

/// So many turns without a decision: nobody draws, nobody can act, and nobody will lose. More than any library has cards.
const STUCK: u32 = 300;

/// What is kept of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// From which it was played.
    pub seed: Seed,
    /// How it ended.
    pub end: GameEnd,
    /// The seats that won: several where a team did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub winners: Vec<usize>,
    /// Why it ended.
    pub reason: Reason,
    /// The rule by which it ended, if it ended by one.
    pub rule: Option<Rule>,
    /// The seat that took the first turn; `None` when no turn began.
    pub first: Option<usize>,
    /// Decisions taken (forced ones not counted).
    pub decisions: u64,
    /// Turns begun, of all players together.
    pub turns: u32,
    /// Mulligans taken, seat by seat.
    pub mulligans: Vec<u32>,
    /// Life totals at the end, seat by seat.
    pub life: Vec<i32>,
    /// Digest of all answers and the end.
    pub digest: u64,
    /// How long it took, in microseconds.
    pub micros: u64,
    /// What became of the cards, seat by seat, if that was wanted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<Vec<CardUse>>,
    /// All answers, if they were to be kept.
    #[serde(skip)]
    pub answers: Vec<Answer>,
}

/// How a game is played and watched.
#[derive(Clone, Copy, Debug, Default)]
pub struct Watching {
    /// Where it is given up.
    pub caps: Caps,
    /// Check invariants after every so many ticks.
    pub check_every: Option<u32>,
    /// Keep all answers.
    pub keep_answers: bool,
}

/// The setup of a game between entrants in seat order, without sideboards.
#[must_use]
pub fn setup(seats: &[&Entrant], seed: impl Into<Seed>) -> Setup {
    let seat = |e: &&Entrant| seat(e, &e.deck, &[]);
    Setup { seats: seats.iter().map(seat).collect(), seed: seed.into(), first: None, ..Setup::default() }.of_leaders()
}

/// The seat of an entrant with these cards.
pub(crate) fn seat(entrant: &Entrant, deck: &[Arc<lawmage_ir::Card>], sideboard: &[Arc<lawmage_ir::Card>]) -> Seat {
    Seat {
        name: entrant.name.clone(),
        deck: deck.to_vec(),
        sideboard: sideboard.to_vec(),
        commanders: entrant.commanders.clone(),
        command: entrant.command.clone(),
        ..Seat::default()
    }
}

/// Plays a game between entrants in seat order to its end. The bots' own randomness comes from the seed too.
#[must_use]
pub fn play_game(
    seats: &[&Entrant],
    seed: impl Into<Seed>,
    caps: Caps,
    check_every: Option<u32>,
    keep_answers: bool,
    listener: Option<&mut dyn Listener>,
) -> GameRecord {
    let bots: Vec<Bot> = seats.iter().map(|e| e.bot).collect();
    play(&setup(seats, seed), &bots, Watching { caps, check_every, keep_answers }, listener)
}

/// Plays a game from its setup, keeping what became of each card; `names` are the entrants' card names in seat order.
pub(crate) fn play_watching(setup: &Setup, bots: &[Bot], how: Watching, names: &[Vec<Arc<str>>]) -> GameRecord {
    let mut watch = CardWatch::new(setup.seats.len());
    let mut record = play(setup, bots, how, Some(&mut watch));
    record.cards = watch.uses(setup, names);
    record
}

/// Plays a game from its setup to its end. Whatever goes wrong in it, a panic too, is its result.
#[must_use]
pub fn play(setup: &Setup, bots: &[Bot], how: Watching, listener: Option<&mut dyn Listener>) -> GameRecord {
    let start = Instant::now();
    let players = bots.iter().zip(0..).map(|(bot, seat)| bot.seat(setup.seed.part(Part::Seat(seat)))).collect();
    let mut seats = Seats::new(players);
    if let Some(listener) = listener {
        seats = seats.listening(listener);
    }
    if how.keep_answers {
        seats = seats.recording();
    }
    let deadline = how.caps.time.and_then(|time| start.checked_add(time));
    let mut table = Timed::new(seats, deadline);
    let played = panics::caught(|| {
        let state = State::new_game(setup).map_err(|why| why.to_string())?;
        let mut game = Game::new(state, &mut table);
        let stopped = run(&mut game, how, &Clock::new(deadline));
        Ok(facts(&game, stopped))
    });
    let played = played.flatten();
    let mut record = played.unwrap_or_else(|why| broken(&table, why));
    if table.over {
        record.reason = Reason::Time;
    }
    let code = match &record.end {
        GameEnd::Won(seat) => *seat as u64,
        GameEnd::Draw => 10,
        GameEnd::Capped(_) => 11,
        GameEnd::Error(_) => 12,
    };
    record.seed = setup.seed;
    record.digest = table.seats.digest().rotate_left(5) ^ code ^ (u64::from(record.turns) << 32);
    record.micros = u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX);
    record.answers = table.seats.answers().to_vec();
    record
}

/// Why a game was stopped before its end.
struct Stopped(GameEnd, Reason);

fn facts(game: &Game<'_>, stopped: Option<Stopped>) -> GameRecord {
    let state = &game.state;
    let (end, reason, rule) = match stopped {
        Some(Stopped(end, reason)) => (end, reason, None),
        None => ending::of(state),
    };
    GameRecord {
        seed: Seed::default(),
        winners: match (&end, state.result()) {
            (GameEnd::Won(_), Some(GameResult::Won(players))) => players.iter().map(|p| p.index()).collect(),
            _ => Vec::new(),
        },
        end,
        reason,
        rule,
        first: (state.turn().number > 0).then(|| state.turn().first.index()),
        decisions: game.decisions,
        turns: state.turn().number,
        mulligans: state.players().iter().map(|p| p.mulligans).collect(),
        life: state.players().iter().map(|p| p.life).collect(),
        digest: 0,
        micros: 0,
        cards: Vec::new(),
        answers: Vec::new(),
    }
}

/// The record of a game that panicked: what the table still knows.
fn broken(table: &Timed<'_>, why: String) -> GameRecord {
    GameRecord {
        seed: Seed::default(),
        end: GameEnd::Error(why),
        winners: Vec::new(),
        reason: Reason::Error,
        rule: None,
        first: None,
        decisions: table.decisions,
        turns: table.turn,
        mulligans: Vec::new(),
        life: Vec::new(),
        digest: 0,
        micros: 0,
        cards: Vec::new(),
        answers: Vec::new(),
    }
}

fn run(game: &mut Game<'_>, how: Watching, clock: &Clock) -> Option<Stopped> {
    let capped = |why: String| Some(Stopped(GameEnd::Capped(why), Reason::Capped));
    let caps = how.caps;
    let mut ticks = 0;
    // The turn in which somebody last had something to decide, and how many decisions there were then.
    let mut asked = (0, 0);
    let owned = invariants::cards_owned(&game.state);
    while !game.is_over() {
        match game.tick() {
            Ok(()) => {}
            Err(Halt::Capped(why)) => return capped(why.to_owned()),
            Err(halt) => return Some(Stopped(GameEnd::Error(halt.to_string()), Reason::Error)),
        }
        ticks += 1;
        if ticks > caps.ticks {
            return capped(format!("more than {} ticks", caps.ticks));
        }
        if game.state.turn().number > caps.turns {
            return capped(format!("more than {} turns", caps.turns));
        }
        if game.decisions > asked.1 {
            asked = (game.state.turn().number, game.decisions);
        }
        if game.state.turn().number > asked.0 + STUCK {
            let why = format!("nobody could do anything for {STUCK} turns");
            return Some(Stopped(GameEnd::Capped(why), Reason::Stuck));
        }
        if game.decisions > caps.decisions {
            return capped(format!("more than {} decisions", caps.decisions));
        }
        if let Some(why) = clock.over(ticks) {
            return Some(Stopped(GameEnd::Capped(why.to_owned()), Reason::Time));
        }
        if let Some(every) = how.check_every
            && ticks % every.max(1) == 0
            && let Err(broken) = invariants::check(&game.state, &owned)
        {
            let why = format!("invariant broken in turn {}: {broken}", game.state.turn().number);
            return Some(Stopped(GameEnd::Error(why), Reason::Error));
        }
    }
    None
}

/// The seat that has lost a game among so many, of several the one that chance picks (103.1).
#[must_use]
pub fn loser(players: usize, won: impl Fn(usize) -> bool, seed: Seed) -> Option<usize> {
    let losers: Vec<usize> = (0..players).filter(|seat| !won(*seat)).collect();
    let place = if losers.len() > 1 { Rng::new(seed).below(losers.len() as u32) as usize } else { 0 };
    losers.get(place).copied()
}

/// Who takes the first turn of the next game of a match (103.1): the loser of this one chooses, and chooses to; of several, the one
/// that chance picks. After a draw whoever chose before chooses again.
pub(crate) fn next_first(record: &GameRecord, seed: Seed) -> Option<PlayerId> {
    let seat = match record.end {
        GameEnd::Won(winner) => loser(record.life.len(), |seat| seat == winner || record.winners.contains(&seat), seed),
        _ => record.first,
    };
    seat.and_then(|seat| u8::try_from(seat).ok()).map(PlayerId)
}
