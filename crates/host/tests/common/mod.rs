//! What the tests of hosted games share.

use std::sync::Arc;

use lawmage_cards::{CardPool, deck, starter};
use lawmage_engine::procedure::start::{Seat, Setup};
use lawmage_engine::{Rng, State};
use lawmage_ir::Card;
use lawmage_protocol::{Answer, Ask, Domain};

/// A game of two starter decks that is about to begin.
pub fn state(seed: u64) -> State {
    let pool = CardPool::starter().expect("the starter set");
    let seat = |name: &str| {
        let list = starter::deck(name).expect("a starter deck");
        let deck: Vec<Arc<Card>> = deck::resolve(&list, &pool).expect("its cards").cards().cloned().collect();
        Seat { name: name.to_owned(), deck, ..Seat::default() }
    };
    let seats = vec![seat("blue-tides"), seat("red-raiders")];
    State::new_game(&Setup { seats, seed: seed.into(), ..Setup::default() }).expect("a setup")
}

/// Some option where one is picked, else the default.
pub fn some(ask: &Ask, chance: &mut Rng) -> Answer {
    match &ask.domain {
        Domain::Pick { options, min: 1, max: 1, .. } => Answer::Pick(vec![chance.below(options.len() as u32)]),
        _ => ask.default.clone(),
    }
}
