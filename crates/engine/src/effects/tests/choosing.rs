//! Choices, control flow, libraries.

use lawmage_ir::{
    Amount, CardType, Cause, Condition, Destination, Instruction, Mode, Ref, Selector, Test, ValueKind, Who, Zone,
    ZoneSet,
};

use super::*;
use crate::state::event::Event;
use crate::state::object::Chosen;
use crate::table::decision::Ask;
use crate::testkit::{A, B, creature, table};

fn gain(n: i32) -> Clause {
    Instruction::GainLife(Who::You, Amount::Const(n)).into()
}

#[test]
fn if_you_do_asks_whether_it_was_done() {
    let mut state = table(2);
    let source = source(&mut state);
    let sacrifice = |out| {
        let what = choose(Who::You, Selector::All(creatures()), 1, 1);
        let may = Instruction::May { who: Who::You, body: vec![Instruction::Sacrifice { who: Who::You, what }.into()] };
        vec![
            kept(may, out),
            Instruction::If { condition: Condition::Done(out), then: vec![gain(5)], otherwise: vec![gain(1)] }.into(),
        ]
    };
    // Without a creature nobody is asked: it is impossible (608.2d).
    let mut script = Script::default();
    run(&mut state, &mut script, source, sacrifice(0), &[]);
    assert_eq!((state.player(A).life, script.asked.len()), (21, 0));
    put(&mut state, A, Zone::Battlefield, &creature("Bear", 2, 2));
    run(&mut state, &mut script, source, sacrifice(0), &[]);
    assert_eq!((state.player(A).life, state.battlefield.len()), (26, 0));
    put(&mut state, A, Zone::Battlefield, &creature("Bear", 2, 2));
    let mut no = Script::of([picks(&[1])]);
    run(&mut state, &mut no, source, sacrifice(0), &[]);
    assert_eq!((state.player(A).life, state.battlefield.len()), (27, 1));
}

#[test]
fn each_opponent_may_is_asked_of_each_in_turn_order() {
    let mut state = table(3);
    let source = source(&mut state);
    let body = vec![Instruction::LoseLife(Who::Ref(Ref::Each), Amount::Const(2)).into()];
    let mut script = Script::of([picks(&[1]), picks(&[0])]);
    let may = Instruction::May { who: Who::Opponents, body };
    let frame = run(&mut state, &mut script, source, vec![kept(may, 0)], &[]);
    let lives: Vec<i32> = state.players.iter().map(|p| p.life).collect();
    assert_eq!(lives, vec![20, 20, 18]);
    assert_eq!(slot(&frame, 0).members.to_vec(), vec![PlayerId(2).into()]);
    assert_eq!(script.asked.iter().map(|d| d.player.0).collect::<Vec<_>>(), vec![1, 2]);
}

#[test]
fn for_each_adds_up_what_its_rounds_keep() {
    let mut state = table(2);
    let source = source(&mut state);
    let a = put(&mut state, A, Zone::Battlefield, &creature("A", 1, 1));
    let b = put(&mut state, B, Zone::Battlefield, &creature("B", 1, 1));
    let own = Selector::All(Filter::permanent(Test::Controlled(Who::Ref(Ref::Each))));
    let choose = kept(Instruction::Choose(choose(Who::You, own, 1, 1)), 1);
    let each = Instruction::ForEach { over: Selector::Players(Who::All), body: vec![choose] };
    let frame = run(&mut state, &mut Script::default(), source, vec![each.into()], &[]);
    assert_eq!(slot(&frame, 1).members.to_vec(), vec![a.into(), b.into()]);
}

#[test]
fn repeating_too_often_is_capped_not_hung() {
    let mut state = table(2);
    let source = source(&mut state);
    let mut script = Script::default();
    let mut game = Game::new(state, &mut script);
    let often = Instruction::Repeat { times: Amount::Const(1_000_000), body: vec![gain(1)] };
    let halt = game.run(&[often.into()], source, A, &mut Frame::default());
    assert!(matches!(halt, Err(crate::table::game::Halt::Capped(_))));
}

#[test]
fn modes_chosen_on_resolution_run_in_printed_order() {
    let mut state = table(2);
    let source = source(&mut state);
    let mode = |clause| Mode { clauses: vec![clause], ..Mode::default() };
    let modes = vec![mode(gain(1)), mode(Instruction::SetLife(Who::You, Amount::Const(5)).into()), mode(gain(3))];
    let mut script = Script::of([picks(&[2, 1])]);
    let choose = Instruction::ChooseMode { who: Who::Opponents, min: 2, max: 2, modes };
    run(&mut state, &mut script, source, vec![choose.into()], &[]);
    assert_eq!(state.player(A).life, 8);
    assert_eq!((script.asked[0].player, &script.asked[0].ask), (B, &Ask::Modes));
}

#[test]
fn scrying_parts_the_top_and_orders_both_halves() {
    let mut state = table(2);
    let source = source(&mut state);
    let ids: Vec<ObjectId> =
        ["D", "C", "B", "A"].iter().map(|n| put(&mut state, A, Zone::Library, &creature(n, 1, 1))).collect();
    let (d, c, b, a) = (ids[0], ids[1], ids[2], ids[3]);
    let mut script = Script::of([picks(&[0]), Answer::Order(smallvec![1, 0])]);
    run(&mut state, &mut script, source, vec![Instruction::Scry(Who::You, Amount::Const(3)).into()], &[]);
    assert_eq!(state.player(A).library, vec![c, b, d, a]);
    assert!(script.heard.iter().any(|o| o.event == Event::Scried(A, 3)));
}

