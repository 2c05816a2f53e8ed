//! What effects add to a turn (500.8-9), and what they end (721).

use serde::{Deserialize, Serialize};

use crate::Step;
use crate::visit::Node;

/// What an effect adds to a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum ExtraPhase {
    /// A combat phase after this phase.
    Combat,
    /// A combat phase after this phase, and a main phase after that.
    CombatThenMain,
    /// A main phase after this phase.
    Main,
    /// A beginning phase after this phase.
    Beginning,
    /// After this phase a phase of which there is only that step (500.10).
    Step(Step),
    /// That step after this step (500.9).
    SameStep(Step),
}

/// The phase after which an effect adds something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum AfterPhase {
    /// "this phase"
    Any,
    /// "this main phase"
    Main,
    /// "this combat phase"
    Combat,
}

/// What an effect ends at once (721).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum EndsNow {
    /// The turn (721.1).
    Turn,
    /// The combat phase (721.2).
    CombatPhase,
}

impl EndsNow {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Turn, Self::CombatPhase];

    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Turn => "turn",
            Self::CombatPhase => "combat phase",
        }
    }
}
