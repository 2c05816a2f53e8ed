//! The verifier: what a compiled ability reads must be there when it is read.
//!
//! Types let much be written that means nothing: a slot that no earlier instruction fills, a role that the event does not have,
//! a spell that is sacrificed. A compiler that binds a pronoun wrongly writes such a thing more often than not, so every
//! program is checked before it is called complete. One walk in the order in which it runs keeps what is filled so far:
//! the arms of an "if" do not see each other, what a delayed or quoted ability makes stays inside it, and filters say
//! what "it" is within them.
//!
//! What has a meaning at run time is no finding: a slot that is filled on one path only denotes nothing on the others ("the
//! creature sacrificed this way, if any").

mod fit;
mod flow;
mod links;
mod node;
mod sorts;
mod supply;
mod xs;

use std::fmt;

use serde::Serialize;

use crate::{Ability, Card, Face};

use self::flow::{Home, Walk};

/// What a program does wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// A slot is read where nothing has filled it: before its instruction, in the other arm of an "if", outside the delayed
    /// ability that fills it.
    Slot,
    /// A slot that only one of several arms fills is read after all of them: "it" is what either of them made.
    Arm,
    /// A target phrase is spoken of that the mode doesn't have.
    Target,
    /// A role, an actor or a number is taken from an event that has none.
    Event,
    /// "It" where no filter tests anything, "each" where nothing is gone through.
    Unbound,
    /// "It" is meant of what an outer filter tests, and an inner one has taken its place.
    Captured,
    /// What a cost was paid with is spoken of where no such cost is paid.
    Paid,
    /// X has no source: no cost, event or definition says what it is (107.3).
    X,
    /// What was chosen or remembered under a linked number (607) is spoken of, and nothing on the card chooses or keeps it.
    Link,
    /// The referent can't be such a thing: a spell that is sacrificed, a player who is tapped.
    Fit,
    /// One of several alternatives holds of everything, so that the others say nothing.
    Anything,
    /// {T} or {Q} in the cost of an ability that doesn't work on the battlefield (107.5).
    TapSymbol,
    /// "Other" than an object that could never be among them.
    Other,
    /// Cards are selected, and no zone is said to have them.
    Zone,
}

impl Rule {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::Slot,
        Self::Arm,
        Self::Target,
        Self::Event,
        Self::Unbound,
        Self::Captured,
        Self::Paid,
        Self::X,
        Self::Link,
        Self::Fit,
        Self::Anything,
        Self::TapSymbol,
        Self::Other,
        Self::Zone,
    ];

    /// What it asks for, in one line.
    #[must_use]
    pub const fn asks(self) -> &'static str {
        match self {
            Self::Slot => "what an instruction did is spoken of after it, on the same path",
            Self::Arm => "what is spoken of after several arms is what each of them made",
            Self::Target => "a target that is spoken of is chosen",
            Self::Event => "a role, an actor or a number is taken from an event that has it",
            Self::Unbound => "“it” and “each” stand where something is tested or gone through",
            Self::Captured => "an inner filter leaves the outer “it” alone",
            Self::Paid => "what a cost was paid with is spoken of where that cost is paid",
            Self::X => "X has a source",
            Self::Link => "what linked abilities speak of is chosen or kept by one of them",
            Self::Fit => "the referent fits the verb",
            Self::Anything => "no alternative holds of everything",
            Self::TapSymbol => "{T} is a cost on the battlefield only",
            Self::Other => "“other” excludes something",
            Self::Zone => "cards are selected from a zone",
        }
    }
}

/// One thing that a program does wrong.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Finding {
    /// Which rule it breaks.
    pub rule: Rule,
    /// What is undefined, or doesn't fit.
    pub what: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

/// What an ability of a face does wrong by itself. The face says what the ability's source is: its types, its X, its costs.
#[must_use]
pub fn ability(ability: &Ability, of: &Face) -> Vec<Finding> {
    let mut walk = Walk::new(Home::of(of));
    walk.ability(ability);
    walk.found()
}

/// What the abilities of a card speak of under linked numbers (607) that none of them chooses or keeps: those of all faces together
/// (607.1b).
#[must_use]
pub fn links(card: &Card) -> Vec<Finding> {
    links::findings(card)
}

/// All that a card's programs do wrong, with the name of the face; what is wrong with the links of all faces stands with the
/// first.
#[must_use]
pub fn card(card: &Card) -> Vec<(usize, Finding)> {
    let mut found = Vec::new();
    for (index, face) in card.faces.iter().enumerate() {
        let own = face.abilities.iter().flat_map(|a| ability(a, face));
        found.extend(own.map(|finding| (index, finding)));
    }
    found.extend(links(card).into_iter().map(|finding| (0, finding)));
    found.dedup();
    found
}