#[test]
fn surveilling_puts_cards_into_the_graveyard() {
    let mut state = table(2);
    let source = source(&mut state);
    let low = put(&mut state, A, Zone::Library, &creature("Low", 1, 1));
    let top = put(&mut state, A, Zone::Library, &creature("Top", 1, 1));
    let mut script = Script::of([picks(&[0])]);
    run(&mut state, &mut script, source, vec![Instruction::Surveil(Who::You, Amount::Const(2)).into()], &[]);
    assert_eq!((state.player(A).library.clone(), state.player(A).graveyard.clone()), (vec![low], vec![top.next()]));
}

#[test]
fn a_search_may_fail_and_what_it_finds_can_be_moved() {
    let mut state = table(2);
    let source = source(&mut state);
    let field = put(&mut state, A, Zone::Library, &face("Field", &[CardType::Land]));
    put(&mut state, A, Zone::Library, &creature("Bear", 2, 2));
    let search = Instruction::Search {
        who: Who::You,
        whose: Who::You,
        zones: ZoneSet::of(Zone::Library),
        what: cards_in(Zone::Library, Test::Type(CardType::Land)),
        min: Amount::Const(0),
        max: Some(Amount::ONE),
        all: false,
        limit: None,
        reveal: true,
    };
    let fetch = Instruction::Move { what: Selector::slot(0), to: Destination::Hand, cause: Cause::Put };
    let clauses = vec![kept(search, 0), fetch.into(), Instruction::Shuffle(Who::You).into()];
    let mut found = state.clone();
    let mut script = Script::of([picks(&[0])]);
    run(&mut found, &mut script, source, clauses.clone(), &[]);
    assert_eq!(found.player(A).hand, vec![field.next()]);
    let told = |event: &Event| script.heard.iter().any(|o| o.event == *event);
    assert!(told(&Event::Searched(A, A)) && told(&Event::Shuffled(A)));
    let mut nothing = Script::default();
    run(&mut state, &mut nothing, source, clauses, &[]);
    assert!(state.player(A).hand.is_empty());
    assert_eq!(nothing.asked[0].options().len(), 1);
}

#[test]
fn revealing_until_keeps_all_and_the_one_found() {
    let mut state = table(2);
    let source = source(&mut state);
    put(&mut state, A, Zone::Library, &creature("Deep", 1, 1));
    let land = put(&mut state, A, Zone::Library, &face("Field", &[CardType::Land]));
    let top = put(&mut state, A, Zone::Library, &creature("Top", 1, 1));
    let until = Instruction::RevealUntil {
        total: None,
        who: Who::You,
        count: Amount::ONE,
        filter: cards_in(Zone::Library, Test::Type(CardType::Land)),
        found: 1,
        exile: false,
    };
    let frame = run(&mut state, &mut Script::default(), source, vec![kept(until, 0)], &[]);
    assert_eq!(slot(&frame, 0).members.to_vec(), vec![top.into(), land.into()]);
    assert_eq!(slot(&frame, 1).members.to_vec(), vec![land.into()]);
}

#[test]
fn exploring_takes_a_land_or_grows() {
    let mut state = table(2);
    let scout = put(&mut state, A, Zone::Battlefield, &creature("Scout", 1, 1));
    let bear = put(&mut state, A, Zone::Library, &creature("Bear", 2, 2));
    let land = put(&mut state, A, Zone::Library, &face("Field", &[CardType::Land]));
    let explore = vec![Instruction::Explore(Selector::Ref(Ref::This)).into()];
    run(&mut state, &mut Script::default(), scout, explore.clone(), &[]);
    assert_eq!(state.player(A).hand, vec![land.next()]);
    run(&mut state, &mut Script::default(), scout, explore, &[]);
    assert_eq!(state.chars(scout).power, Some(2));
    assert_eq!(state.player(A).graveyard, vec![bear.next()]);
}

#[test]
fn a_chosen_color_is_kept_for_linked_abilities() {
    let mut state = table(2);
    let ring = put(&mut state, A, Zone::Battlefield, &face("Ring", &[CardType::Artifact]));
    let choose = Instruction::ChooseValue { who: Who::You, what: ValueKind::Color, count: 1, linked: 2 };
    let mut script = Script::of([picks(&[3])]);
    run(&mut state, &mut script, ring, vec![choose.into()], &[]);
    let chosen: Vec<_> = state.chosen_values(ring, 2).cloned().collect();
    assert_eq!(chosen, vec![Chosen::Color(lawmage_ir::Color::Red)]);
}

#[test]
fn a_coin_and_a_die_tell_their_results() {
    let mut state = table(2);
    let source = source(&mut state);
    let flip = Instruction::FlipCoin { who: Who::You, won: vec![gain(1)], lost: vec![gain(2)] };
    let roll = Instruction::RollDie(lawmage_ir::DiceRoll {
        who: Who::You,
        count: Amount::ONE,
        sides: 20,
        plus: None,
        ignore: 0,
        other: None,
        stored: None,
    });
    let mut script = Script::default();
    let frame = run(&mut state, &mut script, source, vec![kept(flip, 0), kept(roll, 1)], &[]);
    assert_eq!(state.player(A).life, if slot(&frame, 0).done { 21 } else { 22 });
    assert!((1..=20).contains(&slot(&frame, 1).number));
}
