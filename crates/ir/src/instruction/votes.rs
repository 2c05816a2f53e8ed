//! Piles (700.3), votes (701.32), and words by which players are called.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::visit::Node;
use crate::{Clause, Selector, Slot, Who};

/// Objects separated into two piles (700.3), of which one is chosen.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct Piles {
    /// What is separated.
    pub what: Selector,
    /// "Into a face-down pile and a face-up pile": what is in the one is shown to nobody who hasn't seen it, what is in the other to
    /// everyone.
    pub face_down: bool,
    /// Who separates: one of them, whom you choose, where they are several.
    pub by: Who,
    /// Who chooses a pile: likewise.
    pub chooser: Who,
    /// The slot of the pile chosen.
    pub chosen: Slot,
    /// The slot of the other pile.
    pub other: Slot,
    /// What is done then.
    pub then: Vec<Clause>,
}

/// Objects that each of several players separates into piles (700.3), of which one of each player's is chosen.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct PilesOfEach {
    /// With whom it begins.
    pub first: First,
    /// Who separates.
    pub who: Who,
    /// What; [`Ref::Each`](crate::Ref::Each) is the player.
    pub what: Selector,
    /// Into how many piles.
    pub into: u32,
    /// Who chooses one of them.
    pub chooser: PileChooser,
    /// The slot of the piles chosen, all together.
    pub chosen: Slot,
    /// The slot of the other piles.
    pub other: Slot,
}

/// Who chooses one of a player's piles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum PileChooser {
    /// "You choose one of their piles".
    You,
    /// "One of their opponents of their choice".
    TheirOpponent,
    /// "At random".
    Random,
}

/// A vote (701.32): each player, starting with you and in turn order, votes for one of the choices.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Vote {
    /// For objects.
    Objects {
        /// Among which.
        among: Selector,
        /// The slot of each with the most votes or tied for most votes.
        most: Slot,
        /// What is done then.
        then: Vec<Clause>,
    },
    /// For one of two words.
    Words {
        /// The words.
        words: Vec<Arc<str>>,
        /// What is done if the first gets more votes.
        first: Vec<Clause>,
        /// What is done if the second does, or the vote is tied.
        second: Vec<Clause>,
    },
    /// For one of several words; the votes are counted (701.32b).
    Tally {
        /// Secretly: all at once, revealed afterwards.
        secret: bool,
        /// The words.
        words: Vec<Arc<str>>,
        /// The slot of each: its number is that of its votes, its members those who voted for it.
        slots: Vec<Slot>,
    },
}

/// Words by which players are called: "for each player, choose friend or foe", "each opponent chooses fame or fortune".
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct Labels {
    /// Which players.
    pub players: Who,
    /// Whether each of them chooses; else you do.
    pub by_each: bool,
    /// The words: two of them, unless each chooses.
    pub words: Vec<Arc<str>>,
    /// The slot of each: those players.
    pub slots: Vec<Slot>,
}

/// What each of several players does, one after the other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct InTurnOrder {
    /// Who begins.
    pub first: First,
    /// Which players.
    pub who: Who,
    /// The slot that holds in each round what was chosen in those before: "that hasn't been chosen".
    pub so_far: Option<Slot>,
    /// What each of them does.
    pub body: Vec<Clause>,
}

/// With whom a turn order begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum First {
    /// The active player (101.4).
    Active,
    /// "Starting with you".
    You,
    /// "Starting with the next opponent in turn order".
    NextOpponent,
}
