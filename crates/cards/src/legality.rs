//! In which formats a card may be played (100.6), as the data says.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A card's standing in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Legality {
    /// May be played.
    Legal,
    /// One copy may be played.
    Restricted,
    /// May not be played.
    Banned,
    /// Was never printed for the format.
    NotLegal,
}

/// Standings by format, in lower case. Empty where the data has none.
pub type Legalities = BTreeMap<String, Legality>;

/// Whether the card was printed for some format, be it banned there by now. `None` where the data has no standings.
#[must_use]
pub(crate) fn is_playable(standings: &Legalities) -> Option<bool> {
    (!standings.is_empty()).then(|| standings.values().any(|standing| *standing != Legality::NotLegal))
}

impl Legality {
    /// The word in MTGJSON ("Legal", "Not Legal") or Scryfall ("legal", "not_legal").
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Some(match word.to_ascii_lowercase().as_str() {
            "legal" => Self::Legal,
            "restricted" => Self::Restricted,
            "banned" => Self::Banned,
            "not_legal" | "not legal" => Self::NotLegal,
            _ => return None,
        })
    }

    /// Standings as a source words them; unknown words are left out, for the format is then unknown too.
    pub(crate) fn read_all(words: &BTreeMap<String, String>) -> Legalities {
        words.iter().filter_map(|(format, word)| Some((format.to_lowercase(), Self::from_word(word)?))).collect()
    }
}
