//! What lasts: delayed triggers, control, detaining, turns, permanents' states.

use std::sync::Arc;

use lawmage_ir::{
    Ability, AfterPhase, Amount, CardType, EventPattern, ExtraPhase, Instruction, Program, Ref, Selector, Step,
    TriggeredAbility, Waits, Who, Zone, ZoneSet,
};

use super::*;
use crate::state::{Expiry, GameResult};
use crate::testkit::{A, B, creature, table};

#[test]
fn a_delayed_trigger_keeps_what_its_references_denote_now() {
    let mut state = table(2);
    let source = source(&mut state);
    let bear = put(&mut state, A, Zone::Battlefield, &creature("Bear", 2, 2));
    let sacrifice = Instruction::Sacrifice { who: Who::You, what: Selector::Ref(Ref::Target(0)) };
    let ability = Arc::new(TriggeredAbility {
        event: EventPattern::Begins { step: Step::End, whose: Who::All },
        condition: None,
        program: Program::plain(vec![], vec![sacrifice.into()]),
        zones: ZoneSet::ANYWHERE,
        per_turn: None,
        once: false,
        do_once: false,
        mana: false,
    });
    let delayed = Instruction::Delayed { ability, waits: Waits::Once };
    run(&mut state, &mut Script::default(), source, vec![delayed.into()], &[bear.into()]);
    let trigger = &state.delayed[0];
    assert!(trigger.once);
    assert_eq!(trigger.expiry, Expiry::Never);
    assert_eq!(trigger.frame.targets[0].chosen.to_vec(), vec![Entity::Object(bear)]);
}

#[test]
fn a_reflexive_trigger_waits_for_the_stack() {
    let mut state = table(2);
    let source = source(&mut state);
    let program = Program::plain(vec![], vec![Instruction::GainLife(Who::You, Amount::ONE).into()]);
    let when = Instruction::Reflexive(Arc::new(program));
    run(&mut state, &mut Script::default(), source, vec![when.into()], &[]);
    assert_eq!((state.pending.len(), state.player(A).life), (1, 20));
    assert_eq!(state.pending[0].controller, A);
}

#[test]
fn an_emblem_stands_in_the_command_zone() {
    let mut state = table(2);
    let source = source(&mut state);
    let program = Program::plain(vec![], vec![]);
    let emblem = Instruction::Emblem(Who::You, vec![Ability::Spell(program)]);
    let frame = run(&mut state, &mut Script::default(), source, vec![kept(emblem, 0)], &[]);
    let id = slot(&frame, 0).members[0].object().expect("an object");
    assert_eq!(zone_of(&state, id), Some(Zone::Command));
    assert_eq!(state.chars(id).abilities.len(), 1);
}

#[test]
fn exchanging_control_is_all_or_nothing() {
    let mut state = table(2);
    let source = source(&mut state);
    let mine = put(&mut state, A, Zone::Battlefield, &creature("Mine", 1, 1));
    let also = put(&mut state, A, Zone::Battlefield, &creature("Also", 1, 1));
    let theirs = put(&mut state, B, Zone::Battlefield, &creature("Theirs", 1, 1));
    let exchange =
        vec![Instruction::ExchangeControl(Selector::Ref(Ref::Target(0)), Selector::Ref(Ref::Target(1))).into()];
    run(&mut state, &mut Script::default(), source, exchange.clone(), &[mine.into(), also.into()]);
    assert!(state.effects.is_empty(), "701.10b: both are one player's");
    run(&mut state, &mut Script::default(), source, exchange, &[mine.into(), theirs.into()]);
    assert_eq!((state.controller(mine), state.controller(theirs)), (B, A));
}

#[test]
fn detaining_forbids_until_your_next_turn() {
    let mut state = table(2);
    let source = source(&mut state);
    let bear = put(&mut state, B, Zone::Battlefield, &creature("Bear", 2, 2));
    let clauses = vec![Instruction::Detain(Selector::Ref(Ref::Target(0))).into()];
    run(&mut state, &mut Script::default(), source, clauses, &[bear.into()]);
    assert_eq!(state.rules().cants.len(), 3);
    assert!(state.effects.iter().all(|e| e.expiry == Expiry::TurnOf(A)));
    let clauses = vec![Instruction::Goad(Selector::Ref(Ref::Target(0))).into()];
    run(&mut state, &mut Script::default(), source, clauses, &[bear.into()]);
    assert_eq!(state.rules().musts.len(), 1);
}

#[test]
fn tapping_what_is_tapped_does_nothing() {
    let mut state = table(2);
    let source = source(&mut state);
    let bear = put(&mut state, B, Zone::Battlefield, &creature("Bear", 2, 2));
    let that = Selector::Ref(Ref::Target(0));
    let tap = Instruction::Tap(that.clone());
    let clauses = vec![kept(tap.clone(), 0), kept(tap, 1), kept(Instruction::Untap(that), 2)];
    let frame = run(&mut state, &mut Script::default(), source, clauses, &[bear.into()]);
    let done: Vec<bool> = (0..3).map(|n| slot(&frame, n).done).collect();
    assert_eq!(done, vec![true, false, true]);
}

