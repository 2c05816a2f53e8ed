//! Coins (705), dice, and tables of their results (706).

use serde::{Deserialize, Serialize};

use crate::visit::Node;
use crate::{Amount, Clause, Cost, Slot, Who};

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
    /// "Choose one result": the number of this instruction is the chosen one's, that of this slot the other's.
    pub other: Option<Slot>,
    /// Under which linked number the results are stored on the source (706.8a).
    pub stored: Option<u8>,
}

/// What may be done to a die that was rolled (706.2a).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct DieModifier {
    /// Who rolled it.
    pub who: Who,
    /// Only where that is its natural result, on a die with so many sides.
    pub showing: Option<(u32, u32)>,
    /// What it costs.
    pub cost: Option<Cost>,
    /// What becomes of the roll.
    pub change: DieChange,
}

/// What becomes of a roll (706.2b).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum DieChange {
    /// The die is rolled anew.
    Reroll,
    /// The result is increased by that much.
    Up(u32),
    /// The result is decreased by that much.
    Down(u32),
    /// Either, as the player likes.
    UpOrDown(u32),
}

/// Which dice of a roll are counted, by their results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum DiceShowing {
    /// Those with an even result.
    Even,
    /// Those with an odd result.
    Odd,
    /// Those with that result.
    Exactly(u32),
    /// One for each different result.
    Different,
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

/// Several coins that are flipped, or coins of which only the side counts (705).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct CoinFlips {
    /// Who.
    pub who: Who,
    /// How many.
    pub count: Amount,
    /// One after the other, and none after one that is lost: "or until you lose a flip, whichever comes first".
    pub until_lost: bool,
    /// Whether they are won or lost; else only heads or tails counts, and nobody wins or loses them (705.2).
    pub called: bool,
}
