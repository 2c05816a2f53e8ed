//! The starter set: original cards and decks that come with lawmage, so that it plays with nothing downloaded.

use lawmage_oracle::CardSource;

use crate::deck::Decklist;
use crate::{Error, Result, card_file, deck};

/// The set's card files: name and text.
const FILES: &[(&str, &str)] = &[
    ("starter/lands.yaml", include_str!("../starter/lands.yaml")),
    ("starter/white.yaml", include_str!("../starter/white.yaml")),
    ("starter/blue.yaml", include_str!("../starter/blue.yaml")),
    ("starter/black.yaml", include_str!("../starter/black.yaml")),
    ("starter/red.yaml", include_str!("../starter/red.yaml")),
    ("starter/green.yaml", include_str!("../starter/green.yaml")),
    ("starter/gold.yaml", include_str!("../starter/gold.yaml")),
    ("starter/artifacts.yaml", include_str!("../starter/artifacts.yaml")),
    ("starter/legends.yaml", include_str!("../starter/legends.yaml")),
];

/// The card files of the casual variants (9), each with the variant that it is for.
const SUPPLEMENTS: &[(&str, &str, &str)] = &[
    ("planechase", "starter/planes.yaml", include_str!("../starter/planes.yaml")),
    ("archenemy", "starter/schemes.yaml", include_str!("../starter/schemes.yaml")),
    ("vanguard", "starter/vanguards.yaml", include_str!("../starter/vanguards.yaml")),
    ("conspiracy", "starter/conspiracies.yaml", include_str!("../starter/conspiracies.yaml")),
];

macro_rules! decks {
    ($folder:literal: $($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../starter/", $folder, "/", $name, ".txt")))),+]
    };
}

/// The set's constructed decks: name and list.
const DECKS: &[(&str, &str)] = decks![
    "decks":
    "red-raiders",
    "white-vanguard",
    "green-stampede",
    "blue-tides",
    "black-toll",
    "gold-gardens",
    "brass-works"
];

/// The set's decks with commanders, by what they are for.
const LED: &[(&str, &[(&str, &str)])] = &[
    ("commander", decks!["commander": "road-wardens", "tide-ledgers"]),
    ("brawl", decks!["brawl": "lamplighters", "deep-roots"]),
    ("oathbreaker", decks!["oathbreaker": "ember-oath", "hedge-oath", "water-oath", "caul-oath"]),
];

/// All of the set's decks: name and list.
fn all() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    DECKS.iter().chain(LED.iter().flat_map(|(_, decks)| *decks))
}

fn found(name: &str) -> Option<&'static (&'static str, &'static str)> {
    all().find(|(n, _)| n.eq_ignore_ascii_case(name))
}

/// The set's cards, basic lands first.
///
/// # Errors
/// Never, but for a mistake in the set itself.
pub fn cards() -> Result<Vec<CardSource>> {
    let mut cards = Vec::new();
    let supplements = SUPPLEMENTS.iter().map(|(_, name, text)| (*name, *text));
    for (name, text) in FILES.iter().copied().chain(supplements) {
        cards.extend(card_file::parse(text, name)?);
    }
    Ok(cards)
}

/// The names of the set's cards that are for a casual variant alone: the planes and phenomena of "planechase", the schemes of
/// "archenemy", the vanguards of "vanguard", the conspiracies of "conspiracy"; none for other kinds of game.
///
/// # Errors
/// Never, but for a mistake in the set itself.
pub fn supplement(kind: &str) -> Result<Vec<String>> {
    let Some((_, name, text)) = SUPPLEMENTS.iter().find(|(of, ..)| *of == kind) else { return Ok(Vec::new()) };
    Ok(card_file::parse(text, name)?.into_iter().map(|card| card.name).collect())
}

/// The names of the set's decks for a kind of game: those led by commanders for "commander", "brawl" and "oathbreaker",
/// the constructed ones for all others.
pub fn deck_names_for(kind: &str) -> impl Iterator<Item = &'static str> {
    let decks = LED.iter().find(|(of, _)| *of == kind).map_or(DECKS, |(_, decks)| decks);
    decks.iter().map(|(name, _)| *name)
}

/// The names of all of the set's decks: the constructed ones, then those led by commanders.
pub fn all_deck_names() -> impl Iterator<Item = &'static str> {
    all().map(|(name, _)| *name)
}

/// The names of the set's constructed decks.
pub fn deck_names() -> impl Iterator<Item = &'static str> {
    DECKS.iter().map(|(name, _)| *name)
}

/// What a deck of the set is like: the comment that opens its list. Empty for no deck of the set.
#[must_use]
pub fn about(name: &str) -> &'static str {
    let text = found(name).map_or("", |(_, text)| *text);
    text.strip_prefix("// ").and_then(|t| t.lines().next()).unwrap_or_default()
}

/// A deck of the set.
///
/// # Errors
/// When the set has no deck of that name.
pub fn deck(name: &str) -> Result<Decklist> {
    let Some((name, text)) = found(name) else {
        return Err(Error::new(format!("the starter set has no deck “{name}”"))
            .hint(format!("it has {}", all_deck_names().collect::<Vec<_>>().join(", "))));
    };
    deck::parse(text, name)
}
