//! Tests joined to one.

use crate::Test;

impl Test {
    /// All of these, flattened.
    #[must_use]
    pub fn all(tests: impl IntoIterator<Item = Self>) -> Self {
        let mut flat: Vec<Self> = Vec::new();
        let mut add = |test: Self| {
            if !flat.contains(&test) {
                flat.push(test);
            }
        };
        for test in tests {
            match test {
                Self::Any => {}
                Self::And(inner) => inner.into_iter().for_each(&mut add),
                other => add(other),
            }
        }
        match flat.len() {
            0 => Self::Any,
            1 => flat.remove(0),
            _ => Self::And(flat),
        }
    }

    /// The negation.
    #[must_use]
    #[expect(clippy::should_implement_trait, reason = "reads as the word in a phrase, not as an operator")]
    pub fn not(test: Self) -> Self {
        match test {
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }
}
