//! Whoever means ill gets errors, and no one else notices.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use lawmage_engine::Rng;
use lawmage_protocol::{Answer, Attack, Automation, FromPlayer, FromTable, Start, Step, Until};
use tungstenite::Message;

use super::Server;
use super::client::{Player, make};
use crate::common::dir;

/// So many hostile messages are said.
const MESSAGES: u32 = 10_000;

/// So many are said through one connection: beyond the limits, where it still isn't ended for it.
const EACH: u32 = 450;

/// Something that must be refused, by whoever sits at seat 1 while seat 0 is asked, or by who watches.
fn hostile(chance: &mut Rng, ask: u32) -> String {
    let pick = |places: Vec<u32>| FromPlayer::Answer { ask, answer: Answer::Pick(places) };
    let message = match chance.below(18) {
        0 => FromPlayer::Answer { ask: chance.below(40), answer: Answer::Pick(vec![chance.below(4)]) },
        1 => pick(vec![0; 10_000]),
        2 => pick(vec![u32::MAX]),
        3 => FromPlayer::Answer { ask, answer: Answer::Number(u32::MAX) },
        4 => FromPlayer::Answer { ask, answer: Answer::Attack(Attack { attackers: Vec::new(), bands: vec![vec![7]] }) },
        5 => FromPlayer::Answer { ask, answer: Answer::Name(vec!["x".repeat(9_000)]) },
        6 => FromPlayer::Concede { seat: [0, 2, 255][chance.below(3) as usize] },
        7 => FromPlayer::Undo { seat: 0 },
        8 => FromPlayer::Steps { ask, taken: vec![Step::Option(0), Step::Done, Step::Between(9, 1)] },
        9 => FromPlayer::Sit { secret: "0".repeat(32) },
        10 => FromPlayer::Watch,
        11 => FromPlayer::Start(Start { protocol: 1, seats: Vec::new(), seed: None }),
        12 => FromPlayer::Rematch { first: Some(9) },
        13 => FromPlayer::Chat { text: "x".repeat(501 + chance.below(9_000) as usize) },
        14 => return "[".repeat(1 + chance.below(30_000) as usize),
        15 => return "{\"type\":\"answer\",\"ask\":-1,\"answer\":{\"pick\":[0]}}".to_owned(),
        16 => return "{\"type\":\"dance\"}\u{0}\u{ffff}".to_owned(),
        _ => return String::new(),
    };
    serde_json::to_string(&message).expect("a message is written")
}

/// Says hostile things through a connection, so many, and counts what is refused.
fn annoy(address: SocketAddr, table: &str, first: &FromPlayer, seed: u64) -> u32 {
    let mut player = Player::enter(address, table, first).expect("it connects");
    let mut chance = Rng::new(seed);
    player.wait(|message| matches!(message, FromTable::Snapshot { .. }).then_some(())).expect("it is told the game");
    let mut refused = 0;
    for _ in 0..EACH {
        player.say_text(hostile(&mut chance, seed as u32 % 30)).expect("it is heard");
        // The game beside goes on: what is told of that is no answer to this.
        let answer = player.wait(|message| match message {
            FromTable::Error { .. } | FromTable::Rejected { .. } => Some(true),
            FromTable::Ask { .. } => Some(false),
            _ => None,
        });
        assert_eq!(answer, Some(true), "each is answered by an error, and nothing is asked");
        refused += 1;
    }
    refused
}

/// Seat 0 plays on, and counts its answers; each next question comes soon.
fn play(mut player: Player, ended: &AtomicBool) -> (u32, Duration) {
    let (mut answers, mut longest) = (0, Duration::ZERO);
    while let Some(Ok(ask)) = player.next() {
        assert!(ask.player == 0, "it is asked what is its own");
        if ended.load(Ordering::Relaxed) {
            break;
        }
        thread::sleep(Duration::from_millis(150));
        let said = Instant::now();
        player.say(&FromPlayer::Undo { seat: 0 }).expect("it is heard");
        let taken_back = player.wait(|message| match message {
            FromTable::Ask { ask } => Some(Some(*ask)),
            FromTable::Error { .. } => Some(None),
            _ => None,
        });
        let now = taken_back.expect("it is answered").unwrap_or(ask);
        player.say(&FromPlayer::Answer { ask: now.id, answer: now.default }).expect("it is heard");
        player.say(&FromPlayer::Resync).expect("it is heard");
        longest = longest.max(said.elapsed());
        answers += 1;
    }
    (answers, longest)
}

