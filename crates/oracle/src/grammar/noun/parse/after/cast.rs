//! How a spell was cast: with which mana, from where, or not at all.

use lawmage_ir::{Condition, CostLabel, Filter, Keyword, Kind, Ref, SpentMana, Test, Zone, ZoneSet};

use crate::grammar::noun::Noun;
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

/// "using teamwork", "for its sneak cost", behind "cast a spell": the cost of that keyword was paid for it.
pub(crate) fn by_its_cost(p: &mut Parser<'_>) -> Option<Test> {
    let label = match p.eat_any(&["using", "for its", "for their"])? {
        0 => CostLabel::Keyword(crate::grammar::keyword::bare_keyword(p)?, 0),
        _ => crate::grammar::condition::cost_label(p)?,
    };
    matches!(label, CostLabel::Keyword(..)).then_some(Test::PaidCost(label))
}

/// "was kicked", "was cast using teamwork", behind "that".
pub(super) fn cast_for(p: &mut Parser<'_>, noun: &Noun) -> Option<Test> {
    if p.eat("was kicked") {
        return Some(Test::PaidCost(CostLabel::Keyword(Keyword::Kicker, 0)));
    }
    if noun.filter.kind != Kind::Spell {
        return p.fail("spells");
    }
    p.eat_any(&["was cast", "were cast", "you cast"])?;
    by_its_cost(p)
}

/// "using mana produced by ~": by that very object (106.3).
pub(super) fn using_its_mana(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("using mana produced by ~")?;
    let this = Filter::new(Kind::Object, Test::Is(Ref::This));
    Some(Test::ManaSpent(SpentMana::From(Box::new(this))))
}
