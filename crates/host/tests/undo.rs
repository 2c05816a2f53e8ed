//! Undo is by choice, and never goes back across what came to light; a game that was written down goes on as it was.

mod common;

use common::{some, state};
use lawmage_bots::BasicBot;
use lawmage_engine::{Entry, PlayerId, Rng, Viewer};
use lawmage_host::{HostedGame, Sits};
use lawmage_protocol::{Answer, Ask, Domain};
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

const ANN: PlayerId = PlayerId(0);

fn against_a_program(seed: u64) -> HostedGame {
    HostedGame::written_down(state(seed), vec![Sits::Away, Sits::Here(Box::new(BasicBot::new(seed)))], &[], &[])
        .expect("a game")
}

fn ask(game: &mut HostedGame) -> Ask {
    game.ask(ANN).expect("she is asked")
}

#[test]
fn at_a_table_with_one_person_anything_is_taken_back() {
    let mut game = against_a_program(5);
    game.allow_any_undo();
    let first = ask(&mut game);
    for _ in 0..12 {
        let asked = ask(&mut game);
        game.answer(ANN, asked.id, &asked.default).expect("the default is legal");
    }
    while game.undo(ANN).is_some() {}
    let back = ask(&mut game);
    assert_eq!((back.id, back.text), (first.id, first.text), "handles are given anew");
}

#[test]
fn why_a_creature_can_t_block_is_told() {
    let mut told = 0;
    for seed in 0..40 {
        let mut game = against_a_program(seed);
        for _ in 0..400 {
            let Some(asked) = game.ask(ANN) else { break };
            if let Domain::Block { blockers, attackers } = &asked.domain {
                for (can, blocker) in blockers.iter().zip(0..) {
                    for (at, attacker) in attackers.iter().zip(0..) {
                        let why = game.why_not_block(asked.id, blocker, attacker).expect("both are there");
                        assert_eq!(why.is_none(), can.attackers.contains(&at.creature), "seed {seed}: {why:?}");
                        told += u32::from(why.is_some());
                    }
                }
                assert!(game.why_not_block(asked.id, 99, 0).is_err(), "there is no such blocker");
            }
            let land = match &asked.domain {
                Domain::Pick { options, .. } if asked.about == "priority" => options
                    .iter()
                    .position(|option| option.text.starts_with("play ") || option.text.starts_with("cast ")),
                _ => None,
            };
            let how = land.map_or(asked.default.clone(), |place| Answer::Pick(vec![place as u32]));
            if game.answer(ANN, asked.id, &how).is_err() {
                game.answer(ANN, asked.id, &asked.default).expect("the default is legal");
            }
        }
    }
    assert!(told > 0, "some block was not possible");
}
