//! What is missing, by where reading stops: the words before the place and the word at it. Sentences that need the same piece of
//! grammar stop in the same surroundings.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::Serialize;

use crate::{CardId, CardPool, Result};

/// A place where reading stops.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stop {
    /// The two words before it.
    pub before: String,
    /// The word that isn't understood there; empty at the end of a sentence.
    pub word: String,
    /// How many cards stop so.
    pub count: usize,
    /// One of them.
    pub example: String,
}

/// Where the cards that are not complete stop, the most frequent first.
///
/// # Errors
/// When the database cannot be read.
pub fn stops(pool: &CardPool, ids: &[CardId]) -> Result<Vec<Stop>> {
    let of = |id: &CardId| -> Result<Vec<(String, String, String)>> {
        if pool.card(*id)?.is_complete() {
            return Ok(Vec::new());
        }
        let (source, _) = pool.source(*id)?;
        let compiled = lawmage_oracle::compile(&source);
        let stop = |diagnostic: &lawmage_oracle::Diagnostic| {
            let face = source.faces.iter().find(|face| face.name == diagnostic.face)?;
            let before = face.text.get(..diagnostic.span.start)?;
            let line = before.rsplit('\n').next().unwrap_or(before);
            let mut words: Vec<&str> = line.split_whitespace().rev().take(2).collect();
            words.reverse();
            let word = face.text.get(diagnostic.span.clone())?.split_whitespace().next().unwrap_or_default();
            Some((fold(&words.join(" ")), fold(word), source.name.clone()))
        };
        Ok(compiled.diagnostics.iter().filter_map(stop).collect())
    };
    let all: Vec<Vec<_>> = ids.par_iter().map(of).collect::<Result<_>>()?;
    let mut counted: BTreeMap<(String, String), (usize, String)> = BTreeMap::new();
    for (before, word, card) in all.into_iter().flatten() {
        counted.entry((before, word)).or_insert((0, card)).0 += 1;
    }
    let told = |((before, word), (count, example))| Stop { before, word, count, example };
    let mut stops: Vec<Stop> = counted.into_iter().map(told).collect();
    stops.sort_by_key(|stop| std::cmp::Reverse(stop.count));
    Ok(stops)
}

/// Words in lower case, numbers and mana folded.
fn fold(words: &str) -> String {
    super::coverage::shape(&words.to_lowercase(), "")
}
