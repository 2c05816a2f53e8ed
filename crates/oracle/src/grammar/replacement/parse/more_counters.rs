//! Counters with which something enters besides others of their kind.

use lawmage_ir::{Amount, CounterKind, Entering, Instead, Ref, Replacement};

use super::enters::counters;
use crate::parse::Parser;

/// "For each kind of counter on ~, each other Dinosaur you control enters with a counter of that kind on it." (614.1c)
pub(super) fn of_each_kind(p: &mut Parser<'_>) -> Option<Replacement> {
    p.expect("for each kind of counter on ~ ,")?;
    let what = super::enters::subject(p)?;
    p.eat_any(&["enters", "enter"])?;
    p.expect("with")?;
    p.eat_any(&["a counter", "an additional counter"])?;
    p.expect("of that kind on")?;
    p.eat_any(&["it", "them"])?;
    let how = Entering { each_kind_on: Some(Ref::This), ..Entering::default() };
    Some(super::plain(super::enters::entering(what), Instead::Enter(Box::new(how))))
}

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
