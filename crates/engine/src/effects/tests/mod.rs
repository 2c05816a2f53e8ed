//! Tests of instructions, family by family, on hand-made cards.

mod choosing;
mod lasting;
mod moving;
mod numbers;
mod resolving;
mod stacking;

use lawmage_ir::{Amount, Choice, Clause, Filter, Instruction, Kind, Selector, Test, Who, Zone, ZoneSet};
use smallvec::smallvec;

use crate::state::State;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::stack::{Frame, SlotValue, TargetChoice};
use crate::table::decision::Answer;
use crate::table::game::Game;
use crate::testkit::{Script, face, put};

/// Runs instructions for player A with these targets (one phrase each), and gives the frame they leave.
fn run(state: &mut State, script: &mut Script, source: ObjectId, does: Vec<Clause>, targets: &[Entity]) -> Frame {
    run_for(state, script, source, crate::testkit::A, does, targets)
}

fn run_for(
    state: &mut State,
    script: &mut Script,
    source: ObjectId,
    you: PlayerId,
    does: Vec<Clause>,
    targets: &[Entity],
) -> Frame {
    let mut frame = Frame::default();
    for target in targets {
        frame.targets.push(TargetChoice { chosen: smallvec![*target], ..TargetChoice::default() });
    }
    let mut game = Game::new(state.clone(), script);
    game.run(&does, source, you, &mut frame).expect("runs");
    *state = game.state;
    frame
}

/// A clause that keeps its result in slot `out`.
fn kept(does: Instruction, out: u8) -> Clause {
    Clause { does, out: Some(out) }
}

fn slot(frame: &Frame, n: usize) -> &SlotValue {
    &frame.slots[n]
}

/// Something of player A's in the command zone, for abilities to come from.
fn source(state: &mut State) -> ObjectId {
    put(state, crate::testkit::A, Zone::Command, &face("Source", &[]))
}

fn creatures() -> Filter {
    Filter::permanent(Test::Type(lawmage_ir::CardType::Creature))
}

fn cards_in(zone: Zone, test: Test) -> Filter {
    Filter::new(Kind::Card(ZoneSet::of(zone)), test)
}

fn choose(by: Who, from: Selector, min: i32, max: i32) -> Selector {
    let (min, max) = (Amount::Const(min), Some(Amount::Const(max)));
    Selector::Choose(Box::new(Choice { by, from, min, max, limit: None, random: false }))
}

fn picks(indices: &[u32]) -> Answer {
    Answer::Picks(indices.iter().copied().collect())
}

fn zone_of(state: &State, id: ObjectId) -> Option<Zone> {
    state.get(id).map(|o| o.zone)
}
