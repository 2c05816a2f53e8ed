//! How long and how deep a text may be. Printed cards come nowhere near (`tests/all/limits.rs` measures them); what goes beyond
//! is refused with a diagnostic, so that no text exhausts the stack or hangs, not even on a thread of 2 MB.

use std::fmt;

/// A limit of the compiler, which a text went beyond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Bytes of a face's text.
    Text,
    /// Bytes of one ability with its modes or rows, and of the lines of a spell together.
    Ability,
    /// Abilities (lines) of a face.
    Abilities,
    /// How deep phrases stand within phrases: "a creature that's a Goblin with …".
    Depth,
    /// Steps it takes to read one ability.
    Steps,
    /// How deep the meaning of an ability is: effects within effects, as of "unless" after "unless".
    Meaning,
}

impl Limit {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Text, Self::Ability, Self::Abilities, Self::Depth, Self::Steps, Self::Meaning];

    /// The greatest value that is allowed.
    #[must_use]
    pub const fn most(self) -> usize {
        match self {
            Self::Text => 16_000,
            Self::Ability => 6_000,
            Self::Abilities => 200,
            Self::Depth => 64,
            Self::Steps => 200_000,
            Self::Meaning => 80,
        }
    }

    /// What to do about it.
    #[must_use]
    pub const fn advice(self) -> &'static str {
        match self {
            Self::Text => "shorten the text",
            Self::Ability => "make several abilities of it, each on a line of its own",
            Self::Abilities => "write fewer abilities",
            Self::Depth => "say it in several sentences or abilities",
            Self::Steps => "say it more plainly, or in several abilities",
            Self::Meaning => "make several abilities of it",
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let most = self.most();
        match self {
            Self::Text => write!(f, "the text is longer than {most} bytes"),
            Self::Ability => write!(f, "the ability is longer than {most} bytes"),
            Self::Abilities => write!(f, "the face has more than {most} abilities"),
            Self::Depth => write!(f, "phrases stand more than {most} deep within phrases"),
            Self::Steps => write!(f, "the ability takes more than {most} steps to read"),
            Self::Meaning => write!(f, "the ability's meaning is more than {most} levels deep"),
        }
    }
}
