//! An event that happened, with its rule and what happened along with it: the record of the turn is a list of these.

use lawmage_ir::Rule;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::state::event::Event;
use crate::state::ids::Entity;

/// An event with the rule that made it happen, as listeners get it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Occurrence {
    /// What happened.
    pub event: Event,
    /// By which rule.
    pub rule: Rule,
    /// Events that happened at once have the same number; it grows through the game (603.2c).
    pub batch: u32,
    /// For a trigger on a batch ("one or more"): all subjects, and the sum of numbers. Empty otherwise.
    pub subjects: SmallVec<[Entity; 2]>,
    /// For a trigger on a batch: the sum.
    pub sum: u32,
}

impl Occurrence {
    /// An occurrence of its own.
    #[must_use]
    pub fn new(event: Event, rule: Rule, batch: u32) -> Self {
        Self { event, rule, batch, subjects: SmallVec::new(), sum: 0 }
    }
}
