//! What happens before the first turn (103).

use serde::{Deserialize, Serialize};

use crate::visit::Node;
use crate::{Amount, Clause, Condition, CounterKind, Quality, Test};

/// What a card has its player do, or lets them do, before the first turn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct Pregame {
    /// What is done, and when.
    pub action: PregameAction,
    /// Only if this holds then.
    pub condition: Option<Condition>,
    /// What is done besides, or all that is done.
    pub then: Vec<Clause>,
}

/// A moment before the first turn, and what is done with the card.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum PregameAction {
    /// "Choose … before the game begins": a choice for what the card's other abilities say (607.2p).
    Choose,
    /// "Before you shuffle your deck to start the game, you may reveal this card from your deck and …" (607.2n).
    Deck,
    /// "Any time you could mulligan and this card is in your hand, you may …" (103.5b).
    Mulligan,
    /// "If this card is in your opening hand, you may begin the game with it on the battlefield" (103.6a), with these counters.
    Begin(Vec<(CounterKind, Amount)>),
    /// "You may reveal this card from your opening hand" (103.6b).
    Reveal,
}

/// What a companion asks of its owner's starting deck (702.139a).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum DeckRule {
    /// For each card for which the first test holds, the second does.
    Each(Test, Test),
    /// No two cards for which the test holds share the quality.
    Differ(Test, Quality),
    /// All cards for which the test holds share the quality.
    Share(Test, Quality),
    /// No card has a mana symbol twice in its mana cost.
    NoRepeatedSymbol,
    /// It has at least so many cards more than the minimum deck size.
    Larger(u32),
}
