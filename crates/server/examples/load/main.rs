//! Plays many games at once over WebSockets with a server in this process, and tells how long answers take and what memory is used:
//! `cargo run --release -p lawmage-server --example load -- --games 200 --minutes 5 [--think 200] [--basic]`. Ends with 1 where something went wrong:
//! an error, a wait of 50 ms or more for one answer in a hundred, or memory that grows.

#[allow(dead_code, reason = "the tests use all of it")]
mod client;
mod measured;

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
use measured::{Measured, is_flat, memory};

/// The longest that one answer in a hundred may take.
const LONGEST: Duration = Duration::from_millis(50);

/// How many times memory is looked at.
const LOOKS: u32 = 20;

#[allow(clippy::print_stdout, clippy::disallowed_methods, reason = "a program")]
fn main() -> Result<std::process::ExitCode, Box<dyn std::error::Error>> {
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
    let step = Duration::from_secs_f64(minutes * 60.0 / f64::from(LOOKS));
    println!("{games} games at once against {bot}, {minutes} minutes, {think} ms to think");
    let mut looks = Vec::new();
    for look in 1..=LOOKS {
        thread::sleep(step);
        looks.push(memory());
        println!("after {:>4} s: {} MB, players included", (step * look).as_secs(), memory());
    }
    ended.store(true, Ordering::Relaxed);
    for player in players {
        player.join().map_err(|_| "a player panicked")?;
    }
    drop(end);
    server.join().map_err(|_| "the server panicked")??;
    let all = all.lock().map_err(|_| "a player panicked")?;
    println!("{}", all.told(minutes * 60.0));
    let mut missed = Vec::new();
    if all.part(0.99) >= LONGEST {
        missed.push("one answer in a hundred waits too long");
    }
    if !is_flat(&looks) {
        missed.push("memory grows");
    }
    if !all.errors.is_empty() || all.games == 0 {
        missed.push("not all games were played");
    }
    println!(
        "{}",
        if missed.is_empty() { "all as it is to be".to_owned() } else { format!("missed: {}", missed.join("; ")) }
    );
    Ok(if missed.is_empty() { std::process::ExitCode::SUCCESS } else { std::process::ExitCode::FAILURE })
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
        all.add(measured);
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
        if let Some(said) = said {
            measured.waited(said.elapsed());
        }
        thread::sleep(think);
        *chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        player.say(&FromPlayer::Answer { ask: ask.id, answer: some(&ask, (*chance >> 33) as u32) })?;
        last = Some((ask.id, ask.default));
        said = Some(Instant::now());
    }
    Ok(())
}
