//! Counters with which something enters besides others of their kind.

use lawmage_ir::{Amount, CounterKind};

use super::enters::counters;
use crate::parse::Parser;

/// "a +1/+1 counter on it plus an additional +1/+1 counter on it for each other creature you control": one number of them (614.1c).
pub(super) fn counters_plus(p: &mut Parser<'_>) -> Option<(CounterKind, Amount)> {
    let (kind, n) = counters(p)?;
    let more = p.attempt(|p| {
        p.expect("plus")?;
        p.at("an additional").then_some(())?;
        counters(p).filter(|(other, _)| *other == kind).map(|(_, more)| more)
    });
    Some((kind, more.into_iter().fold(n, |n, more| Amount::Plus(Box::new(n), Box::new(more)))))
}
