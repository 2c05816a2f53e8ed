//! An event that happened, with its rule and what happened along with it: the record of the turn is a list of these.

use std::sync::Arc;

use lawmage_ir::{Rule, Zone};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::state::chars::Chars;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};

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

/// What an object was as something happened with it: what looks back in time asks for that (608.2i), not for what it is now.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Look {
    /// The batch of the events.
    pub batch: u32,
    /// The object.
    pub id: ObjectId,
    /// Its characteristics.
    pub chars: Arc<Chars>,
    /// Its controller.
    pub controller: PlayerId,
}

impl Look {
    /// Of which object an event keeps how it was: what entered, attacked, dealt damage or had counters put on it.
    pub(crate) const fn of(event: &Event) -> Option<ObjectId> {
        match event {
            Event::Moved { now, to: Zone::Battlefield, .. } => Some(*now),
            Event::Damage { source, .. } => Some(*source),
            Event::Attacked { attacker, .. } => Some(*attacker),
            Event::CountersPut { on: Entity::Object(on), .. } => Some(*on),
            _ => None,
        }
    }
}

impl Occurrence {
    /// An occurrence of its own.
    #[must_use]
    pub fn new(event: Event, rule: Rule, batch: u32) -> Self {
        Self { event, rule, batch, subjects: SmallVec::new(), sum: 0 }
    }
}
