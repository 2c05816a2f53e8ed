//! Random games for finding what breaks: decks drawn from all cards (`decks`), random bots, invariants checked. A game that goes
//! wrong is reduced to the few cards that it takes (`reduce`).

mod decks;
mod reduce;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use lawmage_engine::procedure::start::Setup;
use lawmage_ir::Card;
use serde::Serialize;

pub use decks::Lot;
pub use reduce::reduce;

use crate::config::{Bot, Caps};
use crate::ending::{GameEnd, Reason};
use crate::play::{GameRecord, Watching, play};
use crate::run::at_once;

/// What is played, and how it is watched.
#[derive(Clone, Copy, Debug)]
pub struct Hunt {
    /// Games.
    pub games: u32,
    /// From which decks and games come.
    pub seed: u64,
    /// How many threads.
    pub threads: usize,
    /// Check invariants after every so many ticks; never when `None`.
    pub check_every: Option<u32>,
    /// Where games are given up; that is a finding.
    pub caps: Caps,
    /// How long a finding is reduced at most.
    pub patience: Duration,
}

/// A game that went wrong or did not end.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Its number in the hunt, from 0.
    pub game: u32,
    /// What went wrong.
    pub what: String,
    /// The game with as few cards as were found to do, all others being basic lands.
    pub setup: Setup,
    /// How that went.
    pub record: GameRecord,
    /// The cards that are left.
    pub cards: Vec<String>,
}

/// What a hunt came to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Bag {
    /// Games played.
    pub games: u32,
    /// Of them, those that somebody won.
    pub won: u32,
    /// Of them, draws; most of them are endless loops (104.4b).
    pub drawn: u32,
    /// Could not go on: nobody could do anything any more.
    pub stuck: u32,
    /// Given up by turns, ticks or decisions.
    pub capped: u32,
    /// Given up by time.
    pub late: u32,
    /// Went wrong.
    pub errors: u32,
    /// Decisions taken.
    pub decisions: u64,
    /// The game that took longest, and its microseconds.
    pub slowest: (u32, u64),
}

impl Bag {
    fn add(&mut self, game: u32, record: &GameRecord) {
        self.games += 1;
        self.decisions += record.decisions;
        match (&record.end, record.reason) {
            (GameEnd::Won(_), _) => self.won += 1,
            (GameEnd::Draw, _) => self.drawn += 1,
            (_, Reason::Stuck) => self.stuck += 1,
            (_, Reason::Time) => self.late += 1,
            (GameEnd::Capped(_), _) => self.capped += 1,
            (GameEnd::Error(_), _) => self.errors += 1,
        }
        if record.micros > self.slowest.1 {
            self.slowest = (game, record.micros);
        }
    }

    /// Whether every game came to a result.
    #[must_use]
    pub const fn is_sound(&self) -> bool {
        self.capped + self.late + self.errors == 0
    }
}

/// How games of a hunt are watched.
fn watching(hunt: &Hunt) -> Watching {
    Watching { caps: hunt.caps, check_every: hunt.check_every, keep_answers: true }
}

/// What went wrong in a game, if something did. A game that is stuck is none that went wrong.
#[must_use]
pub fn trouble(record: &GameRecord) -> Option<&str> {
    match &record.end {
        _ if record.reason == Reason::Stuck => None,
        GameEnd::Won(_) | GameEnd::Draw => None,
        GameEnd::Capped(what) | GameEnd::Error(what) => Some(what),
    }
}

/// The cards of a deck but for basic lands, each once.
#[must_use]
pub fn names(deck: &[Arc<Card>]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for card in deck.iter().filter(|card| !decks::is_basic(card)) {
        if !names.iter().any(|name| **name == *card.name) {
            names.push(card.name.to_string());
        }
    }
    names
}

/// Plays one game of a hunt.
#[must_use]
pub fn game(lot: &Lot, hunt: &Hunt, number: u32) -> (Setup, GameRecord) {
    let setup = lot.setup(hunt.seed, number);
    let record = play(&setup, &[Bot::Random; 2], watching(hunt), None);
    (setup, record)
}

/// Plays the games. `played` hears of each with what was found, from several threads, and says whether to go on.
pub fn hunt(lot: &Lot, hunt: &Hunt, played: &(dyn Fn(u32, Option<Finding>) -> bool + Sync)) -> Bag {
    let bag = Mutex::new(Bag::default());
    at_once(hunt.games as usize, hunt.threads, &|number| {
        let number = number as u32;
        let (setup, record) = game(lot, hunt, number);
        bag.lock().unwrap_or_else(std::sync::PoisonError::into_inner).add(number, &record);
        let found = trouble(&record).map(|what| found(number, what, &setup, hunt));
        played(number, found)
    });
    bag.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn found(game: u32, what: &str, setup: &Setup, hunt: &Hunt) -> Finding {
    let setup = reduce(setup, what, hunt);
    let record = play(&setup, &[Bot::Random; 2], watching(hunt), None);
    let all: Vec<Arc<Card>> = setup.seats.iter().flat_map(|s| s.deck.iter().cloned()).collect();
    let cards = names(&all);
    Finding { game, what: trouble(&record).unwrap_or(what).to_owned(), setup, record, cards }
}
