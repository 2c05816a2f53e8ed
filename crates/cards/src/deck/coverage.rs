//! How many decklists can be played, and which cards keep the others out.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Deck;

/// How many of some decklists are complete.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DeckCoverage {
    /// The lists that could be read.
    pub lists: usize,
    /// Those whose cards are all understood.
    pub complete: usize,
    /// Those that lack one card only.
    pub one_short: usize,
    /// The cards that keep lists out, those that keep most out first.
    pub blockers: Vec<Blocker>,
}

/// A card that keeps lists out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Blocker {
    /// Its name.
    pub name: String,
    /// How many lists have it.
    pub lists: usize,
    /// How many of these lack nothing else.
    pub alone: usize,
}

impl DeckCoverage {
    /// Counts over the decks.
    #[must_use]
    pub fn of(decks: &[Deck]) -> Self {
        let mut coverage = Self { lists: decks.len(), ..Self::default() };
        let mut blockers: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        for deck in decks {
            let missing = deck.incomplete();
            let alone = usize::from(missing.len() == 1);
            coverage.complete += usize::from(missing.is_empty());
            coverage.one_short += alone;
            for card in missing {
                let (lists, only) = blockers.entry(card.name.to_string()).or_default();
                *lists += 1;
                *only += alone;
            }
        }
        let told = |(name, (lists, alone))| Blocker { name, lists, alone };
        coverage.blockers = blockers.into_iter().map(told).collect();
        coverage.blockers.sort_by_key(|b| std::cmp::Reverse((b.lists, b.alone)));
        coverage
    }
}
