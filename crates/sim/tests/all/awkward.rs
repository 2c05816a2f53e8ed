//! Games with cards that once led games astray (`awkward.yaml`): targets with limits over several of them, abilities that cost
//! nothing, permanents made of several cards.

use std::sync::Arc;

use lawmage_bots::{BasicBot, RandomBot};
use lawmage_cards::{CardPool, card_file, deck};
use lawmage_engine::procedure::start::{Seat, Setup};
use lawmage_engine::{Game, Player, Seats, State};
use lawmage_ir::Card;

/// No game here needs more, and random ones without the bots' bounds took a hundred times as many.
const MOST_DECISIONS: u64 = 40_000;

fn deck_of(list: &str) -> Vec<Arc<Card>> {
    let mut pool = CardPool::starter().expect("the starter set is read");
    let cards = card_file::parse(include_str!("awkward.yaml"), "awkward.yaml").expect("card files are read");
    pool.push_file("awkward.yaml", cards);
    let list = deck::parse(list, "deck").expect("a decklist");
    let deck = deck::resolve(&list, &pool).expect("its cards are known");
    assert!(deck.incomplete().is_empty(), "{:?}", deck.incomplete().iter().map(|c| &c.name).collect::<Vec<_>>());
    deck.cards().cloned().collect()
}

/// Plays a game of the deck against itself; `look` sees the state after each tick, in which all must hold.
fn play(deck: &[Arc<Card>], seed: u64, basic: bool, look: &mut dyn FnMut(&State)) -> (u64, u32) {
    let seat = |name: &str| Seat { name: name.to_owned(), deck: deck.to_vec(), ..Seat::default() };
    let setup = Setup { seats: vec![seat("one"), seat("two")], seed: seed.into(), first: None, ..Setup::default() };
    let bot = |seed: u64| -> Box<dyn Player> {
        if basic { Box::new(BasicBot::new(seed)) } else { Box::new(RandomBot::new(seed)) }
    };
    let mut table = Seats::new(vec![bot(seed), bot(seed + 100)]);
    let mut game = Game::new(State::new_game(&setup).expect("a setup"), &mut table);
    let owned = game.state.cards_owned();
    while !game.is_over() {
        if let Err(halt) = game.tick() {
            panic!("seed {seed}, turn {}: {halt}", game.state.turn().number);
        }
        assert_eq!(game.state.cards_owned(), owned, "seed {seed}: cards were not conserved");
        assert_eq!(game.state.validate(), Ok(()), "seed {seed}");
        look(&game.state);
        assert!(game.decisions < MOST_DECISIONS, "seed {seed}: turn {} goes on and on", game.state.turn().number);
    }
    (game.decisions, game.state.turn().number)
}

#[test]
fn targets_chosen_together_never_stop_a_game() {
    let deck = deck_of("10 Two From One Grave\n6 Grave Sifter\n6 Small Return\n4 Seedling Call\n20 Swamp\n4 Forest\n");
    for seed in 0..12 {
        play(&deck, seed, seed % 4 == 3, &mut |_| {});
    }
}

#[test]
fn abilities_that_cost_nothing_come_to_an_end() {
    let deck = deck_of("8 Idle Engine\n8 Breath of Nothing\n8 Free Harness\n4 Breeding Machine\n20 Mountain\n");
    for seed in 0..6 {
        play(&deck, seed, seed % 3 == 2, &mut |_| {});
    }
}

#[test]
fn merged_permanents_lose_no_card() {
    let deck = deck_of("10 Layered Beast\n10 Layered Bird\n6 Seedling Call\n6 Pull Apart\n18 Forest\n");
    let mut merged = 0;
    for seed in 0..8 {
        let mut look = |state: &State| merged += usize::from(state.permanents().any(|id| state.mutations(id) > 0));
        play(&deck, seed, seed % 2 == 1, &mut look);
    }
    assert!(merged > 0, "nothing merged");
}
