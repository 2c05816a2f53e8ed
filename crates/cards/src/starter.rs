//! The starter set: original cards and decks that come with lawmage, so that it plays with nothing downloaded.

use lawmage_oracle::CardSource;

use crate::deck::Decklist;
use crate::{Error, Result, card_file, deck};

/// The set's card files: name and text.
const FILES: &[(&str, &str)] = &[
    ("cards/lands.yaml", include_str!("../../../cards/lands.yaml")),
    ("cards/white.yaml", include_str!("../../../cards/white.yaml")),
    ("cards/blue.yaml", include_str!("../../../cards/blue.yaml")),
    ("cards/black.yaml", include_str!("../../../cards/black.yaml")),
    ("cards/red.yaml", include_str!("../../../cards/red.yaml")),
    ("cards/green.yaml", include_str!("../../../cards/green.yaml")),
    ("cards/gold.yaml", include_str!("../../../cards/gold.yaml")),
    ("cards/artifacts.yaml", include_str!("../../../cards/artifacts.yaml")),
];

macro_rules! decks {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../../../cards/decks/", $name, ".txt")))),+]
    };
}

/// The set's decks: name and list.
const DECKS: &[(&str, &str)] = decks![
    "red-raiders",
    "white-vanguard",
    "green-stampede",
    "blue-tides",
    "black-toll",
    "gold-gardens",
    "brass-works"
];

/// The set's cards, basic lands first.
///
/// # Errors
/// Never, but for a mistake in the set itself.
pub fn cards() -> Result<Vec<CardSource>> {
    let mut cards = Vec::new();
    for (name, text) in FILES {
        cards.extend(card_file::parse(text, name)?);
    }
    Ok(cards)
}

/// The names of the set's decks.
pub fn deck_names() -> impl Iterator<Item = &'static str> {
    DECKS.iter().map(|(name, _)| *name)
}

/// What a deck of the set is like: the comment that opens its list. Empty for no deck of the set.
#[must_use]
pub fn about(name: &str) -> &'static str {
    let text = DECKS.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map_or("", |(_, text)| *text);
    text.strip_prefix("// ").and_then(|t| t.lines().next()).unwrap_or_default()
}

/// A deck of the set.
///
/// # Errors
/// When the set has no deck of that name.
pub fn deck(name: &str) -> Result<Decklist> {
    let Some((name, text)) = DECKS.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)) else {
        return Err(Error::new(format!("the starter set has no deck “{name}”"))
            .hint(format!("it has {}", deck_names().collect::<Vec<_>>().join(", "))));
    };
    deck::parse(text, name)
}
