//! Small steps to an answer, in the words of the protocol.

use lawmage_engine as engine;
use lawmage_protocol::Step;

/// A step as the engine takes it.
#[must_use]
pub fn step_to_engine(step: &Step) -> engine::Step {
    match step {
        Step::Option(place) => engine::Step::Option(*place),
        Step::Done => engine::Step::Done,
        Step::Between(from, to) => engine::Step::Between(*from, *to),
        Step::Name(name) => engine::Step::Name(name.as_str().into()),
        Step::Band(member, other) => engine::Step::Band(*member, *other),
    }
}

/// A step in the words of the protocol.
#[must_use]
pub fn step_to_protocol(step: &engine::Step) -> Step {
    match step {
        engine::Step::Option(place) => Step::Option(*place),
        engine::Step::Done => Step::Done,
        engine::Step::Between(from, to) => Step::Between(*from, *to),
        engine::Step::Name(name) => Step::Name(name.to_string()),
        engine::Step::Band(member, other) => Step::Band(*member, *other),
    }
}
