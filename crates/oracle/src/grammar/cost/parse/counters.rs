//! Counters that a cost removes (118.3).

use lawmage_ir::{Amount, CostPart, Filter, Selector, Test};

use super::{Chosen, Part, chosen, object};
use crate::grammar::event::counter_kind;
use crate::grammar::noun;
use crate::parse::Parser;

/// "remove two charge counters from ~", "put a -1/-1 counter on a creature you control".
pub(super) fn counters(p: &mut Parser<'_>) -> Option<Part> {
    let remove = matches!(p.eat_any(&["remove", "removes", "put", "puts"])?, 0 | 1);
    let count = if p.eat("all") {
        None
    } else if remove && p.eat("any number of") {
        p.scope.any_number = true;
        p.scope.number = Some(Amount::X);
        Some(Amount::X)
    } else if remove && p.scope.announces && p.eat("one or more") {
        (p.scope.any_number, p.scope.one_or_more) = (true, true);
        p.scope.number = Some(Amount::X);
        Some(Amount::X)
    } else {
        Some(if p.eat("a") || p.eat("an") { Amount::ONE } else { p.amount_word()? })
    };
    let kind = counter_kind(p)?;
    // "a +1/+1 counter or a charge counter": one of both, from the same object.
    let other = p.attempt(|p| {
        p.expect("or")?;
        p.eat_any(&["a", "an"]).filter(|_| remove && count == Some(Amount::ONE))?;
        counter_kind(p)
    });
    let among = remove && p.eat("from among");
    if !among {
        p.eat_any(&["from", "on"])?;
    }
    // How many are removed would be chosen as the spell is cast, if at all, and isn't X (107.3a).
    if among && p.scope.any_number {
        return p.fail("a certain number of counters");
    }
    let chosen = if among {
        let noun = noun::noun(p).filter(|noun| noun.plural)?;
        Chosen { selector: Selector::All(noun.filter.clone()), filter: noun.filter, plural: true }
    } else if p.at_any(&["~", "a", "an", "another"]) {
        chosen(p, |f| f)?
    } else {
        let referred = object(p)?;
        let filter = Filter::permanent(Test::Is(referred.clone()));
        Chosen { selector: Selector::Ref(referred), filter, plural: false }
    };
    let part = if remove {
        let count = match count {
            Some(count) => count,
            // "remove all charge counters": as many as there are.
            None => match &chosen.selector {
                Selector::Ref(r) => Amount::Counters(kind.clone(), r.clone()),
                _ => return None,
            },
        };
        let removed = |kind| CostPart::RemoveCounters(kind, count.clone(), chosen.selector.clone());
        match other {
            Some(other) => {
                let one = |kind| lawmage_ir::Cost { parts: vec![removed(kind)] };
                CostPart::OneOf(vec![one(kind), one(other)])
            }
            None => removed(kind),
        }
    } else {
        CostPart::PutCounters(kind?, count?, chosen.selector)
    };
    Some(part.into())
}
