//! Comparisons of numbers.

use serde::{Deserialize, Serialize};

use crate::visit::Node;

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Cmp {
    /// "less than"
    Less,
    /// "or less", "or fewer", "at most"
    AtMost,
    /// "exactly", "equal to"
    Equal,
    /// "or greater", "or more", "at least"
    AtLeast,
    /// "greater than", "more than"
    Greater,
    /// "not equal", "other than"
    NotEqual,
}

impl Cmp {
    /// Whether `a` compares so to `b`.
    #[must_use]
    pub const fn holds(self, a: i32, b: i32) -> bool {
        match self {
            Self::Less => a < b,
            Self::AtMost => a <= b,
            Self::Equal => a == b,
            Self::AtLeast => a >= b,
            Self::Greater => a > b,
            Self::NotEqual => a != b,
        }
    }
}
