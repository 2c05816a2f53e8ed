//! Objects that move.

use lawmage_ir::{Amount, Arrival, CardType, Cause, Destination, Instruction, Ref, Selector, Test, Who, Zone};

use super::*;
use crate::state::event::Event;
use crate::testkit::{A, B, creature, table};

#[test]
fn destroy_all_is_one_event_and_keeps_the_cards_it_made() {
    let mut state = table(2);
    let source = source(&mut state);
    let bear = put(&mut state, A, Zone::Battlefield, &creature("Bear", 2, 2));
    let wolf = put(&mut state, B, Zone::Battlefield, &creature("Wolf", 3, 3));
    let field = put(&mut state, B, Zone::Battlefield, &face("Field", &[CardType::Land]));
    let mut script = Script::default();
    let destroy = Instruction::Destroy { what: Selector::All(creatures()), no_regeneration: false };
    let frame = run(&mut state, &mut script, source, vec![kept(destroy, 0)], &[]);
    assert_eq!(state.battlefield, vec![field]);
    assert_eq!(slot(&frame, 0).members.to_vec(), vec![bear.next().into(), wolf.next().into()]);
    assert_eq!(slot(&frame, 0).number, 2);
    let moved = script.heard.iter().filter(|o| matches!(o.event, Event::Moved { .. }));
    let batches: Vec<u32> = moved.map(|o| o.batch).collect();
    assert_eq!(batches.len(), 2);
    assert_eq!(batches[0], batches[1]);
}

#[test]
fn a_regeneration_shield_saves_once_but_not_from_what_forbids_it() {
    let mut state = table(2);
    let source = source(&mut state);
    let troll = put(&mut state, A, Zone::Battlefield, &creature("Troll", 2, 2));
    let that = Selector::Ref(Ref::Target(0));
    let destroy = |no| Instruction::Destroy { what: that.clone(), no_regeneration: no }.into();
    let mut script = Script::default();
    let regenerate = Instruction::Regenerate(that.clone());
    run(&mut state, &mut script, source, vec![regenerate.clone().into(), destroy(false)], &[troll.into()]);
    assert_eq!(zone_of(&state, troll), Some(Zone::Battlefield));
    assert!(state.permanent(troll).is_some_and(|p| p.tapped));
    run(&mut state, &mut script, source, vec![regenerate.into(), destroy(true)], &[troll.into()]);
    assert_eq!(zone_of(&state, troll.next()), Some(Zone::Graveyard));
}

#[test]
fn each_player_sacrifices_a_creature_of_their_own_choice_at_once() {
    let mut state = table(2);
    let source = source(&mut state);
    let a1 = put(&mut state, A, Zone::Battlefield, &creature("A1", 1, 1));
    let a2 = put(&mut state, A, Zone::Battlefield, &creature("A2", 1, 1));
    let b1 = put(&mut state, B, Zone::Battlefield, &creature("B1", 1, 1));
    let mut script = Script::of([picks(&[1])]);
    let what = choose(Who::Ref(Ref::Each), Selector::All(creatures()), 1, 1);
    let frame =
        run(&mut state, &mut script, source, vec![kept(Instruction::Sacrifice { who: Who::All, what }, 0)], &[]);
    assert_eq!(state.battlefield, vec![a1]);
    assert_eq!(slot(&frame, 0).members.to_vec(), vec![a2.next().into(), b1.next().into()]);
    // Player B had only one: nobody was asked.
    assert_eq!(script.asked.len(), 1);
    assert_eq!(script.asked[0].player, A);
}

#[test]
fn discarding_at_random_asks_nobody_and_the_chosen_discard_asks_the_discarder() {
    let mut state = table(2);
    let source = source(&mut state);
    for name in ["One", "Two", "Three"] {
        put(&mut state, B, Zone::Hand, &creature(name, 1, 1));
    }
    let hand = Selector::All(cards_in(Zone::Hand, Test::Owned(Who::Ref(Ref::Each))));
    let Selector::Choose(mut random) = choose(Who::Ref(Ref::Each), hand.clone(), 1, 1) else { unreachable!() };
    random.random = true;
    let at_random = Instruction::Discard { who: Who::Opponents, what: Selector::Choose(random) };
    let mut script = Script::of([picks(&[1])]);
    let frame = run(&mut state, &mut script, source, vec![kept(at_random, 0)], &[]);
    assert!(script.asked.is_empty());
    assert_eq!((state.player(B).hand.len(), slot(&frame, 0).number), (2, 1));
    let second = state.player(B).hand[1];
    let chosen = Instruction::Discard { who: Who::Opponents, what: choose(Who::Ref(Ref::Each), hand, 1, 1) };
    run(&mut state, &mut script, source, vec![chosen.into()], &[]);
    assert_eq!(script.asked[0].player, B);
    assert_eq!(zone_of(&state, second.next()), Some(Zone::Graveyard));
}

#[test]
fn drawing_takes_cards_one_by_one_and_stops_at_an_empty_library() {
    let mut state = table(2);
    let source = source(&mut state);
    put(&mut state, A, Zone::Library, &creature("Low", 1, 1));
    put(&mut state, A, Zone::Library, &creature("Top", 1, 1));
    let mut script = Script::default();
    let draw = Instruction::Draw { who: Who::You, count: Amount::Const(3) };
    let frame = run(&mut state, &mut script, source, vec![kept(draw, 0)], &[]);
    assert_eq!(slot(&frame, 0).number, 2);
    assert_eq!(state.chars(state.player(A).hand[0]).name.as_ref(), "Top");
    assert!(state.player(A).drew_from_empty);
}

