//! How fast sessions play, and how much they hold: `cargo run --release -p lawmage-host --example sessions`. It fails where a
//! figure that was asked for is missed.

#![allow(clippy::print_stdout, reason = "an example says what it finds")]

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use lawmage_bots::RandomBot;
use lawmage_cards::{CardPool, deck, starter};
use lawmage_engine::procedure::start::{Seat, Setup};
use lawmage_engine::{Player, Session, State};
use lawmage_ir::Card;
use lawmage_sim::{Bot, Caps, Entrant, play_game};

/// Decisions a second of a session, asked for.
const SPEED: f64 = 25_000.0;
/// Kilobytes of a live session of two players without undo, asked for.
const SESSION: f64 = 300.0;
/// Sessions that play in one process at once, and the megabytes that it may hold then.
const AT_ONCE: (usize, f64) = (1_000, 500.0);
/// Decisions that each of them makes.
const ROUNDS: usize = 250;
/// Games for the speed.
const GAMES: u64 = 40;

struct Seated {
    session: Session,
    bots: [RandomBot; 2],
}

impl Seated {
    fn new(entrants: &[Entrant; 2], seed: u64) -> Self {
        let seat = |e: &Entrant| Seat { name: e.name.clone(), deck: e.deck.clone(), ..Seat::default() };
        let setup = Setup { seats: entrants.iter().map(seat).collect(), seed: seed.into(), ..Setup::default() };
        let mut session = Session::new(State::new_game(&setup).expect("a setup"));
        session.limit_undo(0);
        Self { session, bots: [RandomBot::new(seed + 1), RandomBot::new(seed + 2)] }
    }

    /// Makes a decision, unless the game is over.
    fn decide(&mut self) -> bool {
        let Some(question) = self.session.question() else { return false };
        let view = self.session.view(question.player);
        let bot = &mut self.bots[question.player.index()];
        let answer = bot.decide(&view, question).expect("an answer");
        self.session.answer(answer).expect("a legal answer");
        true
    }
}

/// Megabytes that the process holds: the second number of statm, in pages of 4 KB.
fn held() -> f64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split_whitespace().nth(1).and_then(|pages| pages.parse::<f64>().ok()).unwrap_or(f64::NAN) * 4.096 / 1_000.0
}

fn cards(pool: &CardPool, name: &str) -> Vec<Arc<Card>> {
    let list = starter::deck(name).expect("a starter deck");
    deck::resolve(&list, pool).expect("its cards").cards().cloned().collect()
}

fn main() -> ExitCode {
    let pool = CardPool::starter().expect("the starter set");
    let entrants = ["red-raiders", "green-stampede"].map(|name| Entrant {
        name: name.to_owned(),
        deck: cards(&pool, name),
        bot: Bot::Random,
        ..Entrant::default()
    });
    let mut missed = false;
    let mut tell = |what: &str, is: f64, asked: f64, good: bool| {
        missed |= !good;
        println!("{what}: {is:.0} (asked: {asked:.0}){}", if good { "" } else { " MISSED" });
    };

    let (mut direct, mut suspended) = ((0, 0.0), (0, 0.0));
    for seed in 0..GAMES {
        let begun = Instant::now();
        let [a, b] = &entrants;
        direct.0 += play_game(&[a, b], seed, Caps::default(), None, false, None).decisions;
        direct.1 += begun.elapsed().as_secs_f64();
        let mut game = Seated::new(&entrants, seed);
        let begun = Instant::now();
        while game.decide() {
            suspended.0 += 1;
        }
        suspended.1 += begun.elapsed().as_secs_f64();
    }
    println!("decisions a second, direct: {:.0}", direct.0 as f64 / direct.1);
    let speed = f64::from(suspended.0) / suspended.1;
    tell("decisions a second, suspended", speed, SPEED, speed >= SPEED);

    let before = held();
    let mut games: Vec<Seated> = (0..AT_ONCE.0 as u64).map(|seed| Seated::new(&entrants, seed)).collect();
    let (mut most, mut made, begun) = (held(), 0, Instant::now());
    for _ in 0..ROUNDS {
        made += games.iter_mut().filter_map(|game| game.decide().then_some(())).count();
        most = most.max(held());
    }
    println!("sessions at once: {} made {made} decisions in {:.1} s", games.len(), begun.elapsed().as_secs_f64());
    let each = (most - before) * 1_000.0 / games.len() as f64;
    tell("kilobytes of a session", each, SESSION, each <= SESSION);
    tell("megabytes of the process", most, AT_ONCE.1, most <= AT_ONCE.1);
    if missed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
