//! Fewer cards that do the same: parts of the decks become basic lands for as long as the game still goes wrong in the same way.

use std::sync::Arc;
use std::time::Instant;

use lawmage_engine::Seed;
use lawmage_engine::procedure::start::Setup;
use lawmage_ir::Card;

use super::decks::is_basic;
use super::{Hunt, trouble, watching};
use crate::config::Bot;
use crate::play::play;

/// Other seeds that a smaller game is tried with where its own no longer shows the trouble.
const OTHER_SEEDS: u64 = 3;

/// The same trouble with as few cards other than basic lands as are found in time.
#[must_use]
pub fn reduce(setup: &Setup, what: &str, hunt: &Hunt) -> Setup {
    let begun = Instant::now();
    let mut best = setup.clone();
    let mut part = best.seats.iter().map(|s| s.deck.len()).max().unwrap_or(0).div_ceil(2);
    while part > 0 {
        let mut better = false;
        for seat in 0..best.seats.len() {
            let mut from = 0;
            while from < best.seats[seat].deck.len() {
                if begun.elapsed() > hunt.patience {
                    return best;
                }
                if let Some(smaller) = without(&best, seat, from..from + part)
                    && let Some(seed) = seed_that_shows(&smaller, what, hunt)
                {
                    best = Setup { seed, ..smaller };
                    better = true;
                }
                from += part;
            }
        }
        if !(part == 1 && better) {
            part /= 2;
        }
    }
    best
}

/// The game with basic lands in place of these cards of a deck; none where they are that already.
fn without(setup: &Setup, seat: usize, places: std::ops::Range<usize>) -> Option<Setup> {
    let mut smaller = setup.clone();
    let deck = &mut smaller.seats.get_mut(seat)?.deck;
    let land: Arc<Card> = deck.iter().find(|card| is_basic(card))?.clone();
    let mut changed = false;
    for card in deck.iter_mut().take(places.end).skip(places.start).filter(|card| !is_basic(card)) {
        *card = land.clone();
        changed = true;
    }
    changed.then_some(smaller)
}

/// A seed with which the game goes wrong in the same way, its own if that will do.
fn seed_that_shows(setup: &Setup, what: &str, hunt: &Hunt) -> Option<Seed> {
    std::iter::once(setup.seed).chain((0..OTHER_SEEDS).map(Seed::from)).find(|seed| {
        let record = play(&Setup { seed: *seed, ..setup.clone() }, &[Bot::Random; 2], watching(hunt), None);
        trouble(&record).is_some_and(|now| kind(now) == kind(what))
    })
}

/// What sort of trouble it is: its words without numbers and names.
fn kind(what: &str) -> String {
    let words = what.split_whitespace().filter(|w| w.chars().all(|c| c.is_lowercase() || matches!(c, ',' | ':' | '.')));
    words.take(8).collect::<Vec<_>>().join(" ")
}
