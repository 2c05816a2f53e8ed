//! What is answered for a player: passing where nothing can matter, as they have set it, and nothing else.

mod common;

use common::{some, state};
use lawmage_bots::BasicBot;
use lawmage_engine::{PlayerId, Rng, Viewer};
use lawmage_host::{Assistant, HostedGame, Sits};
use lawmage_protocol::{Answer, Ask, Automation, Domain, Observation, Stops, Until};

const ANN: PlayerId = PlayerId(0);

fn game(seed: u64, settings: Automation) -> HostedGame {
    let ann = Sits::Assisted(Box::new(Assistant::new(settings).expect("settings")));
    HostedGame::written_down(state(seed), vec![ann, Sits::Here(Box::new(BasicBot::new(seed)))], &[], &[])
        .expect("a game")
}

fn seen(game: &mut HostedGame) -> Observation {
    game.observe(Viewer::Player(ANN)).expect("she watches")
}

fn answer(game: &mut HostedGame, ask: &Ask, how: Answer) {
    if game.answer(ANN, ask.id, &how).is_err() {
        game.answer(ANN, ask.id, &ask.default).expect("the default is legal");
    }
}

/// Whether an opponent's spell or ability is on top of the stack, or Ann is attacked.
fn is_pressed(seen: &Observation) -> bool {
    let opposed = seen.stack.last().is_some_and(|top| top.controller != ANN.0);
    let attacked = seen.turn.active != ANN.0 && seen.combat.as_ref().is_some_and(|combat| !combat.attackers.is_empty());
    opposed || attacked
}

#[test]
fn a_player_is_asked_for_an_action_only_where_it_can_matter() {
    let stops = Stops::default();
    for seed in 0..8 {
        let mut game = game(seed, Automation::default());
        let mut chance = Rng::new(seed);
        while let Some(ask) = game.ask(ANN) {
            if ask.about == "priority" {
                let now = seen(&mut game);
                let own = now.turn.active == ANN.0;
                let stop = if own { &stops.own } else { &stops.others }.contains(&now.turn.step);
                assert!(now.stack.is_empty() || is_pressed(&now), "seed {seed}: her own spells resolve: {}", ask.text);
                assert!(stop || is_pressed(&now), "seed {seed}: no stop at {}: {}", now.turn.step, ask.text);
                let Domain::Pick { options, .. } = &ask.domain else { panic!("actions are picked") };
                assert!(options.len() > 1, "seed {seed}: there is something to do");
            }
            let how = some(&ask, &mut chance);
            answer(&mut game, &ask, how);
        }
        assert!(game.state().result().is_some(), "seed {seed}: the game ends");
    }
}

#[test]
fn nothing_is_passed_where_the_player_wants_all_of_it() {
    let settings = Automation { auto_pass: false, auto_order: false, ..Automation::default() };
    // Who acts in their own main phases alone plays the same game, whether passing elsewhere is asked of them or not.
    let act = |now: &Observation, ask: &Ask| match (&ask.domain, &ask.default) {
        (Domain::Pick { options, .. }, Answer::Pick(pass)) if ask.about == "priority" => {
            let own = now.turn.active == ANN.0 && now.turn.step.contains("main") && now.stack.is_empty();
            let other = (0..options.len() as u32).find(|place| !pass.contains(place)).filter(|_| own);
            other.map_or_else(|| ask.default.clone(), |place| Answer::Pick(vec![place]))
        }
        _ => ask.default.clone(),
    };
    let asked = |settings: &Automation| {
        let mut count = 0;
        for seed in 0..3 {
            let mut game = game(seed, settings.clone());
            while let Some(ask) = game.ask(ANN) {
                count += u32::from(ask.about == "priority");
                let how = act(&seen(&mut game), &ask);
                answer(&mut game, &ask, how);
            }
        }
        count
    };
    let (all, few) = (asked(&settings), asked(&Automation::default()));
    assert!(all > few, "{all} questions without automation, {few} with it");
}

#[test]
fn whole_turns_are_passed_until_something_happens() {
    let mut passed = 0;
    for seed in 0..8 {
        let until = if seed % 2 == 0 { Until::Turn } else { Until::MyTurn };
        let mut game = game(seed, Automation::default());
        while let Some(ask) = game.ask(ANN) {
            if ask.about != "priority" || game.state().turn().number == 0 {
                answer(&mut game, &ask, ask.default.clone());
                continue;
            }
            let before = game.state().turn().clone();
            game.pass_until(ANN, until);
            let Some(next) = game.ask(ANN) else { break };
            let now = seen(&mut game);
            let arrived = match until {
                Until::Turn => now.turn.number != before.number,
                _ => now.turn.active == ANN.0 && now.turn.number != before.number,
            };
            passed += u32::from(arrived);
            assert!(
                arrived || next.about != "priority" || is_pressed(&now),
                "seed {seed}: {} asks {}",
                now.turn.step,
                next.text
            );
            assert!(
                game.automation(ANN).is_some_and(|assistant| assistant.passing().is_none()),
                "who is asked passes no more"
            );
            if game.ask(ANN).is_some_and(|same| same.id == ask.id) {
                answer(&mut game, &ask, ask.default.clone());
            }
        }
    }
    assert!(passed > 2, "{passed} times it came to where it was to");
}

#[test]
fn undo_goes_back_to_the_players_own_answer_and_asks_it() {
    let mut undone = 0;
    for seed in 0..6 {
        let mut game = game(seed, Automation::default());
        let mut chance = Rng::new(seed);
        while let Some(ask) = game.ask(ANN) {
            let before = seen(&mut game);
            let how = some(&ask, &mut chance);
            answer(&mut game, &ask, how);
            let next = game.ask(ANN).map(|next| next.id);
            if let Some(back) = game.undo(ANN) {
                assert_eq!(back, ask.id, "seed {seed}: her own answer is taken back");
                let again = game.ask(ANN).expect("she is asked again");
                assert_eq!((again.id, &again.text), (ask.id, &ask.text), "seed {seed}");
                assert_eq!(seen(&mut game).turn, before.turn, "seed {seed}");
                undone += u32::from(next.is_some_and(|next| next > ask.id + 1));
                answer(&mut game, &ask, ask.default.clone());
            }
        }
    }
    assert!(undone > 2, "{undone} times automatic answers were taken back along with it");
}