#[test]
fn ten_thousand_hostile_messages_get_errors_and_no_one_else_notices() {
    let data = dir();
    let server = Server::begin(data.path());
    let at = server.address;
    let made = make(at, &[("Ann", Some("red-raiders"), None), ("Ben", Some("red-raiders"), None)]).expect("a table");
    let beside = make(at, &[("Cid", Some("green-stampede"), None), ("Bot", None, Some("random"))]).expect("a table");
    let sit = |made: &lawmage_protocol::web::MadeTable, seat: usize| FromPlayer::Sit {
        secret: made.seats[seat].secret.clone().expect("a secret"),
    };
    // Ann is asked first of all whether she keeps her hand, and stays so; Ben has kept his.
    let mut ben = Player::enter(at, &made.table, &sit(&made, 1)).expect("Ben sits");
    let mut ann = Player::enter(at, &made.table, &sit(&made, 0)).expect("Ann sits");
    let waits = |message| match message {
        FromTable::Ask { ask } => Some(Some(*ask)),
        FromTable::Waiting { .. } => Some(None),
        _ => None,
    };
    while let Some(ask) = ben.wait(waits).expect("the game is on") {
        ben.say(&FromPlayer::Answer { ask: ask.id, answer: ask.default }).expect("he answers");
    }
    let asked = ann.next().expect("the game is on").expect("Ann is asked");

    let ended = Arc::new(AtomicBool::new(false));
    let cid = Player::enter(at, &beside.table, &sit(&beside, 0)).expect("Cid sits");
    let watched = ended.clone();
    let playing = thread::spawn(move || play(cid, &watched));
    let said = Arc::new(AtomicU32::new(0));
    let threads: Vec<_> = (0..4_u64)
        .map(|n| {
            let (said, table, ben) = (said.clone(), made.table.clone(), sit(&made, 1));
            thread::spawn(move || {
                for round in 0.. {
                    if said.load(Ordering::Relaxed) >= MESSAGES {
                        break;
                    }
                    let first = if (n + round) % 2 == 0 { &ben } else { &FromPlayer::Watch };
                    said.fetch_add(annoy(at, &table, first, n * 1_000 + round), Ordering::Relaxed);
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().expect("all is refused");
    }
    // What no connection outlives: too long a message, no greeting, a wrong secret, a flood.
    for first in [FromPlayer::Sit { secret: "0".repeat(32) }, FromPlayer::Sit { secret: "x".repeat(50_000) }] {
        let mut eve = Player::enter(at, &made.table, &first).expect("she connects");
        assert!(matches!(eve.hear(), Some(FromTable::Error { reason }) if reason.contains("opens no seat")));
        assert_eq!(eve.hear(), None, "who has no secret is told nothing");
    }
    let mut eve = Player::connect(at, &made.table).expect("she connects");
    for message in [Message::text("{"), Message::text("{\"type\":\"resync\"}"), Message::binary(vec![0_u8; 9])] {
        eve.say_raw(message).expect("it is heard");
    }
    assert!(matches!(eve.hear(), Some(FromTable::Error { .. })), "who doesn't say who they are gets errors");
    let mut eve = Player::enter(at, &made.table, &FromPlayer::Watch).expect("she watches");
    eve.say_text("x".repeat(70_000)).expect("it is sent");
    let end = eve.wait(|message| matches!(message, FromTable::Error { .. }).then_some(()));
    assert!(end.is_none() || eve.wait(|_| None::<()>).is_none(), "too long a message ends it");
    let mut eve = Player::enter(at, &made.table, &FromPlayer::Watch).expect("she watches");
    let heard = (0..5_000).take_while(|_| eve.say(&FromPlayer::Automation(Automation::default())).is_ok()).count();
    assert!(heard < 5_000 || eve.wait(|_| None::<()>).is_none(), "a flood ends it");
    let mut pass = Player::enter(at, &made.table, &sit(&made, 1)).expect("Ben comes back");
    pass.say(&FromPlayer::PassUntil { until: Until::Turn }).expect("it is heard");

    ended.store(true, Ordering::Relaxed);
    let (answers, longest) = playing.join().expect("the game beside goes on");
    assert!(answers > 3 && longest < Duration::from_secs(20), "{answers} answers, the longest wait {longest:?}");
    ann.say(&FromPlayer::Resync).expect("it is heard");
    let mut last = None;
    while let Some(Ok(ask)) = ann.next() {
        last = Some(ask);
        if last.as_ref() == Some(&asked) {
            break;
        }
    }
    assert_eq!(last, Some(asked), "Ann is still asked the same");
    assert!(said.load(Ordering::Relaxed) >= MESSAGES, "{} were said", said.load(Ordering::Relaxed));
}
