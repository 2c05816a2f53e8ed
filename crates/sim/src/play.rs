//! One game between two bots.

use lawmage_engine::start::{Seat, Setup};
use lawmage_engine::{Answer, Game, GameResult, Halt, Listener, Seats, State};

use crate::config::{Caps, Entrant};
use crate::invariants;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// The player of this seat won.
    Won(usize),
    /// A draw by the rules.
    Draw,
    /// Given up at a cap.
    Capped(String),
    /// Something went wrong; what.
    Error(String),
}

/// What is kept of a game.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// From which it was played.
    pub seed: u64,
    /// How it ended.
    pub end: GameEnd,
    /// Decisions taken (forced ones not counted).
    pub decisions: u64,
    /// Turns begun.
    pub turns: u32,
    /// Digest of all answers and the end.
    pub digest: u64,
    /// All answers, if they were to be kept.
    pub answers: Vec<Answer>,
}

/// The setup of a game between entrants in seat order.
#[must_use]
pub fn setup(seats: [&Entrant; 2], seed: u64) -> Setup {
    let seats = seats.iter().map(|e| Seat { name: e.name.clone(), deck: e.deck.clone(), ..Seat::default() }).collect();
    Setup { seats, seed, first: None }
}

/// Plays a game to its end. The bots' own randomness comes from the seed too.
#[must_use]
pub fn play_game(
    seats: [&Entrant; 2],
    seed: u64,
    caps: Caps,
    check_every: Option<u32>,
    keep_answers: bool,
    listener: Option<&mut dyn Listener>,
) -> GameRecord {
    let state = State::new_game(&setup(seats, seed));
    let players = seats.iter().zip(1..).map(|(e, n)| e.bot.seat(seed.wrapping_mul(31).wrapping_add(n))).collect();
    let mut table = Seats::new(players);
    if let Some(listener) = listener {
        table = table.listening(listener);
    }
    if keep_answers {
        table = table.recording();
    }
    let mut game = Game::new(state, &mut table);
    let end = run(&mut game, caps, check_every);
    let (decisions, turns) = (game.decisions, game.state.turn.number);
    let code = match &end {
        GameEnd::Won(seat) => *seat as u64,
        GameEnd::Draw => 10,
        GameEnd::Capped(_) => 11,
        GameEnd::Error(_) => 12,
    };
    let digest = table.digest().rotate_left(5) ^ code ^ (u64::from(turns) << 32);
    GameRecord { seed, end, decisions, turns, digest, answers: table.answers().to_vec() }
}

fn run(game: &mut Game<'_>, caps: Caps, check_every: Option<u32>) -> GameEnd {
    let mut ticks = 0;
    let owned = invariants::cards_owned(&game.state);
    while !game.is_over() {
        match game.tick() {
            Ok(()) => {}
            Err(Halt::Capped(why)) => return GameEnd::Capped(why.to_owned()),
            Err(halt) => return GameEnd::Error(halt.to_string()),
        }
        ticks += 1;
        if ticks > caps.ticks {
            return GameEnd::Capped(format!("more than {} ticks", caps.ticks));
        }
        if game.state.turn.number > caps.turns {
            return GameEnd::Capped(format!("more than {} turns", caps.turns));
        }
        if game.decisions > caps.decisions {
            return GameEnd::Capped(format!("more than {} decisions", caps.decisions));
        }
        if let Some(every) = check_every
            && ticks % every.max(1) == 0
            && let Err(broken) = invariants::check(&game.state, &owned)
        {
            return GameEnd::Error(format!("invariant broken in turn {}: {broken}", game.state.turn.number));
        }
    }
    match &game.state.result {
        Some(GameResult::Won(players)) => players.first().map_or(GameEnd::Draw, |p| GameEnd::Won(p.index())),
        _ => GameEnd::Draw,
    }
}
