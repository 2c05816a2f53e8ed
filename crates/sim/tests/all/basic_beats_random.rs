//! The basic bot plays better than chance: with the same deck and the seats swapped it wins at least 95 games of 100.

use std::sync::Arc;

use lawmage_cards::{CardPool, deck, starter};
use lawmage_ir::Card;
use lawmage_sim::{Bot, Config, Entrant, simulate};

#[test]
fn basic_beats_random() {
    let pool = CardPool::starter().expect("the starter set");
    let list = starter::deck("red-raiders").expect("a starter deck");
    let cards: Vec<Arc<Card>> = deck::resolve(&list, &pool).expect("its cards").cards().cloned().collect();
    let entrant = |bot| Entrant { name: format!("{bot:?}"), deck: cards.clone(), bot, ..Entrant::default() };
    let config = Config {
        entrants: vec![entrant(Bot::Basic), entrant(Bot::Random)],
        pairs: vec![(0, 1)],
        games: 100,
        seed: 1,
        threads: 1,
        check_every: None,
        ..Config::default()
    };
    let (report, _) = simulate(&config, &|_| {});
    assert_eq!((report.errors, report.capped), (0, 0), "{:?}", report.messages);
    let wins = report.pairs.first().map_or(0, |p| p.a_wins);
    assert!(wins >= 95, "{wins} of 100");
    assert!(report.seconds * 1_000.0 / (report.decisions as f64) < 10.0, "a decision takes more than 10 ms");
}
