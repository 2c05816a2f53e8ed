//! A record plays back to the same events; a changed one is found out.

use std::sync::Arc;

use lawmage_cards::{CardPool, deck, starter};
use lawmage_ir::Card;
use lawmage_sim::{Bot, Caps, Entrant, PlaybackError, Record, RecordEnd, play_game, setup};

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
    assert!(lines > 100 && record.answers() > 50, "{lines} events");
    assert!(end.result().is_some());
    assert_eq!(record.changes(&setup), None);

    let mut other_end = record.clone();
    other_end.end = Some(RecordEnd { state: "0".repeat(16), broken: None });
    let found = other_end.play_back(&setup, usize::MAX, &mut |_| {});
    assert!(matches!(found, Err(PlaybackError::Digest { .. })));

    // An answer is left out: the one after it is of another question.
    let mut other_answer = record.clone();
    other_answer.entries.remove(3);
    let found = other_answer.play_back(&setup, usize::MAX, &mut |_| {});
    let Err(PlaybackError::Diverged(4, why)) = found else { panic!("it plays back: {:?}", found.map(|_| ())) };
    assert!(why.starts_with("question 3 is another: "), "{why}");

    let newer = Record { version: 99, ..record.clone() }.to_json().expect("JSON");
    assert_eq!(Record::from_json(&newer), Err(PlaybackError::Version(99)));
    let older = r#"{"version":4,"seed":3,"decks":[],"answers":[]}"#;
    assert_eq!(Record::from_json(older), Err(PlaybackError::Version(4)));

    let mut other_card = record;
    other_card.cards.values_mut().take(1).for_each(|digest| digest.clear());
    let changes = other_card.changes(&setup).expect("a card is another");
    assert!(changes.starts_with("another text of "), "{changes}");
}

#[test]
fn of_a_record_that_was_cut_off_the_whole_lines_count() {
    let (_, record) = recorded();
    let text = record.to_json().expect("JSON");
    let first = text.find('\n').expect("a line") + 1;
    for cut in [first, first + 1, text.len() / 2, text.len() - 1] {
        let (read, whole) = Record::read(&text.as_bytes()[..cut]).expect("a record");
        assert!(whole <= cut && text[..whole].ends_with('\n'), "{whole} of {cut}");
        assert_eq!(read.entries, record.entries[..read.entries.len()]);
        assert!(read.end.is_none());
    }
    let line = text[first..].lines().next().expect("a line");
    let damaged = text.replacen(line, "{\"answer\":", 1);
    assert!(matches!(Record::from_json(&damaged), Err(PlaybackError::Line(2, _))));
}
