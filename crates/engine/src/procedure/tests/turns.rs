//! Turns made by hand (500-514): each test opens with the rule it shows.

use lawmage_ir::{
    Ability, Amount, CardType, Condition, Continuous, EventPattern, Instruction, ManaType, Permission, Program,
    Prohibition, Ref, Selector, StaticAbility, Step, TriggeredAbility, Who, Zone, ZoneSet,
};

use crate::state::event::Event;
use crate::state::ids::PlayerId;
use crate::state::turn::Progress;
use crate::state::{GameResult, State};
use crate::table::decision::{Answer, Ask};
use crate::table::game::{Game, Halt};
use crate::testkit::{A, B, Script, creature, face, put, table, with};

const THIS: Selector = Selector::Ref(Ref::This);

fn statically(effects: Vec<Continuous>) -> Ability {
    Ability::Static(StaticAbility { zones: ZoneSet::BATTLEFIELD, condition: None, effects, defines: false })
}

fn trigger(event: EventPattern, does: Instruction) -> Ability {
    Ability::Triggered(TriggeredAbility {
        event,
        condition: None,
        program: Program::plain(Vec::new(), vec![does.into()]),
        zones: ZoneSet::BATTLEFIELD,
        per_turn: None,
        once: false,
        do_once: false,
        mana: false,
    })
}

/// Each player has so many cards to draw.
fn with_libraries(cards: usize) -> State {
    let mut state = table(2);
    for player in [A, B] {
        for _ in 0..cards {
            put(&mut state, player, Zone::Library, &face("Page", &[CardType::Sorcery]));
        }
    }
    state
}

/// Plays until so many turns have begun after this one.
fn play_turns(state: State, turns: u32, answers: Vec<Answer>) -> (State, Script) {
    let mut script = Script::of(answers);
    let mut game = Game::new(state, &mut script);
    let last = game.state.turn.number + turns;
    for _ in 0..2000 {
        if game.is_over() || (game.state.turn.number == last && game.state.turn.progress != Progress::BeginTurn) {
            break;
        }
        game.tick().expect("the script answers all that is asked");
    }
    (game.state, script)
}

fn steps(script: &Script) -> Vec<Step> {
    let step = |o: &crate::Occurrence| match o.event {
        Event::StepBegan { step, .. } => Some(step),
        _ => None,
    };
    script.heard.iter().filter_map(step).collect()
}

#[test]
fn a_turn_has_its_steps_in_order_500_1() {
    let mut state = with_libraries(3);
    state.turn.begin_at(3, A, Step::Untap);
    let (state, script) = play_turns(state, 1, Vec::new());
    let want = [
        Step::Untap,
        Step::Upkeep,
        Step::Draw,
        Step::Main,
        Step::BeginCombat,
        Step::DeclareAttackers,
        Step::EndCombat,
        Step::Main2,
        Step::End,
        Step::Cleanup,
    ];
    assert_eq!(steps(&script), want);
    assert_eq!(state.player(A).hand.len(), 1, "504.1");
    assert_eq!((state.turn.number, state.turn.active), (4, B));
}

#[test]
fn the_first_player_skips_the_first_draw_103_8a() {
    let mut state = with_libraries(3);
    state.turn.number = 0;
    state.turn.first = B;
    state.turn.progress = Progress::BeginTurn;
    let (state, _) = play_turns(state, 3, Vec::new());
    assert_eq!(state.player(B).hand.len(), 0, "B went first and has begun a third turn");
    assert_eq!(state.player(A).hand.len(), 1);
    assert_eq!(state.turn.active, B);
}

#[test]
fn the_active_players_permanents_untap_502_3() {
    let mut state = with_libraries(3);
    let mine = put(&mut state, A, Zone::Battlefield, &creature("Bear", 2, 2));
    let held = with(creature("Sloth", 2, 2), vec![statically(vec![Continuous::Cant(Prohibition::UntapStep(THIS))])]);
    let held = put(&mut state, A, Zone::Battlefield, &held);
    let stunned = put(&mut state, A, Zone::Battlefield, &creature("Ox", 2, 2));
    state.get_mut(stunned).unwrap().counters.add(&lawmage_ir::CounterKind::Stun, 1);
    let theirs = put(&mut state, B, Zone::Battlefield, &creature("Bear", 2, 2));
    for id in [mine, held, stunned, theirs] {
        state.permanent_mut(id).unwrap().tapped = true;
    }
    state.turn.begin_at(3, A, Step::Untap);
    let mut script = Script::default();
    let mut game = Game::new(state, &mut script);
    game.tick().unwrap();
    let tapped = [mine, held, stunned, theirs].map(|id| game.state.permanent(id).unwrap().tapped);
    assert_eq!(tapped, [false, true, true, true]);
    assert!(game.state.get(stunned).unwrap().counters.is_empty(), "122.1d");
}

