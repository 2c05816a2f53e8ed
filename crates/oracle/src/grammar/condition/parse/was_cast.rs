//! Whether an object was cast, by whom, from where and how (601).

use lawmage_ir::{Condition, CostLabel, EventPattern, Filter, Ref, Span, Test, Who, ZoneSet};

use super::negate;
use super::object::{cost_label, it};
use super::places::zone;
use crate::grammar::cost;
use crate::parse::{Parser, Sort};

/// "its sneak cost was paid this turn": a permanent that was cast enters in the turn it was cast.
pub(super) fn in_this_turn(of: Ref, paid: Condition) -> Condition {
    let what = Filter::permanent(Test::Is(of));
    let (from, to) = (ZoneSet::ANYWHERE, ZoneSet::BATTLEFIELD);
    let enters = EventPattern::Moves { what, from, to, cause: None, by: None };
    Condition::And(vec![paid, super::happened(enters, Span::ThisTurn)])
}

/// "you cast it", "you cast it from your hand", "you didn't cast it".
pub(super) fn you_cast(p: &mut Parser<'_>) -> Option<Condition> {
    let not = !matches!(p.eat_any(&["you cast", "you didn't cast"])?, 0);
    let what = if p.eat("it") { it(p)? } else { cost::object(p)? };
    let zones = if p.eat("from") { Some(zone(p)?) } else { None };
    Some(negate(Condition::WasCast(what, zones, Some(Who::You)), not))
}

/// "it was cast", "this spell was cast from your graveyard", "it wasn't cast".
pub(super) fn was_cast(p: &mut Parser<'_>) -> Option<Condition> {
    if p.eat("none of them were cast") {
        let them = p.scope.latest(|r| r.sort != Sort::Player)?;
        let them = p.scope.reference(&them.handle)?;
        return Some(Condition::Not(Box::new(Condition::WasCast(them, None, None))));
    }
    // "Put the exiled card into your hand if it wasn't cast this way.": by the instruction before, if that was followed.
    if p.eat("it wasn't cast this way") {
        let cast = p.scope.latest(|r| r.verb == Some("cast"))?.clause()?;
        return Some(Condition::Not(Box::new(Condition::Done(p.scope.bind(cast)))));
    }
    // What has a name in the plural is "they".
    let own_name = p.at_any(&["they were cast using", "they weren't cast using"])
        && p.scope.latest(|r| r.sort != Sort::Player).is_none_or(|r| r.this);
    let what = if own_name && p.eat("they") {
        Ref::This
    } else if p.eat("it") {
        it(p)?
    } else {
        cost::object(p)?
    };
    let were: &[&str] = if own_name { &["were cast", "weren't cast"] } else { &["was cast", "wasn't cast"] };
    let not = p.eat_any(were)? != 0;
    // "it was cast using web-slinging"
    if p.eat("using") {
        let keyword = crate::grammar::keyword::bare_keyword(p)?;
        return Some(negate(Condition::Paid(what, CostLabel::Keyword(keyword, 0)), not));
    }
    // "that creature was cast for its warp cost"
    if p.eat("for its") {
        return Some(negate(Condition::Paid(what, cost_label(p)?), not));
    }
    let by = p.eat("by you").then_some(Who::You);
    let zones = if p.eat("from") { Some(zone(p)?) } else { None };
    Some(negate(Condition::WasCast(what, zones, by), not))
}
