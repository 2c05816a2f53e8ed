//! What all parsers of one ability share: the words there are, and how far reading may go.

use std::cell::Cell;
use std::sync::Arc;

use crate::lexicon::Lexicon;
use crate::limits::Limit;

/// The words of a text, and what is left of the limits while it is read.
#[derive(Debug, Default)]
pub struct Reading {
    /// The words that the text may use besides those of the rules.
    pub lexicon: Arc<Lexicon>,
    depth: Cell<usize>,
    steps: Cell<usize>,
    broken: Cell<Option<Limit>>,
    most: Cell<Effort>,
}

/// The most that reading one ability of a card took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// How deep phrases stood within phrases ([`Limit::Depth`]).
    pub depth: usize,
    /// Steps ([`Limit::Steps`]).
    pub steps: usize,
}

impl Reading {
    /// Of a text that may use these words.
    #[must_use]
    pub fn new(lexicon: Arc<Lexicon>) -> Self {
        Self { lexicon, ..Self::default() }
    }

    /// Begins another ability.
    pub(crate) fn begin(&self) {
        self.steps.set(0);
        self.broken.set(None);
    }

    /// One step deeper, unless a limit forbids it.
    pub(crate) fn enter(&self) -> bool {
        let (depth, steps) = (self.depth.get() + 1, self.steps.get() + 1);
        if depth > Limit::Depth.most() {
            self.broken.set(Some(Limit::Depth));
            return false;
        }
        if steps > Limit::Steps.most() {
            self.broken.set(Some(Limit::Steps));
            return false;
        }
        self.depth.set(depth);
        self.steps.set(steps);
        let most = self.most.get();
        self.most.set(Effort { depth: most.depth.max(depth), steps: most.steps.max(steps) });
        true
    }

    /// Back from there.
    pub(crate) fn leave(&self) {
        self.depth.set(self.depth.get().saturating_sub(1));
    }

    /// The limit that the ability went beyond.
    pub(crate) fn broken(&self) -> Option<Limit> {
        self.broken.get()
    }

    /// The most that an ability took so far.
    pub(crate) fn effort(&self) -> Effort {
        self.most.get()
    }
}
