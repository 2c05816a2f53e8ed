//! What an import left out, and why. Nothing is skipped silently.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// Why an entry is no card of the database.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SkipReason {
    /// Tokens, emblems and art cards are no cards (111.1, 114).
    NotACard,
    /// Planes, phenomena, schemes and vanguards belong to other decks (901, 902, 904).
    OtherDeck,
    /// A card of the same full name was there already.
    Duplicate,
    /// Another version of a card of the same name.
    Variant,
    /// The single face of a melded permanent: it is a face of the cards that meld into it (712.4).
    MeldResult,
    /// The entry is not shaped like a card.
    Malformed(String),
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotACard => f.write_str("tokens, emblems and art cards"),
            Self::OtherDeck => f.write_str("planes, schemes and vanguards"),
            Self::Duplicate => f.write_str("the same full name again"),
            Self::Variant => f.write_str("another version under the same name"),
            Self::MeldResult => f.write_str("a melded face, kept with the cards that meld into it"),
            Self::Malformed(why) => write!(f, "not shaped like a card: {why}"),
        }
    }
}

/// Counts of what was skipped, by reason, with the first few names.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Skipped {
    by_reason: BTreeMap<SkipReason, (usize, Vec<String>)>,
}

impl Skipped {
    const EXAMPLES: usize = 3;

    /// How many different reasons are told apart; what comes after is counted as one more.
    const REASONS: usize = 50;

    pub(crate) fn add(&mut self, reason: SkipReason, name: &str) {
        let known = self.by_reason.len() < Self::REASONS || self.by_reason.contains_key(&reason);
        let reason = if known { reason } else { SkipReason::Malformed("of other kinds".into()) };
        let (count, examples) = self.by_reason.entry(reason).or_default();
        *count += 1;
        if examples.len() < Self::EXAMPLES {
            examples.push(name.chars().take(100).collect());
        }
    }

    /// How many entries in all.
    #[must_use]
    pub fn total(&self) -> usize {
        self.by_reason.values().map(|(count, _)| count).sum()
    }

    /// Each reason with its count and the first few names.
    pub fn iter(&self) -> impl Iterator<Item = (&SkipReason, usize, &[String])> {
        self.by_reason.iter().map(|(reason, (count, names))| (reason, *count, names.as_slice()))
    }

    /// The first reason with a name, as a sentence.
    pub(crate) fn first(&self) -> Option<String> {
        let (reason, _, names) = self.iter().next()?;
        Some(format!("“{}” is {reason}", names.first().map_or("", String::as_str)))
    }
}