#[test]
fn milling_puts_as_many_as_there_are() {
    let mut state = table(2);
    let source = source(&mut state);
    put(&mut state, B, Zone::Library, &creature("Only", 1, 1));
    let mill = Instruction::Mill { who: Who::Opponents, count: Amount::Const(2) };
    let frame = run(&mut state, &mut Script::default(), source, vec![kept(mill, 0)], &[]);
    assert_eq!((state.player(B).graveyard.len(), slot(&frame, 0).number), (1, 1));
}

#[test]
fn cards_put_on_top_lie_in_the_order_chosen() {
    let mut state = table(2);
    let source = source(&mut state);
    put(&mut state, A, Zone::Library, &creature("Old", 1, 1));
    let x = put(&mut state, A, Zone::Graveyard, &creature("X", 1, 1));
    let y = put(&mut state, A, Zone::Graveyard, &creature("Y", 1, 1));
    let what = Selector::All(cards_in(Zone::Graveyard, Test::Owned(Who::You)));
    let to = Destination::LibraryTop { random: false };
    let mut script = Script::of([Answer::Order(smallvec![1, 0])]);
    run(&mut state, &mut script, source, vec![Instruction::Move { what, to, cause: Cause::Put }.into()], &[]);
    assert_eq!(state.player(A).library[..2], [y.next(), x.next()]);
}

#[test]
fn cards_that_stay_in_the_library_only_change_place() {
    let mut state = table(2);
    let source = source(&mut state);
    let low = put(&mut state, A, Zone::Library, &creature("Low", 1, 1));
    let top = put(&mut state, A, Zone::Library, &creature("Top", 1, 1));
    let what = Selector::Top(Who::You, Amount::ONE);
    let to = Destination::LibraryBottom { random: false };
    let mut script = Script::default();
    let bottom = Instruction::Move { what, to, cause: Cause::Put };
    let frame = run(&mut state, &mut script, source, vec![kept(bottom, 0)], &[]);
    assert_eq!(state.player(A).library, vec![low, top]);
    assert_eq!(slot(&frame, 0).members.to_vec(), vec![top.into()]);
    assert!(script.heard.is_empty());
}

#[test]
fn a_card_goes_onto_the_battlefield_under_your_control_tapped_with_counters() {
    let mut state = table(2);
    let source = source(&mut state);
    let theirs = put(&mut state, B, Zone::Graveyard, &creature("Ghoul", 2, 2));
    let arrival = Arrival {
        controller: Some(Who::You),
        tapped: true,
        counters: vec![(lawmage_ir::CounterKind::PLUS, Amount::Const(2))],
        ..Arrival::default()
    };
    let what = Selector::Ref(Ref::Target(0));
    let to = Destination::Battlefield(Box::new(arrival));
    let clause = Instruction::Move { what, to, cause: Cause::Return }.into();
    run(&mut state, &mut Script::default(), source, vec![clause], &[theirs.into()]);
    let now = theirs.next();
    assert_eq!(state.controller(now), A);
    assert!(state.permanent(now).is_some_and(|p| p.tapped));
    assert_eq!(state.chars(now).power, Some(4));
}

#[test]
fn what_is_exiled_until_something_leaves_comes_back_when_it_does() {
    let mut state = table(2);
    let source = source(&mut state);
    let jailer = put(&mut state, A, Zone::Battlefield, &creature("Jailer", 1, 1));
    let prisoner = put(&mut state, B, Zone::Battlefield, &creature("Prisoner", 3, 3));
    let exile = Instruction::ExileUntilLeaves { what: Selector::Ref(Ref::Target(0)), until: Ref::This };
    run(&mut state, &mut Script::default(), jailer, vec![exile.clone().into()], &[prisoner.into()]);
    assert_eq!(zone_of(&state, prisoner.next()), Some(Zone::Exile));
    let destroy = Instruction::Destroy { what: Selector::Ref(Ref::Target(0)), no_regeneration: false };
    run(&mut state, &mut Script::default(), source, vec![destroy.into()], &[jailer.into()]);
    let back = prisoner.next().next();
    assert_eq!(zone_of(&state, back), Some(Zone::Battlefield));
    assert_eq!(state.controller(back), B);
    assert!(state.exiled_until.is_empty());
    // 610.3a: a jailer that has left already exiles nothing.
    run(&mut state, &mut Script::default(), jailer, vec![exile.into()], &[back.into()]);
    assert_eq!(zone_of(&state, back), Some(Zone::Battlefield));
}

#[test]
fn linked_exile_is_remembered_by_the_source() {
    let mut state = table(2);
    let box_ = put(&mut state, A, Zone::Battlefield, &face("Box", &[CardType::Artifact]));
    let card = put(&mut state, B, Zone::Graveyard, &creature("Ghost", 1, 1));
    let to = Destination::Exile { linked: Some(3), face_down: false };
    let what = Selector::Ref(Ref::Target(0));
    let exile = Instruction::Move { what, to, cause: Cause::Exile }.into();
    run(&mut state, &mut Script::default(), box_, vec![exile], &[card.into()]);
    assert_eq!(state.remembered(box_, 3).to_vec(), vec![card.next().into()]);
}
