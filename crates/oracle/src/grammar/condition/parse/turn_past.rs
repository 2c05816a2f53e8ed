//! What happened in the turn, in phrases of their own.

use lawmage_ir::{Condition, EventPattern, Filter, KeywordDeed, Kind, Span, Test, Who};

use crate::grammar::noun;
use crate::parse::Parser;

/// "a noncreature permanent under your control was destroyed this turn by a spell or ability an opponent controlled".
pub(super) fn destroyed_by(p: &mut Parser<'_>) -> Option<Condition> {
    p.eat_any(&["a", "an"])?;
    let noun = noun::bare(p)?;
    if noun.plural || noun.filter.kind != Kind::Permanent {
        return p.fail("a permanent");
    }
    p.expect("under your control was destroyed this turn by a spell or ability an opponent controlled")?;
    let what = Filter::permanent(Test::all([noun.filter.test, Test::Controlled(Who::You)]));
    let destroyed =
        EventPattern::Does { by: Who::Opponents, deed: KeywordDeed::Destroys, what: Some(what), object: None };
    Some(Condition::Happened(Box::new(destroyed), Span::ThisTurn, 1))
}

/// "you've cast both a creature spell and a noncreature spell this turn".
pub(super) fn cast_both(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("you've cast both")?;
    let one = |p: &mut Parser<'_>| {
        p.eat_any(&["a", "an"])?;
        let what = noun::filter(p).filter(|what| what.kind == Kind::Spell)?;
        let cast = EventPattern::Casts { by: Who::You, what };
        Some(Condition::Happened(Box::new(cast), Span::ThisTurn, 1))
    };
    let first = one(p)?;
    p.expect("and")?;
    let second = one(p)?;
    p.expect("this turn")?;
    Some(Condition::And(vec![first, second]))
}
