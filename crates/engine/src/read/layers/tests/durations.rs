//! How resolved effects end (611.2), and changes of control (302.6, 506.4).

use lawmage_ir::{Amount, Cmp, Condition, Duration, Kind, Modification, Permission, Ref, Test};

use super::*;
use crate::events::expiry::Moment;
use crate::state::event::Event;
use crate::testkit::{A, B, table};

/// 514.2: "until end of turn" ends in the cleanup step.
#[test]
fn end_of_turn_ends_at_cleanup() {
    let mut state = table(2);
    let bear = field(&mut state, A, &bear());
    until_end_of_turn(&mut state, bear, bear, vec![plus(1)]);
    state.expire(Moment::CombatEnd);
    assert_eq!(size(&state, bear), (3, 3));
    state.expire(Moment::Cleanup);
    assert_eq!(size(&state, bear), (2, 2));
}

/// "Until your next turn" ends as that player's turn begins, no other's; "the end of your next turn" in its cleanup.
#[test]
fn next_turns_are_counted() {
    let mut state = table(2);
    let bear = field(&mut state, A, &bear());
    resolved(&mut state, bear, bear, vec![plus(1)], Duration::UntilNextTurn(Who::You));
    resolved(&mut state, bear, bear, vec![plus(10)], Duration::EndOfNextTurn(Who::You));
    state.expire(Moment::Cleanup);
    (state.turn.number, state.turn.active) = (4, B);
    state.expire(Moment::TurnBegin);
    state.expire(Moment::Cleanup);
    assert_eq!(size(&state, bear), (13, 13));
    (state.turn.number, state.turn.active) = (5, A);
    state.expire(Moment::TurnBegin);
    assert_eq!(size(&state, bear), (12, 12));
    state.expire(Moment::Cleanup);
    assert_eq!(size(&state, bear), (2, 2));
}

/// 611.2b: "for as long as" that is not so never starts, and once over stays over.
#[test]
fn for_as_long_as_ends_for_good() {
    let mut state = table(2);
    let bear_id = field(&mut state, A, &bear());
    let life = || Duration::While(Condition::Compare(Amount::Life(Who::You), Cmp::AtLeast, Amount::Const(20)));
    resolved(&mut state, bear_id, bear_id, vec![plus(1)], life());
    assert_eq!(size(&state, bear_id), (3, 3));
    state.players[0].life = 19;
    state.touch();
    state.refresh();
    assert_eq!(size(&state, bear_id), (2, 2));
    resolved(&mut state, bear_id, bear_id, vec![plus(1)], life());
    state.players[0].life = 20;
    state.touch();
    state.refresh();
    assert_eq!(size(&state, bear_id), (2, 2));
}

/// 401.6: a top card that stops being revealed is a new object, and effects on cards in the library apply to that too.
#[test]
fn a_card_no_longer_revealed_is_worked_out_as_what_it_has_become() {
    let mut state = table(2);
    let mine = Filter::new(Kind::Card(ZoneSet::of(Zone::Library)), Test::Owned(Who::You));
    let growth = field(&mut state, A, &enchantment("Growth", vec![changes(Selector::All(mine), vec![plus(1)])]));
    let card = put(&mut state, A, Zone::Library, &bear());
    let revealed = Continuous::May(Permission::RevealTop(Who::You));
    start(&mut state, growth, growth, revealed, Duration::EndOfTurn);
    assert_eq!(size(&state, card), (3, 3));
    state.expire(Moment::Cleanup);
    let top = state.player(A).library[0];
    assert_ne!(top, card);
    assert_eq!(size(&state, top), (3, 3));
}

/// 613.1b, 302.6: a gained permanent is controlled since this turn; the change is recorded, and its end too.
#[test]
fn changes_of_control_are_settled() {
    let mut state = table(2);
    let bear = field(&mut state, A, &bear());
    let thief = field(&mut state, B, &creature("Thief", 1, 1));
    until_end_of_turn(&mut state, thief, bear, vec![Modification::Controller(Who::You)]);
    assert_eq!(state.controller(bear), B);
    assert_eq!(state.objects[bear.index()].permanent.as_ref().map(|p| p.controlled_since), Some(3));
    let gained = |from, to| {
        move |o: &crate::state::occurrence::Occurrence| o.event == Event::ControlChanged { object: bear, from, to }
    };
    assert!(state.history.iter().any(gained(A, B)));
    let mut script = Script::default();
    let mut game = Game::new(state, &mut script);
    game.state.expire(Moment::Cleanup);
    game.follow_control_changes();
    assert_eq!(game.controller(bear), A);
    assert!(game.state.history.iter().any(gained(B, A)));
}

/// 604.2: a static ability holds while its condition does.
#[test]
fn conditions_are_asked_always() {
    let mut state = table(2);
    let condition = Condition::Compare(
        Amount::Count(Box::new(all(Test::all([
            Test::Type(lawmage_ir::CardType::Creature),
            Test::not(Test::Is(Ref::This)),
        ])))),
        Cmp::AtLeast,
        Amount::ONE,
    );
    let ability = Ability::Static(StaticAbility {
        zones: ZoneSet::BATTLEFIELD,
        condition: Some(condition),
        effects: vec![Continuous::Modify { what: this(), mods: vec![plus(2)] }],
        defines: false,
    });
    let loner = field(&mut state, A, &with(bear(), vec![ability]));
    assert_eq!(size(&state, loner), (2, 2));
    field(&mut state, B, &bear());
    assert_eq!(size(&state, loner), (4, 4));
}

/// 400.7a: what changes a permanent spell goes on changing the permanent it becomes.
#[test]
fn effects_follow_a_spell_onto_the_battlefield() {
    let mut state = table(2);
    let spell = put(&mut state, A, Zone::Stack, &bear());
    until_end_of_turn(&mut state, spell, spell, vec![plus(1)]);
    let permanent = state.rehome(spell, Zone::Battlefield, crate::state::zones::Place::Top);
    state.refresh();
    assert_eq!(size(&state, permanent), (3, 3));
    let card = state.rehome(permanent, Zone::Graveyard, crate::state::zones::Place::Top);
    state.refresh();
    assert_eq!(size(&state, card), (2, 2));
}
