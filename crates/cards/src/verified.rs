//! What the verifier finds in the compiled cards of a pool.

use lawmage_ir::verify::{self, Rule};
use rayon::prelude::*;
use serde::Serialize;

use crate::{CardId, CardPool, Result};

/// What is wrong with the programs of cards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Cards looked at.
    pub cards: usize,
    /// What was found, by rule and then by card.
    pub findings: Vec<Flawed>,
}

/// A finding, and where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Flawed {
    /// Which rule is broken.
    pub rule: Rule,
    /// The card.
    pub card: String,
    /// The face.
    pub face: String,
    /// Whether the card calls itself complete all the same.
    pub complete: bool,
    /// What is undefined, or doesn't fit.
    pub what: String,
}

impl Verified {
    /// Looks at the cards of a pool.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn of(pool: &CardPool, ids: &[CardId]) -> Result<Self> {
        let per_card = ids.par_iter().map(|id| {
            let card = pool.card(*id)?;
            let flawed = verify::card(&card).into_iter().map(|(face, finding)| Flawed {
                rule: finding.rule,
                card: card.name.to_string(),
                face: card.faces.get(face).map_or_else(|| card.name.to_string(), |f| f.name.to_string()),
                complete: card.is_complete(),
                what: finding.what,
            });
            Ok(flawed.collect::<Vec<_>>())
        });
        let per_card: Vec<Vec<Flawed>> = per_card.collect::<Result<_>>()?;
        let mut findings: Vec<Flawed> = per_card.into_iter().flatten().collect();
        findings.sort_unstable();
        Ok(Self { cards: ids.len(), findings })
    }
}
