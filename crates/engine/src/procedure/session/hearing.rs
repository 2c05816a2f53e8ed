//! Who hears what happens in a session.

use lawmage_ir::Rule;

use crate::state::State;
use crate::state::occurrence::Occurrence;
use crate::table::narrate;
use crate::table::view::Viewer;

/// Who hears what happens in a session, as it happens, each event once.
pub trait Hearer {
    /// Whether anything is to be told at all; when not, nothing is worked out for it. It never changes.
    fn listens(&self) -> bool {
        true
    }

    /// An event, in the state just after it.
    fn hear(&mut self, state: &State, occurrence: &Occurrence);

    /// A step that a rule took by itself, in a sentence for all.
    fn note(&mut self, state: &State, rule: Rule, text: &str);

    /// What was heard since the question that is asked again didn't happen.
    fn taken_back(&mut self);
}

impl<H: Hearer> Hearer for Vec<H> {
    fn hear(&mut self, state: &State, occurrence: &Occurrence) {
        self.iter_mut().for_each(|each| each.hear(state, occurrence));
    }

    fn note(&mut self, state: &State, rule: Rule, text: &str) {
        self.iter_mut().for_each(|each| each.note(state, rule, text));
    }

    fn taken_back(&mut self) {
        self.iter_mut().for_each(Hearer::taken_back);
    }
}

/// Nobody hears anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nobody;

impl Hearer for Nobody {
    fn listens(&self) -> bool {
        false
    }

    fn hear(&mut self, _: &State, _: &Occurrence) {}

    fn note(&mut self, _: &State, _: Rule, _: &str) {}

    fn taken_back(&mut self) {}
}

/// Keeps what happens in lines, as one viewer is told of it, until they are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    viewer: Viewer,
    lines: Vec<String>,
}

impl Log {
    /// For that viewer.
    #[must_use]
    pub const fn of(viewer: Viewer) -> Self {
        Self { viewer, lines: Vec::new() }
    }

    /// What has happened since this was last asked: each a sentence with its rule behind it.
    pub fn take_lines(&mut self) -> Vec<String> {
        std::mem::take(&mut self.lines)
    }
}

impl Default for Log {
    /// As a judge is told it, with what is hidden from players.
    fn default() -> Self {
        Self::of(Viewer::Judge)
    }
}

impl Hearer for Log {
    fn hear(&mut self, state: &State, occurrence: &Occurrence) {
        self.lines.extend(narrate::tell(state, occurrence, self.viewer));
    }

    fn note(&mut self, _: &State, rule: Rule, text: &str) {
        self.lines.push(format!("{text} ({rule})"));
    }

    fn taken_back(&mut self) {
        self.lines.clear();
    }
}
