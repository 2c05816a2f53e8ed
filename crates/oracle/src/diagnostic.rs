//! What the compiler says when it cannot compile something.

use std::fmt;
use std::ops::Range;

use lawmage_ir::verify::{Finding, Rule};

use crate::limits::Limit;

/// A place in a face's printed text, in bytes.
pub type Span = Range<usize>;

/// One thing that could not be compiled: where, what stood there, what was expected, and the nearest known template.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostic {
    /// The name of the face.
    pub face: String,
    /// Where in its text.
    pub span: Span,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What could have stood there.
    pub expected: Vec<&'static str>,
    /// The nearest template that is known.
    pub hint: Option<&'static str>,
    /// The limit of the compiler that the text goes beyond, where that is what is wrong.
    pub limit: Option<Limit>,
    /// What the verifier refuses, where the words were read and mean nothing certain.
    pub undefined: Option<Rule>,
}

impl Diagnostic {
    /// That a text goes beyond a limit.
    #[must_use]
    pub fn limit(face: &str, limit: Limit, span: Span) -> Self {
        let message = format!("{limit}: {}", limit.advice());
        Self { face: face.to_owned(), span, message, limit: Some(limit), ..Self::default() }
    }

    /// That what was read speaks of something that isn't there.
    #[must_use]
    pub fn undefined(face: &str, finding: &Finding, span: Span) -> Self {
        let message = format!("it is not clear what is meant: {finding}");
        Self { face: face.to_owned(), span, message, undefined: Some(finding.rule), ..Self::default() }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}-{}: {}", self.face, self.span.start, self.span.end, self.message)?;
        if !self.expected.is_empty() {
            write!(f, "; expected {}", self.expected.join(" or "))?;
        }
        if let Some(hint) = self.hint {
            write!(f, "; nearest template: {hint}")?;
        }
        Ok(())
    }
}

/// Templates by the word they turn on, for hints.
const TEMPLATES: &[(&str, &str)] = &[
    ("destroy", "Destroy target [permanent]."),
    ("exile", "Exile target [object]."),
    ("return", "Return target [object] to its owner's hand."),
    ("search", "Search your library for a [card], put it into your hand, then shuffle."),
    ("create", "Create a 1/1 white [Type] creature token with [keyword]."),
    ("deals", "[Source] deals N damage to [recipient]."),
    ("gets", "[Objects] get +N/+N until end of turn."),
    ("gains", "[Objects] gain [keyword] until end of turn."),
    ("look", "Look at the top N cards of your library."),
    ("reveal", "Reveal the top N cards of your library."),
    ("counter", "Counter target [spell] unless its controller pays {N}."),
    ("put", "Put a [kind] counter on [objects]."),
    ("draw", "Draw N cards."),
    ("sacrifice", "Sacrifice a [permanent]."),
    ("whenever", "Whenever [event], [effect]."),
    ("when", "When [event], [effect]."),
    ("add", "Add {M}."),
    ("prevent", "Prevent all damage that would be dealt to [recipient] this turn."),
    ("choose", "Choose one — • [mode] • [mode]"),
    ("cast", "You may cast [spells] without paying their mana costs."),
];

/// The nearest template for a text that could not be compiled.
#[must_use]
pub fn nearest_template(text: &str) -> Option<&'static str> {
    let lower = text.to_lowercase();
    TEMPLATES
        .iter()
        .filter_map(|(word, template)| Some((lower.find(word)?, *template)))
        .min_by_key(|(place, _)| *place)
        .map(|(_, template)| template)
}
