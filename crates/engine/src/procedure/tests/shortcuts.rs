//! Shortcuts in a session (729.2) and fragmented loops (729.3): each test opens with the rule it shows.

use lawmage_ir::{
    Ability, ActivatedAbility, ActivationLimits, Amount, CardType, Cost, Instruction, Program, Step, Who, Zone, ZoneSet,
};

use crate::procedure::session::Session;
use crate::procedure::shortcut::Shortcut;
use crate::state::State;
use crate::table::decision::{Answer, Ask};
use crate::testkit::{A, B, face, put, table, with};

/// "{0}: You gain 1 life", for each of both players.
fn springs() -> State {
    springs_of(Instruction::GainLife(Who::You, Amount::Const(1)))
}

fn springs_of(does: Instruction) -> State {
    let ability = Ability::Activated(ActivatedAbility {
        cost: Cost::default(),
        program: Program::plain(Vec::new(), vec![does.into()]),
        zones: ZoneSet::BATTLEFIELD,
        limits: ActivationLimits::default(),
        by: None,
        mana: false,
        loyalty: false,
    });
    let spring = with(face("Spring", &[CardType::Artifact]), vec![ability]);
    let mut state = table(2);
    for player in [A, B] {
        put(&mut state, player, Zone::Battlefield, &spring);
        put(&mut state, player, Zone::Library, &spring);
    }
    state
}

fn life(session: &Session) -> (i32, i32) {
    let of = |p| session.state().player(p).life;
    (of(A), of(B))
}

/// A activates, and both pass.
fn once() -> Session {
    let mut session = Session::new(springs());
    for pick in [1, 0, 0] {
        session.answer(Answer::pick(pick)).expect("legal");
    }
    session
}

#[test]
fn a_loop_is_repeated_and_can_be_taken_back() {
    // 729.1b, 729.2a
    let mut session = once();
    let before = session.answered();
    let shortcut = session.last_loop(1, 9).expect("an action was taken");
    let mut proposal = session.propose(shortcut).expect("it is legal");
    assert_eq!(proposal.asked(), Some(B));
    assert!(session.take_shortcut(&proposal).is_err(), "B has not accepted it");
    proposal.accept();
    session.take_shortcut(&proposal).expect("it is taken");
    assert_eq!((life(&session), proposal.asked()), ((30, 20), None));
    assert!(session.take_shortcut(&proposal).is_ok(), "and again, from the same place");
    assert!(session.undo_to(before));
    assert_eq!(life(&session), (21, 20));
    assert!(session.last_loop(2, 1).is_err(), "what was taken back is forgotten");
}

#[test]
fn who_shortens_it_chooses_otherwise() {
    // 729.2b, 729.2c
    let mut session = once();
    let shortcut = session.last_loop(1, 9).expect("an action was taken");
    let mut proposal = session.propose(shortcut).expect("it is legal");
    let third = proposal.met.iter().position(|met| met.player == B && met.round == 3).expect("B passes in it");
    assert!(proposal.shorten(third - 1).is_err(), "that is a choice of A");
    proposal.shorten(third).expect("a place of B");
    session.take_shortcut(&proposal).expect("it is taken");
    let question = session.question().expect("B is asked");
    assert_eq!((question.player, &question.ask, life(&session)), (B, &Ask::Priority, (23, 20)));
    let refused = session.answer(Answer::pick(0)).expect_err("B may not pass");
    assert_eq!(refused.rule, lawmage_ir::rule!("729.2c"));
    session.answer(Answer::pick(1)).expect("but may act");
    session.answer(Answer::pick(0)).expect("and pass then");
}

#[test]
fn a_player_who_decides_otherwise_shortens_it() {
    // 729.2b: as a bot does
    let session = once();
    let shortcut = session.last_loop(1, 9).expect("an action was taken");
    let mut proposal = session.propose(shortcut).expect("it is legal");
    let mut decide = |view: &crate::View<'_>, _: &crate::Decision| Ok(Answer::pick(u32::from(view.life(A) >= 25)));
    session.consult(&mut proposal, &mut decide).expect("B answers");
    let shortened = proposal.shortened.expect("B would act at 25 life of A");
    assert_eq!((shortened.by, proposal.met[shortened.at].round), (B, 5));
}

#[test]
fn all_pass_until_a_step() {
    // 729.2a: it ends where a player has priority
    let mut session = Session::new(springs());
    let mut proposal = session.propose(Shortcut::PassUntil(3, Step::End)).expect("it is legal");
    proposal.accept();
    session.take_shortcut(&proposal).expect("it is taken");
    assert_eq!((session.state().turn().step, session.question().map(|q| q.player)), (Step::End, Some(A)));
}

#[test]
fn one_at_priority_suggests() {
    // 729.2a: no sequence without choices, no loop repeated no times
    let session = once();
    assert!(session.propose(Shortcut::Parts(Vec::new())).is_err());
    let none = session.last_loop(1, 0).expect("an action was taken");
    assert!(session.propose(none).is_err());
}

#[test]
fn who_concedes_a_subgame_plays_on_in_the_main_game() {
    // 104.3a, 726.1
    let state = springs_of(Instruction::Subgame);
    let mut session = Session::new(state.clone());
    for pick in [1, 0, 0] {
        session.answer(Answer::pick(pick)).expect("legal");
    }
    assert_eq!(session.state().subgame_depth(), 1, "the subgame begins with a question");
    session.concede(B);
    assert_eq!(session.state().subgame_depth(), 0);
    assert!(session.state().player(B).is_playing() && session.question().is_some());
    let mut again = Session::new(state);
    for answer in session.all_answers() {
        again.answer(answer).expect("the concession stands among the answers");
    }
    assert_eq!(again.state(), session.state());
    session.concede(B);
    assert!(!session.state().player(B).is_playing(), "that was the main game");
}
