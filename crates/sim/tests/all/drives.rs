//! The drives agree (design §2, §7): a direct run, a suspended run and a replay of its answers are the same game, and a
//! game saved in the middle plays on in another session as it would have.

use std::sync::Arc;

use lawmage_bots::RandomBot;
use lawmage_cards::{CardPool, deck, starter};
use lawmage_engine::procedure::start::{Seat, Setup};
use lawmage_engine::{Answer, Game, Hearer, Log, Player, Seats, Session, State, View};
use lawmage_ir::Card;
use lawmage_sim::{session_from_json, session_to_json};

/// Games per test; the seeds are their numbers.
const GAMES: u64 = 6;

fn deck_of(name: &str) -> Vec<Arc<Card>> {
    let pool = CardPool::starter().expect("the starter set is read");
    let list = starter::deck(name).expect("a starter deck");
    deck::resolve(&list, &pool).expect("its cards are known").cards().cloned().collect()
}

fn setup(seed: u64) -> Setup {
    let names: Vec<&str> = starter::deck_names().collect();
    let name = |n: u64| names[(seed as usize + n as usize) % names.len()];
    let seat = |n: u64| Seat { name: format!("player {n}"), deck: deck_of(name(n)), ..Seat::default() };
    Setup { seats: vec![seat(0), seat(1)], seed: seed.into(), first: None, ..Setup::default() }
}

fn bots(seed: u64) -> Vec<Box<dyn Player>> {
    vec![Box::new(RandomBot::new(seed)), Box::new(RandomBot::new(seed + 1000))]
}

/// Plays directly; the end state and the answers.
fn direct(seed: u64) -> (State, Vec<Answer>) {
    let mut table = Seats::new(bots(seed)).recording();
    let mut game = Game::new(State::new_game(&setup(seed)).expect("a setup"), &mut table);
    while !game.is_over() {
        game.tick().expect("the game goes on");
    }
    let state = game.state;
    (state, table.answers().to_vec())
}

/// Answers a session's questions with bots until it is over or `limit` questions are answered.
fn suspended<H: Hearer + Default>(mut session: Session<H>, bots: &mut [Box<dyn Player>], limit: usize) -> Session<H> {
    for _ in 0..limit {
        let Some(question) = session.question().cloned() else { break };
        let view = View::new(session.state(), question.player, Some(&question));
        let answer = bots[question.player.index()].decide(&view, &question).expect("a bot answers");
        session.answer(answer).expect("a legal answer");
    }
    assert_eq!(session.failure(), None);
    session
}

#[test]
fn replay_equals_run() {
    for seed in 0..GAMES {
        let (end, answers) = direct(seed);
        let session =
            suspended(Session::new(State::new_game(&setup(seed)).expect("a setup")), &mut bots(seed), usize::MAX);
        assert_eq!(session.all_answers(), answers, "seed {seed}: the suspended run was asked otherwise");
        assert_eq!(session.state(), &end, "seed {seed}: the suspended run ended otherwise");

        let mut replay = Session::new(State::new_game(&setup(seed)).expect("a setup"));
        for answer in answers {
            replay.answer(answer).expect("the replay asks the same");
        }
        assert_eq!(replay.state(), &end, "seed {seed}: the replay ended otherwise");
    }
}

#[test]
fn saved_games_play_on() {
    for seed in 0..GAMES {
        let (end, answers) = direct(seed);
        let half = answers.len() / 2;
        let mut session = Session::heard_by(State::new_game(&setup(seed)).expect("a setup"), Log::default());
        for answer in &answers[..half] {
            session.answer(answer.clone()).expect("legal");
        }
        let saved = session_to_json(&session).expect("a session is written");
        let loaded = session_from_json(&saved).expect("and read");
        let mut loaded = loaded.restored(Default::default()).expect("and plays on");
        assert_eq!(loaded.question(), session.question(), "seed {seed}");
        for answer in &answers[half..] {
            loaded.answer(answer.clone()).expect("legal");
        }
        assert_eq!(loaded.state(), &end, "seed {seed}: the loaded game ended otherwise");
    }
}

#[test]
fn undo_goes_back_to_the_previous_tick() {
    let (_, answers) = direct(3);
    let mut session = Session::new(State::new_game(&setup(3)).expect("a setup"));
    let mut seen = Vec::new();
    for answer in answers.iter().take(60) {
        seen.push((session.question().cloned(), session.state().clone()));
        session.answer(answer.clone()).expect("legal");
    }
    let mut undone = 0;
    while session.undo() {
        undone += 1;
        let now = (session.question().cloned(), session.state().clone());
        assert!(seen.contains(&now), "undo {undone} led where the game never was");
    }
    assert!(undone > 10, "only {undone} undone");
    assert_eq!(Some(&session.question().cloned()), seen.first().map(|(q, _)| q));
}

#[test]
fn illegal_answers_change_nothing() {
    let mut session = Session::new(State::new_game(&setup(1)).expect("a setup"));
    let before = session.clone();
    assert!(session.answer(Answer::pick(99)).is_err());
    assert!(session.answer(Answer::Number(7)).is_err());
    assert_eq!(session, before);
}
