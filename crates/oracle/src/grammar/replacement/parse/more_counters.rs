//! Counters with which something enters besides others of their kind.

use lawmage_ir::{Amount, CounterKind, Entering, Instead, Ref, Replacement};

use super::enters::{counters, on_it};
use crate::grammar::event::counter_kind;
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

/// "a +1/+1 counter, a flying counter, and a shield counter on it", "two +1/+1 counters and a lifelink counter on it".
pub(super) fn one_of_each(p: &mut Parser<'_>) -> Option<Vec<(CounterKind, Amount)>> {
    let listed = p.list("and", |p| {
        let n = Amount::Const(p.article()?);
        Some((counter_kind(p)??, n))
    })?;
    on_it(p)?;
    (listed.len() > 1).then_some(listed)
}