#[test]
fn what_phased_out_phases_in_with_its_attachments_702_26() {
    let mut state = with_libraries(3);
    let host = put(&mut state, A, Zone::Battlefield, &creature("Bear", 2, 2));
    let gear = put(&mut state, A, Zone::Battlefield, &face("Gear", &[CardType::Artifact]));
    state.link(gear, host.into());
    state.permanent_mut(host).unwrap().phased_out = true;
    let gear_parts = state.permanent_mut(gear).unwrap();
    gear_parts.phased_out = true;
    gear_parts.phased_indirectly = true;
    state.turn.begin_at(3, A, Step::Untap);
    let mut script = Script::default();
    let mut game = Game::new(state, &mut script);
    game.tick().unwrap();
    assert!(!game.state.permanent(host).unwrap().phased_out);
    assert!(!game.state.permanent(gear).unwrap().phased_out);
}

#[test]
fn cleanup_discards_down_to_seven_and_wears_damage_off_514() {
    let mut state = with_libraries(3);
    let bear = put(&mut state, A, Zone::Battlefield, &creature("Bear", 2, 2));
    state.permanent_mut(bear).unwrap().damage = 1;
    for _ in 0..9 {
        put(&mut state, A, Zone::Hand, &face("Card", &[CardType::Sorcery]));
    }
    state.turn.begin_at(3, A, Step::End);
    let (state, script) = play_turns(state, 1, Vec::new());
    assert_eq!(state.player(A).hand.len(), 7);
    assert_eq!(state.player(A).graveyard.len(), 2);
    assert_eq!(state.permanent(bear).unwrap().damage, 0);
    assert!(script.asked.iter().any(|d| d.ask == Ask::HandSize && d.player == A));
}

#[test]
fn no_maximum_hand_size_402_2() {
    let mut state = with_libraries(3);
    let sage = with(
        face("Sage", &[CardType::Artifact]),
        vec![statically(vec![Continuous::May(Permission::NoMaxHandSize(Who::You))])],
    );
    put(&mut state, A, Zone::Battlefield, &sage);
    assert_eq!(state.max_hand_size(A), None);
    assert_eq!(state.max_hand_size(B), Some(7));
}

#[test]
fn a_trigger_in_cleanup_gives_priority_and_another_cleanup_514_3a() {
    let mut state = with_libraries(3);
    let discards = EventPattern::Moves {
        what: lawmage_ir::Filter::new(lawmage_ir::Kind::Object, lawmage_ir::Test::Any),
        from: ZoneSet::of(Zone::Hand),
        to: ZoneSet::of(Zone::Graveyard),
        cause: Some(lawmage_ir::Cause::Discard),
        by: None,
    };
    let watcher = with(
        face("Watcher", &[CardType::Artifact]),
        vec![trigger(discards, Instruction::LoseLife(Who::Opponents, Amount::ONE))],
    );
    put(&mut state, A, Zone::Battlefield, &watcher);
    for _ in 0..8 {
        put(&mut state, A, Zone::Hand, &face("Card", &[CardType::Sorcery]));
    }
    state.turn.begin_at(3, A, Step::Cleanup);
    let (state, script) = play_turns(state, 1, Vec::new());
    assert_eq!(state.player(B).life, 19);
    assert_eq!(steps(&script).iter().filter(|s| **s == Step::Cleanup).count(), 2);
}

#[test]
fn mana_empties_as_steps_end_500_4() {
    let mut state = with_libraries(3);
    state.player_mut(A).mana.add(ManaType::Colorless, 2);
    state.player_mut(B).mana.add(ManaType::Colorless, 1);
    let keeper = with(
        face("Vessel", &[CardType::Artifact]),
        vec![statically(vec![Continuous::May(Permission::KeepMana(Who::You, None))])],
    );
    put(&mut state, B, Zone::Battlefield, &keeper);
    state.turn.progress = Progress::EndStep;
    let mut script = Script::default();
    let mut game = Game::new(state, &mut script);
    game.tick().unwrap();
    assert_eq!(game.state.player(A).mana.total(), 0);
    assert_eq!(game.state.player(B).mana.total(), 1);
}

