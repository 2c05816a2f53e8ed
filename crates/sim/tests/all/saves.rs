//! Saved games that were tampered with: refused, or played on, never a panic.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

use lawmage_bots::RandomBot;
use lawmage_cards::{CardPool, deck, starter};
use lawmage_engine::Rng;
use lawmage_engine::procedure::start::{Seat, Setup};
use lawmage_engine::{Game, Log, Player, Reference, Seats, Session, State, View};
use lawmage_ir::Card;
use lawmage_sim::{session_from_json, session_to_json};
use serde_json::Value;

/// Games; the seeds are their numbers.
const GAMES: u64 = 6;
/// Damaged saves of each.
const EACH: u32 = 250;

fn setup(seed: u64) -> Setup {
    let pool = CardPool::starter().expect("the starter set is read");
    let names: Vec<&str> = starter::deck_names().collect();
    let deck_of = |n: u64| -> Vec<Arc<Card>> {
        let list = starter::deck(names[(seed as usize + n as usize) % names.len()]).expect("a starter deck");
        deck::resolve(&list, &pool).expect("its cards are known").cards().cloned().collect()
    };
    let seat = |n: u64| Seat { name: format!("player {n}"), deck: deck_of(n), ..Seat::default() };
    Setup { seats: vec![seat(0), seat(1)], seed: seed.into(), first: None, ..Setup::default() }
}

fn bots(seed: u64) -> Vec<Box<dyn Player>> {
    vec![Box::new(RandomBot::new(seed)), Box::new(RandomBot::new(seed + 1000))]
}

/// Answers up to so many questions; whether the game can still be played on.
fn play_on(session: &mut Session<Log>, seed: u64, questions: usize) {
    let mut bots = bots(seed);
    for _ in 0..questions {
        let Some(question) = session.question().cloned() else { return };
        let view = View::new(session.state(), question.player, Some(&question));
        let Some(Ok(answer)) = bots.get_mut(question.player.index()).map(|b| b.decide(&view, &question)) else {
            return;
        };
        if session.answer(answer).is_err() {
            return;
        }
    }
}

/// A number, string or list somewhere in a saved game, chosen by chance, is another afterwards.
fn tamper(value: &mut Value, rng: &mut Rng) {
    match value {
        Value::Array(all) if !all.is_empty() => {
            let place = rng.below(all.len() as u32) as usize;
            match rng.below(40) {
                0 => drop(all.remove(place)),
                1 => all.push(all[place].clone()),
                2 => all.swap(0, place),
                _ => tamper(&mut all[place], rng),
            }
        }
        Value::Object(fields) if !fields.is_empty() => {
            let place = rng.below(fields.len() as u32) as usize;
            if let Some((_, field)) = fields.iter_mut().nth(place) {
                tamper(field, rng);
            }
        }
        Value::Number(n) => {
            let known = n.as_i64().unwrap_or(0);
            let others = [0, 1, 2, 7, 255, 9_999, known + 1, known - 1, -1, i64::from(u32::MAX), i64::from(i32::MAX)];
            *value = Value::from(others[rng.below(others.len() as u32) as usize]);
        }
        Value::Bool(yes) => *value = Value::from(!*yes),
        Value::String(text) => {
            *text = ["", "Battlefield", "Hand", "Stack", "Graveyard"][rng.below(5) as usize].to_owned()
        }
        Value::Null => *value = Value::from(0),
        _ => {}
    }
}

static PANICS: Mutex<BTreeMap<String, u32>> = Mutex::new(BTreeMap::new());

/// Restores a session and plays it on a little; whether it was accepted.
fn accepts(saved: &Value, seed: u64) -> bool {
    let Ok(loaded) = session_from_json(&saved.to_string()) else { return false };
    let Ok(mut loaded) = loaded.restored(Reference::default()) else { return false };
    play_on(&mut loaded, seed, 6);
    true
}

#[test]
fn damaged_saves_are_refused_or_play_on() {
    std::panic::set_hook(Box::new(|info| {
        if let Ok(mut panics) = PANICS.lock() {
            *panics.entry(info.to_string()).or_default() += 1;
        }
    }));
    let mut rng = Rng::new(5);
    let (mut refused, mut played) = (0, 0);
    for seed in 0..GAMES {
        let mut session = Session::heard_by(State::new_game(&setup(seed)).expect("a setup"), Log::default());
        play_on(&mut session, seed, 40 + 60 * seed as usize);
        let honest = session.state().validate_loaded();
        let saved = session_to_json(&session).ok().and_then(|text| text.parse::<Value>().ok()).unwrap_or_default();
        for _ in 0..EACH {
            let mut other = saved.clone();
            (0..1 + rng.below(3)).for_each(|_| tamper(&mut other["before"], &mut rng));
            match catch_unwind(AssertUnwindSafe(|| accepts(&other, seed))) {
                Ok(true) => played += 1,
                _ => refused += 1,
            }
        }
        if let (Err(why), Ok(mut panics)) = (honest, PANICS.lock()) {
            panics.insert(format!("an honest game was refused: {why}"), 1);
        }
    }
    drop(std::panic::take_hook());
    let panics = PANICS.lock().map(|p| p.clone()).unwrap_or_default();
    assert!(panics.is_empty(), "{refused} refused, {played} played on: {panics:#?}");
    assert!(refused > 300 && played > 300, "{refused} refused, {played} played on");
}

/// No game leads to a state that would be refused.
#[test]
fn honest_states_are_never_refused() {
    for seed in 0..GAMES {
        let mut table = Seats::new(bots(seed));
        let mut game = Game::new(State::new_game(&setup(seed)).expect("a setup"), &mut table);
        while !game.is_over() {
            game.tick().expect("the game goes on");
            assert_eq!(game.state.validate_loaded(), Ok(()), "seed {seed}, turn {}", game.state.turn().number);
        }
    }
}
