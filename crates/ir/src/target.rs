//! Target phrases (115).

use serde::{Deserialize, Serialize};

use crate::visit::Node;
use crate::{Amount, Filter, SetLimit, Who};

/// A target phrase (115): what may be targeted and how many.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct TargetSpec {
    /// What may be chosen. "another target creature" is said with [`crate::Test::Is`] of an earlier target, negated.
    pub filter: Filter,
    /// The least number.
    pub min: Amount,
    /// The greatest number; `None` for any number.
    pub max: Option<Amount>,
    /// A constraint on the set.
    pub limit: Option<SetLimit>,
    /// Who chooses, when it is not the controller.
    pub by: Option<Chooser>,
    /// What is divided among these targets as they are chosen (601.2d): damage or counters.
    pub divide: Option<Amount>,
}

/// Who chooses targets where their controller doesn't.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Chooser {
    /// One of these players.
    Player(Who),
    /// Chance, among those that could be chosen.
    Chance,
}

impl TargetSpec {
    /// Which other players choose.
    #[must_use]
    pub const fn left_to(&self) -> Option<&Who> {
        match &self.by {
            Some(Chooser::Player(who)) => Some(who),
            Some(Chooser::Chance) | None => None,
        }
    }

    /// Whether chance chooses.
    #[must_use]
    pub const fn at_random(&self) -> bool {
        matches!(self.by, Some(Chooser::Chance))
    }
}
