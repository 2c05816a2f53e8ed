//! A record plays back to the same events; a changed one is found out.

use std::sync::Arc;

use lawmage_cards::{CardPool, deck, starter};
use lawmage_engine::Answer;
use lawmage_ir::Card;
use lawmage_sim::{Bot, Caps, Entrant, PlaybackError, Record, play_game, setup};

fn recorded() -> (CardPool, Record) {
    let pool = CardPool::starter().expect("the starter set");
    let entrant = |name: &str| {
        let list = starter::deck(name).expect("a starter deck");
        let deck: Vec<Arc<Card>> = deck::resolve(&list, &pool).expect("its cards").cards().cloned().collect();
        Entrant { name: name.to_owned(), deck, bot: Bot::Basic, ..Entrant::default() }
    };
    let (a, b) = (entrant("blue-tides"), entrant("black-toll"));
    let game = play_game(&[&a, &b], 5, Caps::default(), None, true, None);
    let record = Record::new(&setup(&[&a, &b], 5), game.answers, None).expect("it plays back");
    (pool, record)
}

#[test]
fn records_play_back_and_changed_ones_do_not() {
    let (pool, record) = recorded();
    let find = |name: &str| {
        let id = pool.find(name).map_err(|e| e.to_string())?;
        pool.card(id).map_err(|e| e.to_string())
    };
    let text = record.to_json().expect("JSON");
    let read = Record::from_json(&text).expect("a record");
    assert_eq!(read, record);
    let setup = read.setup(&find).expect("its cards");
    let mut lines = 0;
    let end = read.play_back(&setup, usize::MAX, &mut |_| lines += 1).expect("it plays back");
    assert_eq!(lines, record.events);
    assert!(end.result().is_some());

    let mut other_events = record.clone();
    other_events.digest = "0".repeat(16);
    let found = other_events.play_back(&setup, usize::MAX, &mut |_| {});
    assert!(matches!(found, Err(PlaybackError::Digest { .. })));

    let mut other_answer = record.clone();
    other_answer.answers.insert(3, Answer::Number(77));
    let found = other_answer.play_back(&setup, usize::MAX, &mut |_| {});
    assert!(matches!(found, Err(PlaybackError::Diverged(4, _))));

    let newer = Record { version: 99, ..record };
    assert_eq!(newer.setup(&find).err(), Some(PlaybackError::Version(99)));
}
