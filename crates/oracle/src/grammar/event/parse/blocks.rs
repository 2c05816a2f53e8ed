//! Creatures that block and become blocked (509.3).

use lawmage_ir::{Amount, CardType, Cmp, Condition, EventPattern, Filter, Ref, Role, Selector, Stat, Test};

use super::Found;
use super::subject::{Subject, object_of};
use crate::parse::Parser;

/// "blocks [a creature]", "becomes blocked [by a creature]", "isn't blocked".
pub(super) fn blocks(p: &mut Parser<'_>, subject: &Subject) -> Option<Found> {
    let what = subject.filter.clone();
    if p.eat("isn't blocked") {
        return Some(subject.found(EventPattern::Unblocked(what)));
    }
    if p.eat("blocks") || p.eat("block") {
        if p.eat("or becomes blocked by") || p.eat("or become blocked by") {
            let several = p.at("one or more");
            let other = object_of(p)?;
            let all = vec![
                EventPattern::Blocks { what: what.clone(), whom: Some(other.clone()) },
                EventPattern::BecomesBlocked { what, by: Some(other.clone()) },
            ];
            if several {
                // 509.3d: once for all of them.
                let all = all.into_iter().map(|event| EventPattern::Batch(Box::new(event))).collect();
                return Some(subject.found(EventPattern::Or(all)));
            }
            let mut found = subject.found(EventPattern::Or(all));
            found.object = Some(other);
            return Some(found);
        }
        if let Some(event) = p.attempt(|p| blocks_many(p, &what)) {
            return Some(subject.found(event));
        }
        if p.at("one or more") {
            let whom = Some(object_of(p)?);
            return Some(subject.found(EventPattern::Batch(Box::new(EventPattern::Blocks { what, whom }))));
        }
        let whom = p.attempt(object_of);
        let event = EventPattern::Blocks { what, whom: whom.clone() };
        let mut found = subject.found(if whom.is_some() { with_power(p, event) } else { event });
        // 509.3a: without a noun it triggers once; what it blocks can still be spoken of.
        found.object = whom;
        return Some(found);
    }
    p.eat_any(&["becomes blocked", "become blocked"])?;
    if let Some(event) = p.attempt(|p| blocked_by_many(p, &what)) {
        return Some(subject.found(event));
    }
    if p.at("by one or more") {
        // 509.3d: once for all of them, of whom nothing singular speaks.
        p.advance();
        let by = Some(object_of(p)?);
        return Some(subject.found(EventPattern::Batch(Box::new(EventPattern::BecomesBlocked { what, by }))));
    }
    let by = if p.eat("by") { Some(object_of(p)?) } else { None };
    let event = EventPattern::BecomesBlocked { what, by: by.clone() };
    let mut found = subject.found(if by.is_some() { with_power(p, event) } else { event });
    found.object = by;
    Some(found)
}

/// "with lesser power", "with greater power", of the other creature: than that of the one of which the event is told.
fn with_power(p: &mut Parser<'_>, event: EventPattern) -> EventPattern {
    let cmp = match p.eat_any(&["with lesser power", "with greater power"]) {
        Some(0) => Cmp::Less,
        Some(_) => Cmp::Greater,
        None => return event,
    };
    let power = |role| Amount::Stat(Stat::Power, Ref::Event(role));
    let condition = Condition::Compare(power(Role::Object), cmp, power(Role::Subject));
    EventPattern::While(Box::new(event), Box::new(condition))
}

/// The word that [`with_power`] has read, of such an event.
pub(crate) fn of_lesser_power(event: &EventPattern, condition: &Condition) -> Option<&'static str> {
    if !matches!(event, EventPattern::Blocks { .. } | EventPattern::BecomesBlocked { .. }) {
        return None;
    }
    let power = |role| Amount::Stat(Stat::Power, Ref::Event(role));
    match condition {
        Condition::Compare(a, cmp @ (Cmp::Less | Cmp::Greater), b)
            if *a == power(Role::Object) && *b == power(Role::Subject) =>
        {
            Some(if *cmp == Cmp::Less { "lesser" } else { "greater" })
        }
        _ => None,
    }
}

/// "becomes blocked by two or more creatures" (509.3e).
fn blocked_by_many(p: &mut Parser<'_>, what: &Filter) -> Option<EventPattern> {
    p.expect("by")?;
    let least = p.number()?;
    p.expect("or more creatures")?;
    let blockers = Test::all([Test::Type(CardType::Creature), Test::Blocking(Ref::Event(Role::Subject))]);
    let number = Amount::Count(Box::new(Selector::All(Filter::permanent(blockers))));
    let many = Condition::Compare(number, Cmp::AtLeast, Amount::Const(least));
    let blocked = EventPattern::BecomesBlocked { what: what.clone(), by: None };
    Some(EventPattern::While(Box::new(blocked), Box::new(many)))
}

/// "blocks two or more creatures" (509.3a): once, as it blocks so many.
fn blocks_many(p: &mut Parser<'_>, what: &Filter) -> Option<EventPattern> {
    let least = p.number()?;
    p.expect("or more creatures")?;
    let blocked = Test::all([Test::Type(CardType::Creature), Test::BlockedBy(Ref::Event(Role::Subject))]);
    let number = Amount::Count(Box::new(Selector::All(Filter::permanent(blocked))));
    let many = Condition::Compare(number, Cmp::AtLeast, Amount::Const(least));
    let blocks = EventPattern::Blocks { what: what.clone(), whom: None };
    Some(EventPattern::While(Box::new(blocks), Box::new(many)))
}
