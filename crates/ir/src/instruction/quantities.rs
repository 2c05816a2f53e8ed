//! How much is paid (107.1c), taken off as counters (122), doubled (701.9), or dealt besides (120.4a).

use serde::{Deserialize, Serialize};

use crate::visit::Node;
use crate::{Amount, Clause, Color, Condition, CounterKind, Duration, Ref, Selector, Slot, Who};

/// Power and toughness that are doubled (701.9a).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct DoubledSize {
    /// Of which creatures.
    pub what: Selector,
    /// Their power.
    pub power: bool,
    /// Their toughness.
    pub toughness: bool,
    /// They are tripled.
    pub triple: bool,
    /// For how long.
    pub duration: Duration,
}

/// Any amount that players pay (107.1c).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct PayAny {
    /// Who: each of them in turn.
    pub who: Who,
    /// Of what.
    pub what: PaidIn,
    /// "Starting with you": not with the active player.
    pub from_you: bool,
    /// "One or more": who pays nothing has not done it.
    pub one_or_more: bool,
}

/// What any amount is paid of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum PaidIn {
    /// {E} (107.14).
    Energy,
    /// Mana, of that color where it says so.
    Mana(Option<Color>),
}

/// Counters that are removed or moved, any number of them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct TakeCounters {
    /// Which kind; any when `None`.
    pub kind: Option<CounterKind>,
    /// How many at most, in all; any number when `None`.
    pub most: Option<Amount>,
    /// From what.
    pub from: Selector,
    /// Onto what, when they are moved: of several, as the player chooses.
    pub to: Option<Selector>,
}

/// Counters that are put, as many as the player chooses (107.1c).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct PutUpTo {
    /// Which kind.
    pub kind: CounterKind,
    /// How many at most.
    pub most: Amount,
    /// On what: on each of them a number of its own.
    pub on: Selector,
    /// "This ability can't cause the total number of those counters on it to be greater than …", whatever replaces its event.
    pub within: Option<u32>,
}

/// Damage to one permanent, whose excess is dealt to something else instead (120.4a).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct SpillingDamage {
    /// The source.
    pub source: Ref,
    /// The permanent.
    pub to: Selector,
    /// How much.
    pub amount: Amount,
    /// To what the excess is dealt.
    pub rest: Selector,
    /// Only if this holds.
    pub only: Option<Condition>,
}

/// What is done with kinds of counters (122.1): with each of them, or with one that is chosen. In the body the kind at hand is
/// [`CounterKind::That`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct WithKinds {
    /// Which kinds.
    pub of: KindsOf,
    /// With each of them, one after the other; else with one that you choose (608.2d).
    pub each: bool,
    /// Chance chooses.
    pub random: bool,
    /// Where what has the chosen counter is kept, if that is chosen too.
    pub slot: Option<Slot>,
    /// What is done.
    pub body: Vec<Clause>,
}

/// Kinds of counters to go through or to choose from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum KindsOf {
    /// Those on these objects and players.
    On(Selector),
    /// These, but for those on that object.
    Among(Vec<CounterKind>, Ref),
}
