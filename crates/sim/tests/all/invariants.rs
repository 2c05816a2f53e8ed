//! Invariants of the state over random games (design §7), with starter decks, and with real ones where `../shared` is.

#![allow(clippy::print_stderr, reason = "a test says why it skips")]

use std::path::Path;
use std::sync::Arc;

use lawmage_bots::RandomBot;
use lawmage_cards::{CardPool, deck, starter};
use lawmage_engine::procedure::start::{Seat, Setup};
use lawmage_engine::{Decision, Game, Player, Res, Seats, State, View};
use lawmage_ir::{Card, Zone};
use lawmage_sim::{Bot, Config, Entrant, GameEnd, all_pairs, simulate};

fn starters() -> Vec<Entrant> {
    let pool = CardPool::starter().expect("the starter set is read");
    starter::deck_names()
        .map(|name| {
            let list = starter::deck(name).expect("a starter deck");
            let cards: Vec<Arc<Card>> = deck::resolve(&list, &pool).expect("known cards").cards().cloned().collect();
            Entrant { name: name.to_owned(), deck: cards, bot: Bot::Random, ..Entrant::default() }
        })
        .collect()
}

fn all_end(entrants: Vec<Entrant>, games: u32, seed: u64) {
    let pairs = all_pairs(entrants.len());
    let config = Config { pairs, entrants, games, seed, threads: 2, check_every: Some(1), ..Config::default() };
    let (report, records) = simulate(&config, &|_| {});
    assert_eq!((report.errors, report.capped), (0, 0), "{:#?}", report.messages);
    assert!(records.iter().all(|r| matches!(r.end, GameEnd::Won(_) | GameEnd::Draw)));
}

#[test]
fn conserves_cards() {
    all_end(starters(), 4, 11);
}

#[test]
fn conserves_real_cards() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let Ok(imported) = lawmage_cards::import::read_file(&shared.join("cards/AtomicCards.json.gz"), &|_| {}) else {
        eprintln!("skipped: {} is not there", shared.display());
        return;
    };
    let mut lists = Vec::new();
    for dir in ["decks/2012-starter-decks", "decks/bench"] {
        for entry in std::fs::read_dir(shared.join(dir)).expect("the decks are there").flatten() {
            let path = entry.path().display().to_string();
            lists.push(deck::parse(&std::fs::read_to_string(&path).expect("readable"), &path).expect("a decklist"));
        }
    }
    lists.sort_by(|a, b| a.name.cmp(&b.name));
    let wanted = |name: &str| lists.iter().any(|l| l.lines().any(|line| line.name == name));
    let mut pool = CardPool::empty();
    pool.push_file("cards", imported.cards.into_iter().map(|c| c.source).filter(|s| wanted(&s.name)).collect());
    let entrants: Vec<Entrant> = lists
        .iter()
        .filter_map(|list| {
            let found = deck::resolve(list, &pool).ok()?;
            let complete = found.incomplete().is_empty();
            complete.then(|| Entrant {
                name: list.name.clone(),
                deck: found.cards().cloned().collect(),
                bot: Bot::Random,
                ..Entrant::default()
            })
        })
        .collect();
    assert!(entrants.len() >= 17, "only {} decks are complete", entrants.len());
    all_end(entrants, 1, 12);
}

/// A random player who tries to look at what it may not see.
struct Spy(RandomBot);

impl Player for Spy {
    fn decide(&mut self, view: &View<'_>, decision: &Decision) -> Res<lawmage_engine::Answer> {
        let offered: Vec<_> =
            decision.options().iter().filter_map(|c| c.entity()).filter_map(lawmage_engine::Entity::object).collect();
        for slot in 0..130 {
            for generation in 0..6 {
                let id = lawmage_engine::ObjectId { slot, generation };
                // What a player knows because it was shown goes beyond that: lawmage-host's `secrets` tests play for it.
                if let Some(seen) = view.object(id).filter(|_| view.may_look(id))
                    && !offered.contains(&id)
                {
                    let mine = seen.owner == view.me();
                    assert!(seen.zone != Zone::Library, "a card in a library was seen");
                    assert!(mine || seen.zone != Zone::Hand, "an opponent's hand was seen");
                }
            }
        }
        self.0.decide(view, decision)
    }
}

#[test]
fn views_leak_nothing() {
    let decks = starters();
    let seat = |n: usize| Seat { name: n.to_string(), deck: decks[n].deck.clone(), ..Seat::default() };
    let setup = Setup { seats: vec![seat(0), seat(3)], seed: 5.into(), first: None, ..Setup::default() };
    let players: Vec<Box<dyn Player>> = vec![Box::new(Spy(RandomBot::new(1))), Box::new(Spy(RandomBot::new(2)))];
    let mut table = Seats::new(players);
    let mut game = Game::new(State::new_game(&setup).expect("a setup"), &mut table);
    while !game.is_over() {
        game.tick().expect("the game goes on");
    }
}
