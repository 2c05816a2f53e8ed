//! How much of a pool the compiler understands.

use std::collections::BTreeMap;

use lawmage_ir::Card;
use lawmage_oracle::round_trip::RoundTrip;
use rayon::prelude::*;
use serde::Serialize;

use crate::legality::is_playable;
use crate::{CardId, CardPool, Result};

/// How many cards are complete, and which sentences are missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Coverage {
    /// Cards looked at.
    pub cards: usize,
    /// Cards of which every sentence is compiled.
    pub complete: usize,
    /// What printing the complete cards and reading that again came to, where that was asked.
    #[serde(flatten)]
    pub trips: Option<RoundTrips>,
    /// Sentences that are not compiled, numbers and mana folded, the most frequent first.
    pub missing: Vec<MissingShape>,
    /// The cards that are not complete, with their sentences that are not compiled.
    pub incomplete: Vec<IncompleteCard>,
    /// How many of the incomplete cards no format lets anyone play (100.6). `None` where the data doesn't tell formats.
    pub unplayable: Option<usize>,
}

/// What printing the complete cards and reading that again came to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RoundTrips {
    /// Complete cards whose printed text compiles to the same program.
    pub round_trip: usize,
    /// Complete cards whose program prints the card's own words, none lost and none added.
    pub same_words: usize,
    /// How the words of the others differ, the most frequent first.
    pub differences: Vec<Difference>,
}

/// Words in which cards and what their programs print differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Words that only the cards have.
    pub lost: Vec<String>,
    /// Words that only the programs have.
    pub gained: Vec<String>,
    /// How many cards differ so.
    pub count: usize,
    /// One of them.
    pub example: String,
}

/// A card that is not complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IncompleteCard {
    /// Its name.
    pub name: String,
    /// Its sentences that are not compiled, numbers and mana folded.
    pub missing: Vec<String>,
}

/// A sentence that the compiler does not know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MissingShape {
    /// The sentence, with `#` for numbers and `{…}` for mana.
    pub shape: String,
    /// On how many faces it stands.
    pub count: usize,
    /// One card that has it.
    pub example: String,
}

impl Coverage {
    /// Looks at the cards of a pool.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn of(pool: &CardPool, ids: &[CardId]) -> Result<Self> {
        let per_card = ids.par_iter().map(|id| {
            let Some(part) = incomplete_part(&*pool.card(*id)?) else { return Ok(None) };
            Ok(Some((part, is_playable(&pool.source(*id)?.1))))
        });
        let per_card: Vec<Option<(IncompleteCard, Option<bool>)>> = per_card.collect::<Result<_>>()?;
        let complete = per_card.iter().filter(|c| c.is_none()).count();
        let (incomplete, playable): (Vec<_>, Vec<_>) = per_card.into_iter().flatten().unzip();
        let told = playable.iter().any(Option::is_some);
        let unplayable = told.then(|| playable.iter().filter(|p| **p == Some(false)).count());
        let mut shapes: BTreeMap<String, MissingShape> = BTreeMap::new();
        for card in &incomplete {
            for shape in &card.missing {
                let entry = shapes.entry(shape.clone()).or_insert_with(|| MissingShape {
                    shape: shape.clone(),
                    count: 0,
                    example: card.name.clone(),
                });
                entry.count += 1;
            }
        }
        let mut missing: Vec<MissingShape> = shapes.into_values().collect();
        missing.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.shape.cmp(&b.shape)));
        Ok(Self { cards: ids.len(), complete, trips: None, missing, incomplete, unplayable })
    }

    /// Prints the complete cards and reads them again.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn with_round_trips(self, pool: &CardPool, ids: &[CardId]) -> Result<Self> {
        let per_card = ids.par_iter().map(|id| {
            let card = pool.card(*id)?;
            if !card.is_complete() {
                return Ok(None);
            }
            Ok(Some((card.name.to_string(), RoundTrip::of(&pool.source(*id)?.0, &card.faces))))
        });
        let mut trips = RoundTrips::default();
        let mut families: BTreeMap<(Vec<String>, Vec<String>), (usize, String)> = BTreeMap::new();
        for (name, trip) in per_card.collect::<Result<Vec<_>>>()?.into_iter().flatten() {
            trips.round_trip += usize::from(trip.same_program);
            trips.same_words += usize::from(trip.has_same_words());
            if !trip.has_same_words() {
                families.entry((trip.lost, trip.gained)).or_insert((0, name)).0 += 1;
            }
        }
        let told = |((lost, gained), (count, example))| Difference { lost, gained, count, example };
        trips.differences = families.into_iter().map(told).collect();
        trips.differences.sort_by_key(|d| std::cmp::Reverse(d.count));
        Ok(Self { trips: Some(trips), ..self })
    }
}

/// The name and the missing shapes of an incomplete card.
fn incomplete_part(card: &Card) -> Option<IncompleteCard> {
    if card.is_complete() {
        return None;
    }
    let missing = card.faces.iter().flat_map(|face| face.uncompiled.iter().map(|s| shape(s, &face.name)));
    Some(IncompleteCard { name: card.name.to_string(), missing: missing.collect() })
}

/// A sentence with its numbers and mana folded and its own name as `~`.
pub(crate) fn shape(sentence: &str, name: &str) -> String {
    let sentence = if name.is_empty() { sentence.to_owned() } else { sentence.replace(name, "~") };
    let mut shape = String::with_capacity(sentence.len());
    let mut chars = sentence.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '{' {
            // Runs of symbols fold to one.
            chars.by_ref().find(|c| *c == '}');
            if !shape.ends_with("{…}") {
                shape.push_str("{…}");
            }
        } else if c.is_ascii_digit() {
            while chars.next_if(char::is_ascii_digit).is_some() {}
            shape.push('#');
        } else {
            shape.push(c);
        }
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::shape;

    #[test]
    fn shapes_fold_numbers_mana_and_names() {
        assert_eq!(shape("Ash Wolf deals 13 damage. {2}{R}: x", "Ash Wolf"), "~ deals # damage. {…}: x");
    }
}
