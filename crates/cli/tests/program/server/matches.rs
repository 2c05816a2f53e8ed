//! Matches of several games: the score, and what is exchanged with sideboards between them.

use lawmage_protocol::web::{MadeTable, NewSeat, NewTable};
use lawmage_protocol::{Contest, DeckParts, FromPlayer, FromTable, Listed, Observation, TableState};
use serde_json::json;

use super::Server;
use super::client::{Player, ask, post};
use crate::common::dir;

fn contest(message: FromTable, state: TableState) -> Option<Contest> {
    if let FromTable::Table { info, .. } = message { info.contest.filter(|_| info.state == state) } else { None }
}

fn sideboard(message: FromTable) -> Option<DeckParts> {
    if let FromTable::Sideboard { deck } = message { Some(deck) } else { None }
}

fn error(message: FromTable) -> Option<String> {
    if let FromTable::Error { reason } = message { Some(reason) } else { None }
}

fn listed(count: u32, name: &str) -> Vec<Listed> {
    vec![Listed { count, name: name.to_owned() }]
}

#[test]
fn a_match_goes_on_with_sideboards_until_somebody_has_won_it() {
    let data = dir();
    let server = Server::begin(data.path());
    let at = server.address;
    let seat = |name: &str, deck: &str| NewSeat { name: name.to_owned(), deck: Some(deck.to_owned()), bot: None };
    let seats = vec![seat("Ann", "7 Mountain\n\nSideboard\n7 Searbolt"), seat("Ben", "60 Island")];
    let (status, said) =
        post(at, "/api/tables", &NewTable { seats, seed: None, clock: None, best_of: Some(3) }).expect("an answer");
    assert_eq!(status, 200, "{said}");
    let made: MadeTable = serde_json::from_value(said).expect("a table");
    let sit = |seat: usize| {
        let secret = made.seats[seat].secret.clone().expect("a secret");
        Player::enter(at, &made.table, &FromPlayer::Sit { secret }).expect("they sit")
    };
    let (mut ann, mut ben) = (sit(0), sit(1));
    let score = |wins: &[u32], over| Some(Contest { best_of: 3, wins: wins.to_vec(), over });
    assert_eq!(ann.wait(|message| contest(message, TableState::Playing)), score(&[0, 0], false));
    let exchange = |main, sideboard| FromPlayer::Sideboard { deck: DeckParts { main, sideboard } };
    ann.say(&exchange(listed(7, "Searbolt"), listed(7, "Mountain"))).expect("she tries");
    assert!(ann.wait(error).expect("it is refused").contains("100.4"), "not during a game");

    ann.say(&FromPlayer::Concede { seat: 0 }).expect("she concedes");
    let deck = ann.wait(sideboard).expect("her sideboard");
    assert_eq!((&deck.main, &deck.sideboard), (&listed(7, "Mountain"), &listed(7, "Searbolt")));
    assert_eq!(ann.wait(|message| contest(message, TableState::Over)), score(&[0, 1], false));
    let replay = |game: u32| {
        let path = format!("/api/replays/{}/{game}", made.table);
        ask(at, "GET", &path, "", "").expect("an answer").0
    };
    assert_eq!(replay(1), 403, "what the decks hold is not told before the match is over");
    let wrong = [
        (listed(8, "Searbolt"), listed(6, "Mountain"), "not the cards"),
        (listed(7, "Searbolt"), Vec::new(), "not the cards"),
        (
            [listed(3, "Searbolt"), listed(3, "Mountain")].concat(),
            [listed(4, "Searbolt"), listed(4, "Mountain")].concat(),
            "at least 7",
        ),
    ];
    for (main, side, why) in wrong {
        ann.say(&exchange(main, side)).expect("she tries");
        assert!(ann.wait(error).expect("it is refused").contains(why), "{why}");
    }
    ben.say(&exchange(listed(60, "Island"), Vec::new())).expect("he may");
    ann.say(&exchange(listed(7, "Searbolt"), listed(7, "Mountain"))).expect("she does");
    assert_eq!(ann.wait(sideboard).expect("as it is now").main, listed(7, "Searbolt"));
    for player in [&mut ann, &mut ben] {
        player.say(&FromPlayer::Rematch { first: None }).expect("they would");
    }
    let hand = |message: FromTable| match message {
        FromTable::Snapshot { observation } => {
            let Observation { players, turn, .. } = *observation;
            players.into_iter().next().filter(|ann| turn.number == 0 && ann.hand.len() == 7).map(|ann| ann.hand)
        }
        _ => None,
    };
    ann.wait(|message| contest(message, TableState::Playing)).expect("the next game");
    let hand = ann.wait(hand).expect("a hand");
    assert!(hand.iter().all(|card| card.face.as_ref().is_some_and(|face| face.name == "Searbolt")), "{hand:?}");

    assert_eq!((replay(1), replay(2)), (403, 403));
    ann.say(&FromPlayer::Concede { seat: 0 }).expect("she concedes");
    assert_eq!(ann.wait(|message| contest(message, TableState::Over)), score(&[0, 2], true));
    assert_eq!((replay(1), replay(2), replay(3)), (200, 200, 404));
    ann.say(&exchange(listed(7, "Mountain"), listed(7, "Searbolt"))).expect("she tries");
    assert!(ann.wait(error).expect("it is refused").contains("between games"), "the match is over");
    for player in [&mut ann, &mut ben] {
        player.say(&FromPlayer::Rematch { first: None }).expect("they would");
    }
    assert_eq!(ann.wait(|message| contest(message, TableState::Playing)), score(&[0, 0], false), "another match");
    assert_eq!((replay(2), replay(3)), (200, 403));
    for (seats, best_of) in [(json!([{}, {}]), 2), (json!([{}, {}, {}]), 3), (json!([{}, {}]), 11)] {
        let (status, said) = post(at, "/api/tables", &json!({"seats": seats, "best_of": best_of})).expect("an answer");
        assert!(status == 400 && said["error"].as_str().is_some_and(|said| said.contains("match")), "{status} {said}");
    }
}
