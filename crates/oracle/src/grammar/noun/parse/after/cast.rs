//! How a spell was cast: with which mana, from where, or not at all.

use lawmage_ir::{Condition, Filter, Kind, Ref, SpentMana, Test, Zone, ZoneSet};

use crate::parse::Parser;

/// "wasn't cast", as a copy of a spell; "wasn't cast from its owner's hand".
pub(super) fn not_cast(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("wasn't cast")?;
    if p.eat("from its owner 's hand") {
        // Each card in a hand is its owner's (400.3).
        return Some(Test::not(Test::CastFrom(ZoneSet::of(Zone::Hand))));
    }
    Some(Test::not(Test::If(Box::new(Condition::WasCast(Ref::It, None, None)))))
}

/// "using mana produced by ~": by that very object (106.3).
pub(super) fn using_its_mana(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("using mana produced by ~")?;
    let this = Filter::new(Kind::Object, Test::Is(Ref::This));
    Some(Test::ManaSpent(SpentMana::From(Box::new(this))))
}
