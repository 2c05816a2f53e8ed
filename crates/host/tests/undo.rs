//! Undo is by choice, and never goes back across what came to light; a game that was written down goes on as it was.

mod common;

use common::{some, state};
use lawmage_engine::{Entry, PlayerId, Rng, Viewer};
use lawmage_host::{HostedGame, Sits};
use serde_json::Value;

const DECISIONS: u32 = 250;

/// The names of the cards that somebody sees; tokens, and abilities on the stack, are none.
fn seen(game: &mut HostedGame, of: PlayerId) -> Vec<String> {
    fn gather(value: &Value, names: &mut Vec<String>) {
        let is_card = value.get("token") == Some(&Value::Bool(false)) && value.get("source").is_none_or(Value::is_null);
        if let Some(name) = value.get("face").and_then(|face| face.get("name")).filter(|_| is_card) {
            names.push(name.to_string());
        }
        match value {
            Value::Array(all) => all.iter().for_each(|one| gather(one, names)),
            Value::Object(all) => all.values().for_each(|one| gather(one, names)),
            _ => {}
        }
    }
    let mut names = Vec::new();
    let seen = game.observe(Viewer::Player(of)).expect("they watch");
    gather(&serde_json::to_value(seen).expect("JSON"), &mut names);
    names.sort();
    names
}

fn is_within(few: &[String], many: &[String]) -> bool {
    let mut many = many.iter();
    few.iter().all(|one| many.any(|other| other == one))
}

#[test]
fn what_came_to_light_is_not_taken_back() {
    let (mut undone, mut refused) = (0, 0);
    for seed in 0..3 {
        let mut chance = Rng::new(seed);
        let mut game = HostedGame::new(state(seed), vec![Sits::Away, Sits::Away], &[]);
        let players = [PlayerId(0), PlayerId(1)];
        for _ in 0..DECISIONS {
            let Some(asked) = game.asked() else { break };
            let before = players.map(|player| seen(&mut game, player));
            let ask = game.ask(asked).expect("they are asked");
            if game.answer(asked, ask.id, &some(&ask, &mut chance)).is_err() {
                game.answer(asked, ask.id, &ask.default).expect("the default is legal");
            }
            let after = players.map(|player| seen(&mut game, player));
            // A spell that is being cast can be taken back: whoever casts it learns nothing by that.
            let own = asked.index();
            let new = Some((&before[own], &after[own])).filter(|(before, after)| !is_within(after, before));
            let answered = game.ask(asked).map(|ask| ask.id);
            if chance.below(3) > 0 {
                continue;
            }
            match game.undo(asked) {
                Some(back) => {
                    undone += 1;
                    assert_eq!(new, None, "seed {seed}: a card came to light, and question {} was asked again", ask.id);
                    assert_eq!(
                        (back, players.map(|player| seen(&mut game, player))),
                        (ask.id, before),
                        "it is as it was"
                    );
                }
                None => {
                    refused += 1;
                    assert_eq!(game.ask(asked).map(|ask| ask.id), answered, "nothing has changed");
                }
            }
        }
    }
    assert!(undone > 20 && refused > 20, "{undone} undone, {refused} refused");
}

#[test]
fn undo_is_by_choice() {
    let mut game = HostedGame::new(state(1), vec![Sits::Away, Sits::Away], &[]);
    game.limit_undo(0);
    for _ in 0..60 {
        let Some(asked) = game.asked() else { break };
        let ask = game.ask(asked).expect("they are asked");
        game.answer(asked, ask.id, &ask.default).expect("the default is legal");
        let back = game.undo(asked);
        assert!(back.is_none() || game.ask(asked).is_some_and(|again| again.id == ask.id), "only within the tick");
        if back.is_some() {
            game.answer(asked, ask.id, &ask.default).expect("the default is legal");
        }
    }
}

#[test]
fn a_game_that_was_written_down_goes_on_as_it_was() {
    let away = || vec![Sits::Away, Sits::Away];
    let mut chance = Rng::new(5);
    let mut game = HostedGame::written_down(state(4), away(), &[], &[]).expect("it begins");
    let mut entries: Vec<Entry> = Vec::new();
    for _ in 0..DECISIONS {
        let Some(asked) = game.asked() else { break };
        let ask = game.ask(asked).expect("they are asked");
        if game.answer(asked, ask.id, &some(&ask, &mut chance)).is_err() {
            game.answer(asked, ask.id, &ask.default).expect("the default is legal");
        }
        if chance.below(4) == 0 {
            let _ = game.undo(asked);
        }
        entries.extend(game.take_entries());
    }
    assert!(entries.iter().any(|entry| matches!(entry, Entry::Undo(_))), "something was taken back");
    let mut again = HostedGame::written_down(state(4), away(), &[], &entries).expect("it goes on");
    assert_eq!((again.state(), again.asked()), (game.state(), game.asked()));
    assert!(again.take_heard(Viewer::Player(PlayerId(0))).is_empty(), "what was told is not told again");
    game.concede(PlayerId(1));
    entries.extend(game.take_entries());
    again = HostedGame::written_down(state(4), away(), &[], &entries).expect("it goes on");
    assert_eq!((again.state(), again.asked()), (game.state(), None));

    let other = HostedGame::written_down(state(5), away(), &[], &entries);
    let (number, why) = other.expect_err("another game goes another way");
    assert!(number < 30 && why.starts_with("question "), "{number}: {why}");
}
