//! Dice, and tables of their results (706).

use serde::{Deserialize, Serialize};

use crate::visit::Node;
use crate::{Amount, Clause, Who};

/// A roll of dice (706.1).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct DiceRoll {
    /// Who.
    pub who: Who,
    /// How many.
    pub count: Amount,
    /// How many sides.
    pub sides: u32,
    /// What is added to the result (706.2).
    pub plus: Option<Amount>,
    /// How many of the lowest rolls are ignored (706.6).
    pub ignore: u32,
}

/// A row of a results table (706.3).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct DieRow {
    /// The least result.
    pub least: u32,
    /// The greatest; none for "or more".
    pub most: Option<u32>,
    /// What happens.
    pub then: Vec<Clause>,
}
