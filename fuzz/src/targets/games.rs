//! Saved sessions and records of games.

use std::sync::Arc;

use lawmage_cards::{CardPool, deck, starter};
use lawmage_engine::{Hearer, Log, PlayerId, Session, State};
use lawmage_ir::Card;
use lawmage_sim::{Bot, Entrant, Record, session_from_json, session_to_json, setup};

use super::{Format, Target};

/// A session as it is saved, without the checksum that a save has around it.
pub const SESSION: Target = Target {
    name: "session",
    invariant: "a session that loads plays on",
    words: &["null", "-1", "true", "\"Library\"", "\"Battlefield\"", "4294967295", "{}", "[]"],
    make: || Box::new(Saved::new()),
};

/// A record of a game.
pub const RECORD: Target = Target {
    name: "record",
    invariant: "a record plays back, or says where it does not",
    words: &["null", "-1", "\"answers\":", "\"decks\":", "4294967295", "{}", "[]"],
    make: || Box::new(Recorded::new()),
};

/// Answers to play on with after loading.
const ON: usize = 30;

fn entrants(pool: &CardPool) -> Vec<Entrant> {
    let mut entrants = Vec::new();
    for name in ["red-raiders", "blue-tides"] {
        let Ok(list) = starter::deck(name) else { continue };
        let Ok(found) = deck::resolve(&list, pool) else { continue };
        entrants.push(Entrant {
            name: name.to_owned(),
            deck: found.cards().cloned().collect(),
            bot: Bot::Random,
            ..Entrant::default()
        });
    }
    entrants
}

/// Plays on with a bot; says why the session failed, if it did.
fn play_on<H: Hearer + Default>(session: &mut Session<H>, answers: usize) -> Result<(), String> {
    let mut bot = Bot::Random.seat(5);
    for _ in 0..answers {
        let Some(decision) = session.question().cloned() else { break };
        let answer = bot.decide(&session.view(decision.player), &decision);
        let answer = answer.map_err(|halt| halt.to_string())?;
        session.answer(answer).map_err(|why| why.to_string())?;
        if let Some(failure) = session.failure() {
            return Err(failure.to_owned());
        }
    }
    Ok(())
}

struct Saved {
    samples: Vec<Vec<u8>>,
}

impl Saved {
    fn new() -> Self {
        let pool = CardPool::starter().unwrap_or_default();
        let entrants = entrants(&pool);
        let mut samples = Vec::new();
        if let [a, b] = entrants.as_slice() {
            for (seed, answers) in [(1, 5), (2, 120), (3, 300), (4, 600)] {
                let Ok(state) = State::new_game(&setup(&[a, b], seed)) else { continue };
                let mut session = Session::heard_by(state, Log::default());
                if play_on(&mut session, answers).is_ok() {
                    samples.extend(session_to_json(&session).map(String::into_bytes));
                }
            }
        }
        Self { samples }
    }
}

impl Format for Saved {
    fn samples(&self) -> Vec<Vec<u8>> {
        self.samples.clone()
    }

    fn run(&mut self, input: &[u8]) -> Result<(), String> {
        let Ok(Ok(session)) = std::str::from_utf8(input).map(session_from_json) else { return Ok(()) };
        let Ok(mut session) = session.restored(Default::default()) else { return Ok(()) };
        play_on(&mut session, ON).map_err(|why| format!("it loads, but: {why}"))
    }
}

struct Recorded {
    pool: CardPool,
    samples: Vec<Vec<u8>>,
}

impl Recorded {
    fn new() -> Self {
        let pool = CardPool::starter().unwrap_or_default();
        let mut samples = Vec::new();
        if let [a, b] = entrants(&pool).as_slice() {
            for (seed, answers) in [(1, 3), (2, 60), (3, 400)] {
                let setup = setup(&[a, b], seed);
                let Ok(state) = State::new_game(&setup) else { continue };
                let mut session = Session::new(state);
                if play_on(&mut session, answers).is_ok() {
                    let conceded = Some(PlayerId(1)).filter(|_| session.question().is_some());
                    let record = Record::new(&setup, session.all_answers(), conceded);
                    samples.extend(record.ok().and_then(|r| r.to_json().ok()).map(String::into_bytes));
                }
            }
        }
        Self { pool, samples }
    }
}

impl Format for Recorded {
    fn samples(&self) -> Vec<Vec<u8>> {
        self.samples.clone()
    }

    fn run(&mut self, input: &[u8]) -> Result<(), String> {
        let Ok(Ok(record)) = std::str::from_utf8(input).map(Record::from_json) else { return Ok(()) };
        let find = |name: &str| -> Result<Arc<Card>, String> {
            let id = self.pool.find(name).map_err(|e| e.to_string())?;
            self.pool.card(id).map_err(|e| e.to_string())
        };
        let Ok(setup) = record.setup(&find) else { return Ok(()) };
        let _ = record.play_back(&setup, usize::MAX, &mut |_| {});
        Ok(())
    }
}
