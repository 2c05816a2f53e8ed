//! Games outlive the server, whatever becomes of it.

use std::net::SocketAddr;
use std::thread;
use std::time::Duration;

use lawmage_engine::Rng;
use lawmage_protocol::{FromPlayer, FromTable};

use super::Server;
use super::client::{Player, make, some};
use crate::common::dir;

const GAMES: usize = 50;

/// How long a player thinks: so long that games outlast the servers of this test, on fast machines too.
const THINKING: Duration = Duration::from_millis(30);

/// A game, as its player knows it.
#[derive(Clone)]
struct Known {
    table: String,
    secret: String,
    /// The number of the last question that was asked.
    asked: u32,
    over: bool,
}

/// Plays a game until the server is gone, or so many answers were given.
fn play(address: SocketAddr, mut known: Known, answers: u32, seed: u64) -> Known {
    let sit = FromPlayer::Sit { secret: known.secret.clone() };
    let Ok(mut player) = Player::enter(address, &known.table, &sit) else { return known };
    let mut chance = Rng::new(seed);
    for number in 0.. {
        let ask = match player.next() {
            None => break,
            Some(Err(())) => {
                known.over = true;
                break;
            }
            Some(Ok(ask)) => ask,
        };
        assert!(!known.over, "{}: a game that was over is not asked on", known.table);
        assert!(ask.id >= known.asked, "{}: question {} was asked, {} now", known.table, known.asked, ask.id);
        known.asked = ask.id;
        thread::sleep(THINKING);
        if number == answers
            || player.say(&FromPlayer::Answer { ask: ask.id, answer: some(&ask, chance.below(8)) }).is_err()
        {
            break;
        }
        // A pick of several together may be refused: the question still waits.
        let refused = player.wait(|message| match message {
            FromTable::Rejected { .. } => Some(true),
            FromTable::Snapshot { .. } => Some(false),
            _ => None,
        });
        if refused == Some(true) {
            let _ = player.say(&FromPlayer::Answer { ask: ask.id, answer: ask.default });
        }
    }
    known
}

/// Plays all games side by side.
fn play_all(address: SocketAddr, games: Vec<Known>, answers: u32, round: u64) -> Vec<thread::JoinHandle<Known>> {
    let each = games.into_iter().zip(0..);
    each.map(|(known, n)| thread::spawn(move || play(address, known, answers, round * 1_000 + n))).collect()
}

fn joined(threads: Vec<thread::JoinHandle<Known>>) -> Vec<Known> {
    threads.into_iter().map(|thread| thread.join().expect("a game goes on where it was")).collect()
}

#[test]
fn fifty_games_go_on_where_they_were_after_the_server_was_killed() {
    let data = dir();
    let mut server = Server::begin(data.path());
    let mut games = Vec::new();
    for _ in 0..GAMES {
        let made = make(server.address, &[("Ann", Some("green-stampede"), None), ("Ben", None, Some("random"))]);
        let made = made.expect("a table is made");
        let secret = made.seats[0].secret.clone().expect("a secret");
        games.push(Known { table: made.table, secret, asked: 0, over: false });
    }
    for round in 0..4 {
        let playing = play_all(server.address, games, u32::MAX, round);
        thread::sleep(Duration::from_millis(400 + 200 * round));
        server.kill();
        games = joined(playing);
        server = Server::begin(data.path());
    }
    let before = games.clone();
    assert!(
        before.iter().filter(|game| !game.over).count() > GAMES / 3,
        "most games were on when the server was killed"
    );
    games = joined(play_all(server.address, games, 12, 9));
    for (before, after) in before.iter().zip(&games) {
        assert!(
            after.over || after.asked > before.asked,
            "{}: went on from {} to {}",
            after.table,
            before.asked,
            after.asked
        );
    }
}
