//! Plays many games at once over WebSockets with a server in this process, and tells how long answers take and what memory is used:
//! `cargo run --release -p lawmage-server --example load -- --games 200 --minutes 5`.

#[allow(dead_code, reason = "the tests use all of it")]
mod client;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use lawmage::Cards;
use lawmage_protocol::{FromPlayer, FromTable};
use lawmage_server::{Limits, Options, serve};

use client::{Player, make, some};

/// What all games together came to.
#[derive(Default)]
struct Measured {
    /// From each answer to the next question, in microseconds.
    waits: Vec<u32>,
    games: u32,
    refused: u32,
    errors: Vec<String>,
}

#[allow(clippy::print_stdout, clippy::disallowed_methods, reason = "a program")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |name: &str, otherwise: f64| {
        let at = arguments.iter().position(|argument| argument == name);
        at.and_then(|at| arguments.get(at + 1)?.parse().ok()).unwrap_or(otherwise)
    };
    let (games, minutes, think) = (number("--games", 200.0) as u64, number("--minutes", 5.0), number("--think", 0.0));
    let bot = if arguments.iter().any(|argument| argument == "--basic") { "basic" } else { "random" };
    let folder = tempfile::tempdir()?;
    let limits =
        Limits { connections: u32::MAX, requests: 1_000_000, tables: 1_000_000, messages: 10_000, ..Limits::default() };
    let options = Options {
        address: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
        public: false,
        store: folder.path().join("tables.db"),
        rules: None,
        limits,
    };
    let cards = Cards::starter()?;
    let (listens, listening) = mpsc::channel();
    let (end, ends) = tokio::sync::oneshot::channel::<()>();
    let server = thread::spawn(move || {
        let ends = async {
            // Whether it is said or the sender is gone.
            let _ = ends.await;
        };
        let listens = |address| {
            // Whoever waits for it does so until it comes.
            let _ = listens.send(address);
        };
        serve(cards, options, listens, ends)
    });
    let address = listening.recv()?;
    let ended = Arc::new(AtomicBool::new(false));
    let all = Arc::new(Mutex::new(Measured::default()));
    let players = (0..games).map(|seed| {
        let (ended, all) = (ended.clone(), all.clone());
        thread::spawn(move || play(address, bot, Duration::from_secs_f64(think / 1_000.0), seed, &ended, &all))
    });
    let players: Vec<_> = players.collect();
    let all_time = Duration::from_secs_f64(minutes * 60.0);
    let begun = Instant::now();
    thread::sleep(all_time.min(Duration::from_secs(20)));
    let (first, from) = (memory(), begun.elapsed());
    thread::sleep(all_time.saturating_sub(from));
    let last = memory();
    ended.store(true, Ordering::Relaxed);
    for player in players {
        player.join().map_err(|_| "a player panicked")?;
    }
    drop(end);
    server.join().map_err(|_| "the server panicked")??;
    let mut all = all.lock().map_err(|_| "a player panicked")?;
    all.waits.sort_unstable();
    let part = |part: f64| {
        all.waits.get((all.waits.len() as f64 * part) as usize).map_or(0.0, |micros| f64::from(*micros) / 1_000.0)
    };
    println!("{games} games at once against {bot}, {minutes} minutes, {think} ms to think");
    println!(
        "{} answers, {} a second; {} games ended, {} answers refused",
        all.waits.len(),
        (all.waits.len() as f64 / (minutes * 60.0)) as u64,
        all.games,
        all.refused
    );
    println!(
        "from answer to next question: median {:.1} ms, 90% {:.1} ms, 99% {:.1} ms, longest {:.1} ms",
        part(0.5),
        part(0.9),
        part(0.99),
        part(0.999_999)
    );
    println!("memory, players included: {first} MB after {} s, {last} MB at the end", from.as_secs());
    println!("errors: {}", if all.errors.is_empty() { "none".to_owned() } else { all.errors.join("; ") });
    Ok(())
}

/// Plays games until it is enough.
fn play(address: SocketAddr, bot: &str, think: Duration, seed: u64, ended: &AtomicBool, all: &Mutex<Measured>) {
    let mut chance = seed;
    let mut measured = Measured::default();
    while !ended.load(Ordering::Relaxed) {
        if let Err(why) = game(address, bot, think, &mut chance, ended, &mut measured) {
            measured.errors.push(why.to_string());
            break;
        }
    }
    if let Ok(mut all) = all.lock() {
        all.waits.append(&mut measured.waits);
        all.errors.append(&mut measured.errors);
        all.games += measured.games;
        all.refused += measured.refused;
    }
}

fn game(
    address: SocketAddr,
    bot: &str,
    think: Duration,
    chance: &mut u64,
    ended: &AtomicBool,
    measured: &mut Measured,
) -> std::io::Result<()> {
    let decks = ["red-raiders", "green-stampede", "white-vanguard", "blue-tides", "black-toll"];
    let deck = decks.get(*chance as usize % decks.len()).copied();
    let made = make(address, &[("Ann", deck, None), ("Ben", None, Some(bot))])?;
    let secret = made.seats.first().and_then(|seat| seat.secret.clone()).unwrap_or_default();
    let mut player = Player::enter(address, &made.table, &FromPlayer::Sit { secret })?;
    let mut said: Option<Instant> = None;
    let mut last = None;
    while !ended.load(Ordering::Relaxed) {
        let gone = || std::io::Error::other("the connection has ended");
        let ask = match player.hear().ok_or_else(gone)? {
            FromTable::Ask { ask } => *ask,
            FromTable::Result { .. } => {
                measured.games += 1;
                return Ok(());
            }
            // Several picks may not fit together.
            FromTable::Rejected { ask, .. } => {
                measured.refused += 1;
                said = None;
                let Some((id, answer)) = last.take().filter(|(id, _)| *id == ask) else { continue };
                player.say(&FromPlayer::Answer { ask: id, answer })?;
                continue;
            }
            FromTable::Error { reason } => return Err(std::io::Error::other(reason)),
            _ => continue,
        };
        measured.waits.extend(said.map(|said| u32::try_from(said.elapsed().as_micros()).unwrap_or(u32::MAX)));
        thread::sleep(think);
        *chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        player.say(&FromPlayer::Answer { ask: ask.id, answer: some(&ask, (*chance >> 33) as u32) })?;
        last = Some((ask.id, ask.default));
        said = Some(Instant::now());
    }
    Ok(())
}

/// The memory of this process, in megabytes; 0 where the system doesn't tell.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or(0) / 1_024
}
