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
        best_of: 1,
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
    let record = pods.play(0).remove(0);
    assert!(matches!(record.end, GameEnd::Won(_)), "{:?}", record.end);
    assert_eq!(record.winners.len(), 2);
    assert_eq!(record.life.len(), 4);
}

/// 103.1: the loser of a game chooses who begins the next; whoever has won two of three has won the match.
#[test]
fn matches_are_played_at_tables() {
    let pods = Pods { best_of: 3, ..pods(Kind::Vanguard, 2, 4, Bot::Random) };
    for number in 0..4 {
        let games = pods.play(number);
        assert!((2..=3).contains(&games.len()), "{}", games.len());
        for two in games.windows(2) {
            assert_eq!(two[1].first, Some(1 - two[0].winners[0]));
        }
        let last = games.last().expect("a game").winners.clone();
        assert_eq!(games.iter().filter(|g| g.winners == last).count(), 2);
    }
    let report = Pods { best_of: 3, check_every: None, ..pods.clone() }.run(&|_, _| true);
    assert_eq!(report.matches, Some(4));
    let won: f64 =
        report.entrants.iter().filter_map(|e| Some(e.matches.as_ref()?.rate? * e.matches.as_ref()?.of as f64)).sum();
    assert!((won - 4.0).abs() < 1e-9, "{won}");
    // 103.1b: the archenemy begins each time.
    let arch = Pods { best_of: 3, ..pods.clone() };
    let arch = Pods { variant: Variant { kind: Kind::Archenemy, ..Variant::default() }, players: 3, ..arch };
    assert!(arch.play(0).iter().all(|game| game.first == Some(0)));
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
