//! The stack: countering and copying.

use lawmage_ir::{Amount, Continuous, Duration, Instruction, Prohibition, Ref, Selector, Who, Zone};

use super::resolving::spell;
use super::*;
use crate::state::event::Event;
use crate::state::object::ObjectKind;
use crate::testkit::{A, B, sorcery, table};

#[test]
fn a_countered_spell_goes_to_its_owners_graveyard_and_one_that_cant_be_stays() {
    let mut state = table(2);
    let source = source(&mut state);
    let bolt = spell(&mut state, B, &sorcery("Bolt", vec![], vec![]), &[]);
    let counter = vec![kept(Instruction::Counter { what: Selector::Ref(Ref::Target(0)), to: None }, 0)];
    let cant = Continuous::Cant(Prohibition::Counter(Selector::Ref(Ref::Target(0))));
    let protect = Instruction::Effect { effects: vec![cant], duration: Duration::EndOfTurn };
    let mut safe = state.clone();
    run(&mut safe, &mut Script::default(), source, vec![protect.into()], &[bolt.into()]);
    let frame = run(&mut safe, &mut Script::default(), source, counter.clone(), &[bolt.into()]);
    assert!(!slot(&frame, 0).done);
    assert_eq!(safe.stack, vec![bolt]);
    let mut script = Script::default();
    let frame = run(&mut state, &mut script, source, counter, &[bolt.into()]);
    assert!(slot(&frame, 0).done);
    assert_eq!(state.player(B).graveyard, vec![bolt.next()]);
    assert!(script.heard.iter().any(|o| matches!(o.event, Event::Countered { object, .. } if object == bolt)));
}

#[test]
fn a_spell_cast_with_flashback_is_exiled_when_countered() {
    let mut state = table(2);
    let source = source(&mut state);
    let bolt = spell(&mut state, B, &sorcery("Bolt", vec![], vec![]), &[]);
    state.get_mut(bolt).and_then(|o| o.stack.as_mut()).expect("on the stack").leaves_to = Some(Zone::Exile);
    let counter = Instruction::Counter { what: Selector::Ref(Ref::Target(0)), to: None };
    run(&mut state, &mut Script::default(), source, vec![counter.into()], &[bolt.into()]);
    assert_eq!(state.exile, vec![bolt.next()]);
}

#[test]
fn a_copy_resolves_first_and_ceases_to_exist() {
    let mut state = table(2);
    let source = source(&mut state);
    let drain = sorcery("Drain", vec![], vec![Instruction::LoseLife(Who::Opponents, Amount::Const(2))]);
    let drain = spell(&mut state, A, &drain, &[]);
    let copy = Instruction::CopyStack(lawmage_ir::StackCopies {
        who: Who::You,
        what: Selector::Ref(Ref::Target(0)),
        count: Amount::ONE,
        new_targets: false,
        except: Vec::new(),
        for_each: None,
        at: None,
    });
    let frame = run(&mut state, &mut Script::default(), source, vec![kept(copy, 0)], &[drain.into()]);
    let copy = slot(&frame, 0).members[0].object().expect("an object");
    assert_eq!(state.stack, vec![drain, copy]);
    assert_eq!(state.get(copy).map(|o| o.kind.clone()), Some(ObjectKind::Copy));
    let mut script = Script::default();
    let mut game = Game::new(state, &mut script);
    game.resolve(copy).expect("resolves");
    assert_eq!(game.state.player(B).life, 18);
    assert_eq!(game.state.stack, vec![drain]);
    game.resolve(drain).expect("resolves");
    assert_eq!(game.state.player(B).life, 16);
    assert_eq!(game.state.player(A).graveyard.len(), 1);
}
