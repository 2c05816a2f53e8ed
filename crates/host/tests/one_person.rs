//! What may be taken back at a table with one person, and why a creature can't block.

mod common;

use common::state;
use lawmage_bots::BasicBot;
use lawmage_engine::{PlayerId, Viewer};
use lawmage_host::{HostedGame, Sits};
use lawmage_protocol::{Answer, Ask, Domain};

const ANN: PlayerId = PlayerId(0);

fn game(seed: u64) -> HostedGame {
    HostedGame::written_down(state(seed), vec![Sits::Away, Sits::Here(Box::new(BasicBot::new(seed)))], &[], &[])
        .expect("a game")
}

fn ask(game: &mut HostedGame) -> Ask {
    game.ask(ANN).expect("she is asked")
}

#[test]
fn at_a_table_with_one_person_anything_is_taken_back() {
    let mut game = game(5);
    let first = ask(&mut game);
    for _ in 0..12 {
        let asked = ask(&mut game);
        game.answer(ANN, asked.id, &asked.default).expect("the default is legal");
    }
    while game.undo(ANN).is_some() {}
    assert_ne!(ask(&mut game).id, first.id, "cards that were drawn since aren't put back");
    game.allow_any_undo();
    while game.undo(ANN).is_some() {}
    assert_eq!(ask(&mut game), first);
}

#[test]
fn why_a_creature_can_t_block_is_told() {
    let mut told = 0;
    for seed in 0..40 {
        let mut game = game(seed);
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
