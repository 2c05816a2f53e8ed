//! Counters with which objects are moved: "exile it with two time counters on it".

use lawmage_ir::{Amount, Ref, Selector, visit};

use crate::grammar::{amount, counter};
use crate::parse::Parser;

/// "two +1/+1 counters on it": kind and number.
pub(crate) fn counters(p: &mut Parser<'_>) -> Option<(lawmage_ir::CounterKind, Amount)> {
    let _ = p.eat("an additional");
    let n = if p.at("+1/+1") { Amount::ONE } else { amount::amount(p)? };
    let _ = p.eat("additional");
    let kind = counter::kind(p)??;
    p.expect("on")?;
    p.eat_any(&["it", "them", "each of them"])?;
    Some((kind, n))
}

/// "two +1/+1 counters on it", "a hexproof counter and an indestructible counter on it".
pub(super) fn each_kind(p: &mut Parser<'_>) -> Option<Vec<(lawmage_ir::CounterKind, Amount)>> {
    if let Some(one) = p.attempt(|p| counters(p)) {
        return Some(vec![one]);
    }
    let all = p.list("and", |p| {
        let n = Amount::Const(p.article()?);
        Some((counter::kind(p)??, n))
    })?;
    p.expect("on")?;
    p.eat_any(&["it", "them"])?;
    Some(all)
}

/// "Exile a card from your hand with a number of time counters on it equal to its mana value": the card's.
pub(super) fn of_the_exiled(p: &mut Parser<'_>, count: &mut Amount, on: &Selector, plural: bool) -> Option<()> {
    let Selector::Ref(it) = on else { return p.fail("whose number it is") };
    if plural {
        return p.fail("whose number it is");
    }
    visit::walk_mut(count, &mut |node| {
        if let Some(of @ Ref::This) = node.get_mut::<Ref>() {
            *of = it.clone();
        }
        visit::Go::Into
    });
    Some(())
}
