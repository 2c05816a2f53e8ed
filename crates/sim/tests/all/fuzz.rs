//! Hunts: the same games from the same seed, what goes wrong reduced to the cards it takes, games that can't go on.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use lawmage_cards::{CardPool, card_file};
use lawmage_engine::procedure::start::{Seat, Setup};
use lawmage_ir::Card;
use lawmage_sim::fuzz::{Finding, Hunt, Lot, game, hunt};
use lawmage_sim::{Bot, Caps, GameEnd, Reason, Watching, play};

fn starter_lot() -> Lot {
    let pool = CardPool::starter().expect("the starter set is read");
    let card = |name: &str| pool.card(pool.find(name).expect(name)).expect(name);
    let all: Vec<Arc<Card>> = pool.ids().map(|id| pool.card(id).expect("compiled")).collect();
    Lot::new(["Plains", "Island", "Swamp", "Mountain", "Forest"].map(card).to_vec(), all)
}

fn plan(games: u32, caps: Caps) -> Hunt {
    Hunt { games, seed: 5, threads: 2, check_every: Some(1), caps, patience: Duration::from_secs(20) }
}

#[test]
fn random_decks_play_and_the_same_seed_gives_the_same_games() {
    let (lot, plan) = (starter_lot(), plan(6, Caps::default()));
    assert!(lot.len() > 50, "{}", lot.len());
    let bag = hunt(&lot, &plan, &|number, found| {
        assert!(found.is_none(), "game {number}: {}", found.map(|f| f.what).unwrap_or_default());
        true
    });
    assert!(bag.games == 6 && bag.is_sound(), "{bag:?}");
    let (setup, record) = game(&lot, &plan, 3);
    assert!(setup.seats.iter().all(|s| s.deck.len() == 60));
    let names = |seat: &Seat| seat.deck.iter().map(|c| c.name.clone()).collect::<Vec<_>>();
    assert_ne!(names(&setup.seats[0]), names(&setup.seats[1]));
    assert_eq!(game(&lot, &plan, 3).1.digest, record.digest);
}

#[test]
fn what_goes_wrong_is_reduced_to_the_cards_it_takes() {
    // Any game has more than five decisions, also one of lands alone.
    let plan = plan(1, Caps { decisions: 5, ..Caps::default() });
    let found: Mutex<Vec<Finding>> = Mutex::new(Vec::new());
    let bag = hunt(&starter_lot(), &plan, &|_, finding| {
        found.lock().expect("no other thread fails").extend(finding);
        true
    });
    assert_eq!((bag.capped, bag.is_sound()), (1, false));
    let found = found.into_inner().expect("no other thread fails");
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].what.as_str(), found[0].cards.len()), ("more than 5 decisions", 0));
    assert!(found[0].record.answers.len() >= 5);
}

#[test]
fn a_game_in_which_nobody_can_do_anything_is_stuck() {
    let mut pool = CardPool::empty();
    let text = "- {name: Dry Well, cost: '{0}', type: Artifact, text: Players can't draw cards.}";
    pool.push_file("own", card_file::parse(text, "own").expect("a card"));
    let well = pool.card(pool.find("Dry Well").expect("it is there")).expect("compiled");
    let seat = |name: &str| Seat { name: name.to_owned(), deck: vec![well.clone(); 60], ..Seat::default() };
    let setup = Setup { seats: vec![seat("A"), seat("B")], seed: 1.into(), first: None, ..Setup::default() };
    let record = play(&setup, &[Bot::Basic; 2], Watching::default(), None);
    assert_eq!(record.reason, Reason::Stuck, "{:?}", record.end);
    assert!(matches!(&record.end, GameEnd::Capped(why) if why == "nobody could do anything for 300 turns"));
}
