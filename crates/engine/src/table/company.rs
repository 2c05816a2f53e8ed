//! Restrictions by which a creature attacks or blocks only with others (508.1c, 509.1b).

use serde::{Deserialize, Serialize};

/// A creature that can attack, or block, only if so many of others do.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Company {
    /// The creature, by its place in the domain.
    pub creature: u16,
    /// How many others at least.
    pub least: u32,
    /// The others that count, by their places.
    pub among: Vec<u16>,
}

impl Company {
    /// Whether it is kept where these are declared, by their places.
    #[must_use]
    pub fn is_kept(&self, declared: impl Fn(u16) -> bool) -> bool {
        !declared(self.creature) || self.among.iter().filter(|place| declared(**place)).count() as u32 >= self.least
    }
}
