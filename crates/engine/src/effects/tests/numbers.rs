//! Damage, life, counters, mana, tokens.

use std::sync::Arc;

use lawmage_ir::{
    Amount, Arrival, CardType, Color, CounterKind, Instruction, ManaType, ManaYield, Ref, Selector, TokenSpec, Who,
    Zone,
};

use super::*;
use crate::state::event::Event;
use crate::table::decision::{Answer, Ask};
use crate::testkit::{A, B, costing, creature, table};

#[test]
fn damage_to_several_is_one_event_and_zero_is_none() {
    let mut state = table(2);
    let source = source(&mut state);
    let bear = put(&mut state, B, Zone::Battlefield, &creature("Bear", 2, 2));
    let together = Instruction::DamageTogether(vec![
        (Ref::This, Selector::Players(Who::Opponents), Amount::Const(4)),
        (Ref::This, Selector::All(creatures()), Amount::Const(1)),
        (Ref::This, Selector::Players(Who::You), Amount::Const(0)),
    ]);
    let mut script = Script::default();
    let frame = run(&mut state, &mut script, source, vec![kept(together, 0)], &[]);
    assert_eq!((state.player(A).life, state.player(B).life), (20, 16));
    assert_eq!(state.permanent(bear).map(|p| p.damage), Some(1));
    assert_eq!(slot(&frame, 0).number, 5);
    let batches: Vec<u32> =
        script.heard.iter().filter(|o| matches!(o.event, Event::Damage { .. })).map(|o| o.batch).collect();
    assert_eq!(batches.len(), 2);
    assert_eq!(batches[0], batches[1]);
}

#[test]
fn divided_damage_goes_by_the_shares_chosen_on_announcement() {
    let mut state = table(2);
    let source = source(&mut state);
    let bear = put(&mut state, B, Zone::Battlefield, &creature("Bear", 2, 5));
    let mut frame = Frame::default();
    frame.targets.push(TargetChoice {
        chosen: smallvec![bear.into(), B.into()],
        divided: smallvec![2, 1],
        ..TargetChoice::default()
    });
    let mut script = Script::default();
    let mut game = Game::new(state.clone(), &mut script);
    let clauses = [Instruction::DamageDivided { source: Ref::This, target: 0 }.into()];
    game.run(&clauses, source, A, &mut frame).expect("runs");
    let evenly = [Instruction::DamageEvenly { source: Ref::This, target: 0, amount: Amount::Const(5) }.into()];
    game.run(&evenly, source, A, &mut frame).expect("runs");
    assert_eq!(game.state.permanent(bear).map(|p| p.damage), Some(4));
    assert_eq!(game.state.player(B).life, 17);
}

#[test]
fn life_is_gained_lost_and_set() {
    let mut state = table(2);
    let source = source(&mut state);
    let clauses = vec![
        Instruction::GainLife(Who::You, Amount::Const(3)).into(),
        kept(Instruction::LoseLife(Who::Opponents, Amount::Const(5)), 1),
        Instruction::SetLife(Who::You, Amount::Const(10)).into(),
    ];
    let frame = run(&mut state, &mut Script::default(), source, clauses, &[]);
    assert_eq!((state.player(A).life, state.player(B).life), (10, 15));
    assert_eq!((slot(&frame, 1).number, slot(&frame, 1).members.to_vec()), (5, vec![B.into()]));
}

#[test]
fn counters_are_put_moved_doubled_and_removed() {
    let mut state = table(2);
    let source = source(&mut state);
    let bear = put(&mut state, A, Zone::Battlefield, &creature("Bear", 2, 2));
    let wolf = put(&mut state, A, Zone::Battlefield, &creature("Wolf", 2, 2));
    let (one, other) = (Selector::Ref(Ref::Target(0)), Selector::Ref(Ref::Target(1)));
    let clauses = vec![
        Instruction::PutCounters { kind: CounterKind::PLUS, count: Amount::Const(3), on: one.clone() }.into(),
        Instruction::MoveCounters {
            kind: Some(CounterKind::PLUS),
            count: Some(Amount::Const(2)),
            from: one.clone(),
            to: other.clone(),
            as_many: false,
        }
        .into(),
        Instruction::DoubleCounters(Some(CounterKind::PLUS), other.clone()).into(),
        kept(Instruction::RemoveCounters { kind: None, count: None, from: one }, 0),
    ];
    let frame = run(&mut state, &mut Script::default(), source, clauses, &[bear.into(), wolf.into()]);
    assert_eq!((state.chars(bear).power, state.chars(wolf).power), (Some(2), Some(6)));
    assert_eq!(slot(&frame, 0).number, 1);
}

#[test]
fn of_counters_of_several_kinds_the_player_chooses_which_go() {
    let mut state = table(2);
    let source = source(&mut state);
    let bear = put(&mut state, A, Zone::Battlefield, &creature("Bear", 2, 2));
    let that = Selector::Ref(Ref::Target(0));
    let put_one = |kind| Instruction::PutCounters { kind, count: Amount::ONE, on: that.clone() }.into();
    let mut script = Script::of([picks(&[1])]);
    let remove = Instruction::RemoveCounters { kind: None, count: Some(Amount::ONE), from: that.clone() };
    let clauses = vec![put_one(CounterKind::PLUS), put_one(CounterKind::Stun), remove.into()];
    run(&mut state, &mut script, source, clauses, &[bear.into()]);
    let counters = &state.get(bear).expect("there").counters;
    assert_eq!((counters.get(&CounterKind::PLUS), counters.get(&CounterKind::Stun)), (1, 0));
}

