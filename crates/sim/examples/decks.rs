//! Plays decklists against each other with random bots, with invariants checked: a quick look at whether whole games run.
//!
//! With `TELL` set each game is told, with `CHECK=n` invariants are checked after every n ticks.
//!
//! `cargo run -p lawmage-sim --example decks -- CARDS.json.gz GAMES SEED DECK…`
#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "a tool for developers, not part of a library")]

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use lawmage_cards::{CardPool, deck, import};
use lawmage_engine::table::narrate::tell;
use lawmage_engine::{Listener, Occurrence, State};
use lawmage_ir::Rule;
use lawmage_sim::{Bot, Caps, Entrant, GameEnd, play_game};

/// Tells all that happens.
struct Teller;

impl Listener for Teller {
    fn hear(&mut self, state: &State, occurrence: &Occurrence) {
        if let Some(line) = tell(state, occurrence, None) {
            println!("{line}");
        }
    }

    fn note(&mut self, _: &State, rule: Rule, text: &str) {
        println!("- {text} ({rule})");
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [cards, games, seed, decks @ ..] = args.as_slice() else {
        return Err("CARDS GAMES SEED DECK…".into());
    };
    let (games, seed): (u64, u64) = (games.parse()?, seed.parse()?);
    let imported = import::read_file(Path::new(cards), &|_| {}).map_err(|e| e.to_string())?;
    let mut pool = CardPool::empty();
    pool.push_file(cards, imported.cards.into_iter().map(|c| c.source).collect());
    let mut entrants = Vec::new();
    for path in decks {
        let list = deck::parse(&std::fs::read_to_string(path)?, path).map_err(|e| e.to_string())?;
        let deck = deck::resolve(&list, &pool).map_err(|e| format!("{e:?}"))?;
        let incomplete: Vec<&str> = deck.incomplete().iter().map(|c| &*c.name).collect();
        if !incomplete.is_empty() {
            println!("{path}: incomplete: {incomplete:?}");
        }
        entrants.push(Entrant {
            name: path.clone(),
            deck: deck.cards().cloned().collect(),
            bot: Bot::Random,
            ..Entrant::default()
        });
    }
    let check: Option<u32> = std::env::var("CHECK").ok().and_then(|n| n.parse().ok());
    let told = std::env::var("TELL").is_ok();
    let (mut ends, mut decisions, mut turns, mut played) = (BTreeMap::<String, u32>::new(), 0, 0, 0);
    let start = Instant::now();
    for (a, first) in entrants.iter().enumerate() {
        for second in &entrants[a..] {
            for game in 0..games {
                let seed = seed + game;
                let mut teller = Teller;
                let listener: Option<&mut dyn Listener> = if told { Some(&mut teller) } else { None };
                let record = play_game([first, second], seed, Caps::default(), check, false, listener);
                let end = match record.end {
                    GameEnd::Won(seat) => format!("won by {seat}"),
                    GameEnd::Draw => format!("draw: {} - {} seed {seed}", first.name, second.name),
                    GameEnd::Capped(why) => format!("capped: {why}"),
                    GameEnd::Error(why) => format!("error: {} - {} seed {seed}: {why}", first.name, second.name),
                };
                *ends.entry(end).or_default() += 1;
                decisions += record.decisions;
                turns += u64::from(record.turns);
                played += 1;
            }
        }
    }
    let time = start.elapsed().as_secs_f64();
    for (end, count) in ends {
        println!("{count:6} {end}");
    }
    println!(
        "{played} games in {time:.1} s: {:.0} games/s, {:.1} turns, {:.0} decisions a game, {:.2} µs a decision",
        f64::from(played) / time,
        turns as f64 / f64::from(played),
        decisions as f64 / f64::from(played),
        time * 1e6 / decisions as f64,
    );
    Ok(())
}