#[test]
fn phasing_out_takes_attachments_along() {
    let mut state = table(2);
    let source = source(&mut state);
    let bear = put(&mut state, A, Zone::Battlefield, &creature("Bear", 2, 2));
    let mut sword = face("Sword", &[CardType::Artifact]);
    sword.subtypes.insert(lawmage_ir::Subtype::EQUIPMENT);
    let sword = put(&mut state, A, Zone::Battlefield, &sword);
    let attach = Instruction::Attach {
        what: Selector::Ref(Ref::Target(1)),
        to: Selector::Ref(Ref::Target(0)),
        as_creature: false,
    };
    let phase = Instruction::PhaseOut(Selector::Ref(Ref::Target(0)));
    let clauses = vec![kept(attach, 0), phase.into()];
    let frame = run(&mut state, &mut Script::default(), source, clauses, &[bear.into(), sword.into()]);
    assert!(slot(&frame, 0).done);
    assert_eq!(state.permanents().count(), 0);
    assert!(state.permanent(sword).is_some_and(|p| p.phased_indirectly && p.attached_to == Some(bear.into())));
}

#[test]
fn a_face_down_permanent_is_a_nameless_two_two() {
    let mut state = table(2);
    let source = source(&mut state);
    let giant = put(&mut state, A, Zone::Battlefield, &creature("Giant", 5, 5));
    let that = Selector::Ref(Ref::Target(0));
    run(
        &mut state,
        &mut Script::default(),
        source,
        vec![Instruction::TurnFaceDown(that.clone()).into()],
        &[giant.into()],
    );
    assert_eq!((state.chars(giant).power, state.chars(giant).name.as_ref()), (Some(2), ""));
    run(&mut state, &mut Script::default(), source, vec![Instruction::TurnFaceUp(that).into()], &[giant.into()]);
    assert_eq!((state.chars(giant).power, state.chars(giant).name.as_ref()), (Some(5), "Giant"));
}

#[test]
fn extra_turns_stand_in_line_the_last_first() {
    let mut state = table(2);
    let source = source(&mut state);
    let clauses = vec![
        Instruction::ExtraTurn(Who::You).into(),
        Instruction::ExtraTurn(Who::Opponents).into(),
        Instruction::ExtraPhase {
            what: ExtraPhase::CombatThenMain,
            count: Amount::ONE,
            after: AfterPhase::Any,
            of: None,
        }
        .into(),
        Instruction::SkipNext(Who::Opponents, Some(Step::Untap)).into(),
        Instruction::ExtraLands(Who::You, Amount::Const(2)).into(),
        Instruction::BecomeMonarch(Who::Opponents).into(),
    ];
    run(&mut state, &mut Script::default(), source, clauses, &[]);
    assert_eq!(state.turn.extra.iter().map(|turn| turn.player).collect::<Vec<_>>(), vec![B, A]);
    let combats = state.turn.upcoming.iter().filter(|s| **s == Step::BeginCombat).count();
    assert_eq!((combats, state.turn.upcoming[5]), (2, Step::Main2));
    assert_eq!(state.player(B).skips.to_vec(), vec![Some(Step::Untap)]);
    assert_eq!((state.player(A).extra_lands, state.monarch), (2, Some(B)));
}

#[test]
fn winning_ends_the_game_and_what_follows_is_not_done() {
    let mut state = table(2);
    let source = source(&mut state);
    let clauses = vec![Instruction::WinGame(Who::You).into(), Instruction::GainLife(Who::You, Amount::ONE).into()];
    run(&mut state, &mut Script::default(), source, clauses, &[]);
    assert_eq!(state.result, Some(GameResult::Won(smallvec![A])));
    assert_eq!(state.player(A).life, 20);
}

#[test]
fn monstrosity_and_adapt_work_once() {
    let mut state = table(2);
    let bear = put(&mut state, A, Zone::Battlefield, &creature("Bear", 2, 2));
    let twice = |does: Instruction| vec![does.clone().into(), does.into()];
    run(&mut state, &mut Script::default(), bear, twice(Instruction::Monstrosity(Amount::Const(3))), &[]);
    assert_eq!(state.chars(bear).power, Some(5));
    let wolf = put(&mut state, A, Zone::Battlefield, &creature("Wolf", 2, 2));
    run(&mut state, &mut Script::default(), wolf, twice(Instruction::Adapt(Amount::Const(2))), &[]);
    assert_eq!(state.chars(wolf).power, Some(4));
}
