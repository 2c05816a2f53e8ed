//! Casting such spells as though they had flash (601.3b, 702.8).

use lawmage_ir::{Condition, EventPattern, Filter, Kind, Permission, Span, Test, Who};

use crate::grammar::noun;
use crate::parse::Parser;

/// "You may cast green creature spells as though they had flash."
pub(super) fn flash(p: &mut Parser<'_>) -> Option<Permission> {
    match flash_for(p)? {
        (permission, false) => Some(permission),
        _ => p.fail("no duration"),
    }
}

/// The same, and whether it is for this turn: "You may cast spells this turn as though they had flash."
pub(crate) fn flash_for(p: &mut Parser<'_>) -> Option<(Permission, bool)> {
    let who = match p.eat_any(&["you may cast", "any player may cast", "each player may cast"])? {
        0 => Who::You,
        _ => Who::All,
    };
    let first = who == Who::You && p.eat("the first");
    p.eat_any(&["a", "an"]);
    let mut filter = noun::filter(p)?;
    if filter.kind != Kind::Spell {
        return p.fail("spells");
    }
    if first {
        p.expect("you cast each turn")?;
        filter.test = Test::all([filter.test.clone(), none_cast_yet(filter.clone())]);
    }
    let this_turn = !first && p.eat("this turn");
    p.eat_any(&["as though they had flash", "as though it had flash"])?;
    Some((Permission::Flash(who, filter), this_turn))
}

/// That you have cast no such spell this turn: what is cast is the first.
fn none_cast_yet(what: Filter) -> Test {
    let cast = EventPattern::Casts { by: Who::You, what };
    let any = Condition::Happened(Box::new(cast), Span::ThisTurn, 1);
    Test::If(Box::new(Condition::Not(Box::new(any))))
}

/// Such a spell, where it is the first that is said.
pub(super) fn first_of(filter: &Filter) -> Option<Filter> {
    let (last, rest) = filter.test.conjuncts().split_last()?;
    let what = Filter::new(filter.kind.clone(), Test::all(rest.iter().cloned()));
    (*last == none_cast_yet(what.clone())).then_some(what)
}