#[test]
fn extra_turns_come_first_and_skipped_ones_never_500_7_500_11() {
    let mut state = with_libraries(9);
    state.turn.extra.push(crate::state::turn::ExtraTurn { player: A, mark: 1 });
    state.turn.begin_at(3, A, Step::Cleanup);
    let (after, _) = play_turns(state.clone(), 1, Vec::new());
    assert_eq!(after.turn.active, A);
    let (after, _) = play_turns(state.clone(), 2, Vec::new());
    assert_eq!(after.turn.active, B, "turn order goes on from the last regular turn");
    state.player_mut(B).skips.push(None);
    let (after, _) = play_turns(state, 2, Vec::new());
    assert_eq!(after.turn.active, A);
}

#[test]
fn a_skipped_combat_is_skipped_whole_500_11() {
    let mut state = with_libraries(3);
    put(&mut state, A, Zone::Battlefield, &creature("Bear", 2, 2));
    state.player_mut(A).skips.push(Some(Step::BeginCombat));
    state.turn.begin_at(3, A, Step::Main);
    let (state, script) = play_turns(state, 1, Vec::new());
    assert_eq!(steps(&script), vec![Step::Main, Step::Main2, Step::End, Step::Cleanup]);
    assert!(state.player(A).skips.is_empty());
}

#[test]
fn day_turns_to_night_when_nothing_was_cast_502_2() {
    let mut state = with_libraries(9);
    state.day = Some(true);
    state.turn.number = 2;
    state.turn.progress = Progress::BeginTurn;
    let (state, _) = play_turns(state, 2, Vec::new());
    assert_eq!(state.day, Some(true), "the turn before the first seen is unknown");
    let (state, _) = play_turns(state, 2, Vec::new());
    assert_eq!(state.day, Some(false));
}

#[test]
fn the_monarch_draws_in_their_end_step_722_2() {
    let mut state = with_libraries(3);
    state.monarch = Some(A);
    state.turn.begin_at(3, A, Step::End);
    let (state, _) = play_turns(state, 1, Vec::new());
    assert_eq!(state.player(A).hand.len(), 1);
}

#[test]
fn a_loop_nobody_can_break_is_a_draw_104_4b() {
    let mut state = with_libraries(3);
    // "When there is no creature, each player loses no life": a trigger that triggers itself without changing anything.
    let again = EventPattern::State(Box::new(Condition::TurnOf(Who::All)));
    let ability = trigger(again, Instruction::GainLife(Who::You, Amount::Const(0)));
    put(&mut state, A, Zone::Battlefield, &with(face("Wheel", &[CardType::Artifact]), vec![ability]));
    state.turn.begin_at(3, A, Step::Main);
    let mut script = Script::default();
    let result = Game::new(state, &mut script).run_to_end(10_000);
    assert!(matches!(result, Ok(GameResult::Draw(rule)) if rule == lawmage_ir::rule!("104.4b")), "{result:?}");
}

#[test]
fn a_game_without_end_is_capped() {
    let mut state = with_libraries(0);
    state.turn.begin_at(3, A, Step::Main);
    let never = with(
        face("Ward", &[CardType::Artifact]),
        vec![statically(vec![Continuous::Cant(Prohibition::LoseGame(Who::All))])],
    );
    put(&mut state, A, Zone::Battlefield, &never);
    let mut script = Script::default();
    let result = Game::new(state, &mut script).run_to_end(500);
    assert!(matches!(result, Err(Halt::Capped(_))), "{result:?}");
}

#[test]
fn drawing_from_nothing_loses_the_game_704_5b() {
    let mut state = with_libraries(0);
    state.turn.begin_at(3, A, Step::Upkeep);
    let mut script = Script::default();
    let result = Game::new(state, &mut script).run_to_end(500);
    let winners: smallvec::SmallVec<[PlayerId; 2]> = smallvec::smallvec![B];
    assert!(matches!(result, Ok(GameResult::Won(w)) if w == winners));
}
