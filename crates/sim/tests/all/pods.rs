//! Tables of several players: who sits where, and every kind of game to its end.

use lawmage_cards::starter;
use lawmage_engine::variants::kind::{Kind, Variant};
use lawmage_sim::{Bot, Caps, GameEnd, Pods};

use crate::runs::entrant;

/// The starter decks at tables.
fn pods(kind: Kind, players: usize, games: u32, bot: Bot) -> Pods {
    Pods {
        entrants: starter::deck_names().map(|name| entrant(name, bot)).collect(),
        players,
        variant: Variant { kind, ..Variant::default() },
        games,
        seed: 5,
        threads: 1,
        check_every: Some(20),
        caps: Caps::default(),
        confidence: 0.95,
    }
}

#[test]
fn every_kind_of_game_comes_to_its_end() {
    for kind in Kind::ALL.into_iter().filter(|kind| !kind.has_commanders()) {
        let players = (2..8).find(|n| kind.takes(*n).is_ok()).expect("a number of players");
        let report = pods(kind, players, 2, Bot::Random).run(&|_, _| true);
        assert_eq!((report.games, report.capped, report.errors), (2, 0, 0), "{}: {:?}", kind.name(), report.messages);
    }
}

#[test]
fn tables_are_the_same_on_however_many_threads() {
    let one = pods(Kind::FreeForAll, 4, 6, Bot::Basic);
    let two = Pods { threads: 2, check_every: None, ..one.clone() };
    assert_eq!(one.run(&|_, _| true).digest, two.run(&|_, _| true).digest);
}

/// Each sits down about as often as the others, and at most once at a table.
#[test]
fn everybody_sits_down_as_often() {
    let pods = pods(Kind::FreeForAll, 4, 0, Bot::Random);
    let mut sat = [0_u32; 7];
    for game in 0..14 {
        let mut seats = pods.seats(game);
        seats.iter().for_each(|place| sat[*place] += 1);
        seats.sort_unstable();
        seats.dedup();
        assert_eq!(seats.len(), 4, "game {game}");
    }
    // Two tables of four hold seven, and one of them once more: in seven rounds all would, had none sat there already.
    assert!(sat.iter().all(|n| (7..=10).contains(n)), "{sat:?}");
}

#[test]
fn a_team_wins_together() {
    let pods = pods(Kind::TwoHeadedGiant, 4, 1, Bot::Random);
    let record = pods.play(0);
    assert!(matches!(record.end, GameEnd::Won(_)), "{:?}", record.end);
    assert_eq!(record.winners.len(), 2);
    assert_eq!(record.life.len(), 4);
}

#[test]
fn kinds_say_with_how_many_they_are_played() {
    assert!(Kind::TwoHeadedGiant.takes(5).is_err() && Kind::TwoHeadedGiant.takes(6).is_ok());
    assert!(Kind::Emperor.takes(4).is_err() && Kind::Emperor.takes(6).is_ok());
    assert_eq!(Kind::TwoHeadedGiant.starting_life(6), 45); // 810.11
    assert_eq!(Kind::Brawl.starting_life(2), 25); // 903.12f
    for kind in Kind::ALL {
        assert_eq!(Kind::named(kind.name()), Some(kind));
    }
}
