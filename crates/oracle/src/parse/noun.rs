//! Noun phrases.
use lawmage_ir::{Filter, Selector};

use super::Parser;

/// A noun phrase without quantifier, singular or plural: "creature you control", "nonland permanents with flying".
pub fn filter(p: &mut Parser<'_>) -> Option<Filter> {
    p.fail("a noun phrase")
}

/// A quantified noun phrase or a reference: "target creature", "all lands", "it", "two cards", "each opponent". Targets go
/// to the scope, and what is named is mentioned.
pub fn selector(p: &mut Parser<'_>) -> Option<Selector> {
    p.fail("a noun phrase")
}
