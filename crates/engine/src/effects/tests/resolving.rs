//! Resolving (608).

use std::sync::Arc;

use lawmage_ir::{
    Ability, Amount, CardType, Cmp, Condition, EventPattern, Instruction, Program, Ref, Selector, Step, TargetSpec,
    TriggeredAbility, Who, Zone, ZoneSet,
};

use super::*;
use crate::state::event::Event;
use crate::state::object::ObjectKind;
use crate::state::stack::{CastFacts, ChosenMode, Resolution, StackItem, StackKind};
use crate::testkit::{A, B, creature, sorcery, table};

/// Puts a spell onto the stack as though cast, with these targets, one for each target phrase.
pub(super) fn spell(state: &mut State, player: PlayerId, face: &lawmage_ir::Face, targets: &[Entity]) -> ObjectId {
    let id = put(state, player, Zone::Stack, face);
    let program = face.abilities.iter().find_map(|a| match a {
        Ability::Spell(program) => Some(Arc::new(program.clone())),
        _ => None,
    });
    let chosen = |target: &Entity| TargetChoice { chosen: smallvec![*target], ..TargetChoice::default() };
    let item = StackItem {
        kind: StackKind::Spell,
        source: id,
        program,
        modes: smallvec![ChosenMode { mode: 0, targets: targets.iter().map(chosen).collect() }],
        facts: Arc::new(CastFacts { by: Some(player), x: Some(3), ..CastFacts::default() }),
        event: None,
        frame: None,
        leaves_to: None,
        uncounterable: false,
        face_down: None,
    };
    state.get_mut(id).expect("just put").stack = Some(Box::new(item));
    id
}

fn resolve(state: &mut State, script: &mut Script, id: ObjectId) {
    let mut game = Game::new(state.clone(), script);
    game.resolve(id).expect("resolves");
    *state = game.state;
}

#[test]
fn a_permanent_spell_enters_with_what_it_was_cast_with() {
    let mut state = table(2);
    let bear = spell(&mut state, B, &creature("Bear", 2, 2), &[]);
    resolve(&mut state, &mut Script::default(), bear);
    let now = bear.next();
    assert_eq!(state.battlefield, vec![now]);
    assert_eq!(state.controller(now), B);
    assert_eq!(state.permanent(now).and_then(|p| p.cast.as_ref()).and_then(|c| c.x), Some(3));
}

#[test]
fn a_copy_of_a_permanent_spell_becomes_a_token() {
    let mut state = table(2);
    let bear = spell(&mut state, A, &creature("Bear", 2, 2), &[]);
    let copy = state.copy_on_stack(bear, A).expect("a copy");
    resolve(&mut state, &mut Script::default(), copy);
    let token = *state.battlefield.first().expect("a token");
    assert_eq!(state.get(token).map(|o| o.kind.clone()), Some(ObjectKind::Token));
    assert_eq!(state.chars(token).power, Some(2));
    assert_eq!(state.stack, vec![bear]);
}

#[test]
fn instructions_run_in_order_and_the_card_goes_last() {
    let mut state = table(2);
    let does = vec![
        Instruction::GainLife(Who::You, Amount::X),
        // It is still on the stack while it resolves (608.2n).
        Instruction::LoseLife(
            Who::Opponents,
            Amount::Count(Box::new(Selector::All(Filter::new(Kind::Spell, Test::Any)))),
        ),
    ];
    let drain = spell(&mut state, A, &sorcery("Drain", vec![], does), &[]);
    let mut script = Script::default();
    resolve(&mut state, &mut script, drain);
    assert_eq!((state.player(A).life, state.player(B).life), (23, 19));
    assert_eq!(state.player(A).graveyard, vec![drain.next()]);
    let last = script.heard.last().map(|o| o.event.clone());
    assert_eq!(last, Some(Event::Resolved { object: drain, how: Resolution::Done }));
}

fn shock() -> lawmage_ir::Face {
    let spec = TargetSpec {
        filter: creatures(),
        min: Amount::ONE,
        max: Some(Amount::ONE),
        limit: None,
        by: None,
        divide: None,
    };
    let hit = Instruction::Damage { source: Ref::This, to: Selector::Ref(Ref::Target(0)), amount: Amount::Const(2) };
    let also = Instruction::GainLife(Who::You, Amount::ONE);
    sorcery("Shock", vec![spec.clone(), spec], vec![hit, also])
}

#[test]
fn a_spell_whose_targets_are_all_gone_does_nothing() {
    let mut state = table(2);
    let bear = put(&mut state, B, Zone::Battlefield, &creature("Bear", 2, 2));
    let field = put(&mut state, B, Zone::Battlefield, &face("Field", &[CardType::Land]));
    let shock = spell(&mut state, A, &shock(), &[field.into(), bear.next().into()]);
    let mut script = Script::default();
    resolve(&mut state, &mut script, shock);
    assert_eq!(state.player(A).life, 20);
    assert_eq!(state.player(A).graveyard, vec![shock.next()]);
    assert!(script.heard.iter().any(|o| o.event == Event::Resolved { object: shock, how: Resolution::TargetsIllegal }));
}

#[test]
fn a_spell_with_one_legal_target_left_does_what_it_can() {
    let mut state = table(2);
    let bear = put(&mut state, B, Zone::Battlefield, &creature("Bear", 2, 4));
    let field = put(&mut state, B, Zone::Battlefield, &face("Field", &[CardType::Land]));
    let first = spell(&mut state, A, &shock(), &[bear.into(), field.into()]);
    resolve(&mut state, &mut Script::default(), first);
    assert_eq!(state.permanent(bear).map(|p| p.damage), Some(2));
    let second = spell(&mut state, A, &shock(), &[field.into(), bear.into()]);
    resolve(&mut state, &mut Script::default(), second);
    assert_eq!(state.permanent(bear).map(|p| p.damage), Some(2), "its first target is illegal: no damage");
    assert_eq!(state.player(A).life, 22);
}

#[test]
fn an_intervening_if_is_asked_again() {
    let mut state = table(2);
    let source = source(&mut state);
    let ability = Arc::new(TriggeredAbility {
        event: EventPattern::Begins { step: Step::Upkeep, whose: Who::You },
        condition: Some(Condition::Compare(Amount::Life(Who::You), Cmp::AtMost, Amount::Const(10))),
        program: Program::plain(vec![], vec![Instruction::GainLife(Who::You, Amount::ONE).into()]),
        zones: ZoneSet::ANYWHERE,
        per_turn: None,
        once: false,
        do_once: false,
        mana: false,
    });
    let on_stack = |state: &mut State| {
        let mut object = State::blank(ObjectKind::Ability, A, Zone::Stack, crate::state::zones::no_chars());
        object.stack = Some(Box::new(StackItem {
            kind: StackKind::Triggered { key: None, ability: ability.clone() },
            source,
            program: Some(Arc::new(ability.program.clone())),
            modes: smallvec![ChosenMode::default()],
            facts: Arc::default(),
            event: None,
            frame: None,
            leaves_to: None,
            uncounterable: false,
            face_down: None,
        }));
        state.allocate(object)
    };
    let id = on_stack(&mut state);
    resolve(&mut state, &mut Script::default(), id);
    assert_eq!((state.player(A).life, state.stack.len()), (20, 0));
    state.player_mut(A).life = 10;
    let id = on_stack(&mut state);
    resolve(&mut state, &mut Script::default(), id);
    assert_eq!((state.player(A).life, state.stack.len()), (11, 0));
}
