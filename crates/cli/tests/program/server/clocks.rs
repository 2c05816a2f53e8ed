//! Clocks, and who takes the first turn of the next game.

use std::time::Duration;

use lawmage_protocol::web::{MadeTable, NewSeat, NewTable};
use lawmage_protocol::{Clock, FromPlayer, FromTable, Observation, TableInfo, TableState};
use serde_json::json;

use super::Server;
use super::client::{Player, post};
use crate::common::dir;

/// What the clocks show, and whose runs.
type Shown = (Vec<Option<u32>>, Option<u8>);

fn made(server: &Server, ben: Option<&str>, clock: Option<Clock>) -> MadeTable {
    let seat = |name: &str, bot: Option<&str>| NewSeat {
        name: name.to_owned(),
        deck: Some("red-raiders".to_owned()),
        bot: bot.map(str::to_owned),
    };
    let table =
        NewTable { seats: vec![seat("Ann", None), seat("Ben", ben)], seed: Some("1".to_owned()), clock, best_of: None };
    let (status, said) = post(server.address, "/api/tables", &table).expect("an answer");
    assert_eq!(status, 200, "{said}");
    serde_json::from_value(said).expect("a table")
}

fn sit(server: &Server, made: &MadeTable, seat: usize) -> Player {
    let secret = made.seats[seat].secret.clone().expect("a secret");
    Player::enter(server.address, &made.table, &FromPlayer::Sit { secret }).expect("they sit")
}

fn clocks(message: FromTable) -> Option<Shown> {
    if let FromTable::Clocks { left, runs } = message { Some((left, runs)) } else { None }
}

fn snapshot(message: FromTable) -> Option<Observation> {
    if let FromTable::Snapshot { observation } = message { Some(*observation) } else { None }
}

fn over(message: FromTable) -> Option<()> {
    matches!(message, FromTable::Result { .. }).then_some(())
}

fn info(message: FromTable) -> Option<TableInfo> {
    if let FromTable::Table { info, .. } = message { Some(info) } else { None }
}

#[test]
fn whose_time_is_out_concedes() {
    let data = dir();
    let server = Server::begin(data.path());
    let clock = Clock { seconds: 2, increment: 0 };
    let made = made(&server, Some("basic"), Some(clock));
    let mut ann = sit(&server, &made, 0);
    assert_eq!(ann.wait(info).expect("the table").clock, Some(clock));
    let (left, runs) = ann.wait(clocks).expect("clocks");
    assert!(left[0].is_some_and(|left| left <= 2_000) && left[1].is_none() && runs == Some(0), "{left:?} {runs:?}");
    ann.wait(over).expect("her time is out");
    let (left, runs) = ann.wait(clocks).expect("clocks");
    assert_eq!((left[0], runs), (Some(0), None), "nobody's runs");
    for clock in [json!({"seconds": 0}), json!({"seconds": 90_000}), json!({"seconds": 60, "increment": 4_000})] {
        let (status, said) =
            post(server.address, "/api/tables", &json!({"seats": [{}, {}], "clock": clock})).expect("an answer");
        assert!(
            status == 400 && said["error"].as_str().is_some_and(|said| said.contains("seconds")),
            "{status} {said}"
        );
    }
}

#[test]
fn time_runs_while_somebody_is_there_and_outlives_the_server() {
    let data = dir();
    let server = Server::begin(data.path());
    let made = made(&server, None, Some(Clock { seconds: 600, increment: 30 }));
    let mut seats = [sit(&server, &made, 0), sit(&server, &made, 1)];
    // Each answers until the first turn has brought somebody more time.
    let mut last: Option<Shown> = None;
    for _ in 0..8 {
        for player in &mut seats {
            let asked = player.wait(|message| match message {
                FromTable::Ask { ask } => Some(Some(*ask)),
                FromTable::Waiting { .. } => Some(None),
                _ => None,
            });
            last = Some(player.wait(clocks).expect("clocks"));
            if let Some(ask) = asked.expect("the game is on") {
                std::thread::sleep(Duration::from_millis(30));
                player.say(&FromPlayer::Answer { ask: ask.id, answer: ask.default }).expect("it is heard");
            }
        }
        if last.as_ref().is_some_and(|(left, _)| left.iter().flatten().any(|left| *left > 610_000)) {
            break;
        }
    }
    let (left, _) = last.expect("clocks");
    assert!(left.iter().flatten().any(|left| *left > 610_000), "a turn brings more: {left:?}");
    assert!(left.iter().flatten().all(|left| *left < 630_000), "time was spent: {left:?}");
    server.kill();
    drop(seats);
    let server = Server::begin(data.path());
    std::thread::sleep(Duration::from_secs(2));
    let (again, runs) = sit(&server, &made, 0).wait(clocks).expect("clocks");
    assert!(runs.is_some(), "somebody's runs again");
    for (left, again) in left.iter().flatten().zip(again.iter().flatten()) {
        // Whoever answered last spent a little after that was told, or had a turn begin.
        assert!(again + 1_500 > *left, "no time was spent while nobody was there: {left} {again}");
    }
}

#[test]
fn who_lost_chooses_who_takes_the_first_turn_of_the_next_game() {
    let data = dir();
    let server = Server::begin(data.path());
    let made = made(&server, None, None);
    let (mut ann, mut ben) = (sit(&server, &made, 0), sit(&server, &made, 1));
    ben.wait(|message| matches!(message, FromTable::Snapshot { .. }).then_some(())).expect("the game is on");
    let mut next = |loser: u8, first: Option<u8>, begins: u8| {
        let mut seats = [&mut ann, &mut ben];
        seats[usize::from(loser)].say(&FromPlayer::Concede { seat: loser }).expect("one of them concedes");
        for player in &mut seats {
            player.wait(over).expect("it is over");
            let told = player.wait(|message| info(message).filter(|info| info.chooser.is_some())).expect("the table");
            assert_eq!(told.chooser, Some(loser), "103.1");
        }
        // Only who lost has a say.
        seats[usize::from(1 - loser)].say(&FromPlayer::Rematch { first: Some(1 - begins) }).expect("they would");
        seats[usize::from(loser)].say(&FromPlayer::Rematch { first }).expect("they would");
        for player in &mut seats {
            let on = |info: &TableInfo| info.state == TableState::Playing && info.chooser.is_none();
            player.wait(|message| info(message).filter(on)).expect("the next game");
            let seen = player.wait(snapshot).expect("it is seen");
            assert_eq!((seen.turn.number, seen.turn.active), (0, begins));
        }
    };
    next(0, Some(1), 1);
    next(0, None, 0);
    next(1, Some(0), 0);
}