#[test]
fn proliferating_adds_one_of_each_kind_to_those_chosen() {
    let mut state = table(2);
    let source = source(&mut state);
    let bear = put(&mut state, A, Zone::Battlefield, &creature("Bear", 2, 2));
    state.get_mut(bear).expect("there").counters.add(&CounterKind::PLUS, 2);
    state.player_mut(B).counters.add(&CounterKind::Poison, 1);
    let mut script = Script::of([picks(&[1])]);
    run(&mut state, &mut script, source, vec![Instruction::Proliferate.into()], &[]);
    assert_eq!(state.player(B).counters.get(&CounterKind::Poison), 2);
    assert_eq!(state.get(bear).expect("there").counters.get(&CounterKind::PLUS), 2);
}

#[test]
fn mana_of_any_color_is_chosen_and_fixed_mana_is_not() {
    let mut state = table(2);
    let source = source(&mut state);
    let any = ManaYield::AnyColor { count: Amount::Const(2), combination: false, colors: Color::ALL.to_vec() };
    let mixed =
        ManaYield::AnyColor { count: Amount::Const(2), combination: true, colors: vec![Color::White, Color::Blue] };
    let add =
        |mana, times| Instruction::AddMana { who: Who::You, mana, times: Amount::Const(times), rider: None }.into();
    let mut script = Script::of([picks(&[4]), Answer::Amounts(smallvec::smallvec![1, 1])]);
    let fixed = ManaYield::Fixed(vec![ManaType::Colorless]);
    run(&mut state, &mut script, source, vec![add(fixed, 3), add(any, 1), add(mixed, 1)], &[]);
    assert_eq!(state.player(A).mana.plain, [1, 1, 0, 0, 2, 3]);
    assert_eq!(script.asked.len(), 2, "a combination is chosen at once");
    assert!(script.asked.iter().all(|d| d.ask == Ask::Mana));
}

#[test]
fn tokens_enter_sized_and_as_copies() {
    let mut state = table(2);
    let source = source(&mut state);
    let bear = put(&mut state, B, Zone::Battlefield, &costing(creature("Bear", 2, 2), "{1}{G}"));
    let ooze = Arc::new(creature("Ooze", 0, 0));
    let make = |token, count| Instruction::CreateToken {
        who: Who::You,
        count: Amount::Const(count),
        token: Box::new(token),
        arrival: Box::new(Arrival { tapped: true, ..Arrival::default() }),
    };
    let sized = TokenSpec::Sized(ooze, Amount::Const(3), Amount::Life(Who::Opponents));
    let copy = TokenSpec::Copy(Selector::Ref(Ref::Target(0)), Vec::new());
    let clauses =
        vec![kept(make(sized, 1), 0), kept(make(copy, 2), 1), Instruction::Populate { attacking: false }.into()];
    let mut script = Script::of([picks(&[1])]);
    let frame = run(&mut state, &mut script, source, clauses, &[bear.into()]);
    let ooze = slot(&frame, 0).members[0].object().expect("an object");
    assert_eq!((state.chars(ooze).power, state.chars(ooze).toughness), (Some(3), Some(20)));
    assert!(state.permanent(ooze).is_some_and(|p| p.tapped));
    assert_eq!(slot(&frame, 1).number, 2);
    let bears = state.permanents().filter(|id| state.chars(*id).name.as_ref() == "Bear").count();
    assert_eq!(bears, 4, "one card, two copies, one populated");
    assert_eq!(state.controller(*state.battlefield.last().expect("some")), A);
}

#[test]
fn fighting_creatures_deal_damage_at_once_and_no_creature_none() {
    let mut state = table(2);
    let source = source(&mut state);
    let bear = put(&mut state, A, Zone::Battlefield, &creature("Bear", 2, 5));
    let wolf = put(&mut state, B, Zone::Battlefield, &creature("Wolf", 3, 5));
    let field = put(&mut state, B, Zone::Battlefield, &face("Field", &[CardType::Land]));
    let (one, other) = (Selector::Ref(Ref::Target(0)), Selector::Ref(Ref::Target(1)));
    let fight = vec![Instruction::Fight(one, other).into()];
    run(&mut state, &mut Script::default(), source, fight.clone(), &[bear.into(), wolf.into()]);
    let damage = |state: &State, id| state.permanent(id).map(|p| p.damage);
    assert_eq!((damage(&state, bear), damage(&state, wolf)), (Some(3), Some(2)));
    run(&mut state, &mut Script::default(), source, fight.clone(), &[bear.into(), field.into()]);
    assert_eq!(damage(&state, bear), Some(3));
    run(&mut state, &mut Script::default(), source, fight, &[bear.into(), bear.into()]);
    assert_eq!(damage(&state, bear), Some(7), "701.12c: twice its power");
}
