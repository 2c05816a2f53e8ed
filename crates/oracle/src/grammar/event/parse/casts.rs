//! Casting, as an event (601.2i).

use lawmage_ir::{Condition, EventPattern, Filter, Kind, Ref, Span, Test, Who, Zone, ZoneSet};

use super::limits::nth_of_a_turn;
use super::player::{either, ordinal};
use super::subject::and_test;
use super::{Found, zones};
use crate::grammar::noun;
use crate::parse::Parser;

/// Behind "when you spend this mana to": the casting it is spent on (106.6).
pub(crate) fn cast_with_mana(p: &mut Parser<'_>) -> Option<EventPattern> {
    if p.eat("cast your commander") {
        let what = Filter::new(Kind::Spell, crate::grammar::condition::your_commander());
        let mut found = Found::acted(EventPattern::Casts { by: Who::You, what: what.clone() }, &Who::You);
        found.subject = Some(what);
        super::mention(p, &found);
        return Some(found.pattern);
    }
    if !p.at_any(&["cast a", "cast an"]) {
        return p.fail("the casting of a spell");
    }
    let found = casts(p, &Who::You)?;
    match &found.pattern {
        EventPattern::Casts { .. } => {
            super::mention(p, &found);
            Some(found.pattern)
        }
        _ => p.fail("one spell of those"),
    }
}

/// "the fourth spell of a turn is cast": of all that players cast in it, taken together.
pub(super) fn nth_of_all(p: &mut Parser<'_>) -> Option<Found> {
    p.expect("the")?;
    let nth = crate::grammar::words::ordinal_word(p.word())?;
    p.advance();
    if nth == 1
        && let Some(found) = p.attempt(first_such_of_all)
    {
        return Some(found);
    }
    p.expect("spell of a turn is cast")?;
    let what = Filter::new(Kind::Spell, Test::NthSpell(lawmage_ir::Who::All, nth));
    let pattern = EventPattern::Casts { by: lawmage_ir::Who::All, what: what.clone() };
    Some(Found { subject: Some(what), ..Found::acted(pattern, &lawmage_ir::Who::You) })
}

/// That no such event came before the one at hand in its turn.
pub(crate) fn none_before(event: EventPattern) -> Condition {
    let before = Condition::Happened(Box::new(EventPattern::Before(Box::new(event))), Span::ThisTurn, 1);
    Condition::Not(Box::new(before))
}

/// "[the first] noncreature spell of a turn is cast": no player has cast another before it.
fn first_such_of_all(p: &mut Parser<'_>) -> Option<Found> {
    let what = crate::grammar::noun::bare(p).filter(|noun| noun.filter.kind == Kind::Spell && !noun.plural)?.filter;
    p.expect("of a turn is cast")?;
    let casts = EventPattern::Casts { by: lawmage_ir::Who::All, what: what.clone() };
    let first = EventPattern::While(Box::new(casts.clone()), Box::new(none_before(casts)));
    Some(Found { subject: Some(what), ..Found::acted(first, &lawmage_ir::Who::You) })
}

/// "casts a spell", "cast your second spell each turn", "cast this spell".
pub(super) fn casts(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    let cast_too = p.eat("cast or copy") || p.eat("casts or copies");
    if cast_too || p.at_any(&["copy a", "copy an", "copies a", "copies an"]) {
        if !cast_too {
            either(p, "copy", "copies")?;
        }
        p.eat_any(&["a", "an"])?;
        let what = spell(p)?;
        let mut pattern = EventPattern::Copies { by: who.clone(), what: what.clone() };
        if cast_too {
            pattern = EventPattern::Or(vec![EventPattern::Casts { by: who.clone(), what: what.clone() }, pattern]);
        }
        return Some(Found { subject: Some(what), ..Found::acted(pattern, who) });
    }
    either(p, "cast", "casts")?;
    if p.eat("~") {
        let mut what = Filter::new(Kind::Spell, Test::Is(Ref::This));
        if p.eat("from anywhere other than exile") {
            what = and_test(what, Test::CastFrom(zones::all_but(Zone::Exile)));
        }
        let mut found = Found::acted(EventPattern::Casts { by: who.clone(), what }, who);
        found.this = true;
        return Some(found);
    }
    // 903.3
    if *who == Who::You && p.eat("your commander") {
        let what = Filter::new(Kind::Spell, crate::grammar::condition::your_commander());
        let mut found = Found::acted(EventPattern::Casts { by: Who::You, what: what.clone() }, who);
        found.subject = Some(what);
        return Some(found);
    }
    if let Some(found) = p.attempt(|p| super::deeds::casts_that(p, who)) {
        return Some(found);
    }
    // "When you cast your next spell": the waiting ability triggers once.
    let next = p.eat("your next");
    // "When you next cast instant or sorcery spell"
    let after_next = p.pos().checked_sub(2).and_then(|at| p.tokens().get(at)).is_some_and(|t| &*t.text == "next");
    let nth = if next { None } else { ordinal(p) };
    let batch = !next && nth.is_none() && p.eat("one or more");
    let other = !next && nth.is_none() && !batch && p.eat("another");
    let article = next || nth.is_some() || batch || other || p.eat_any(&["a", "an"]).is_some();
    if !article && !after_next {
        return p.fail("a spell");
    }
    let mut what = spell(p)?;
    if other {
        what = and_test(what, Test::not(Test::Is(Ref::This)));
    }
    if p.eat("from") {
        let (zones, whose) = zones::zone(p)?;
        what = and_test(what, Test::CastFrom(zones));
        // Cards of others may be cast from their graveyards, too.
        if zones == ZoneSet::of(Zone::Graveyard)
            && let Some(whose) = whose
        {
            what = and_test(what, Test::Owned(whose));
        }
    }
    if let Some(by) = p.attempt(noun::after::by_its_cost) {
        what = and_test(what, by);
    }
    if next && !p.at("this turn") {
        return p.fail("until when it is waited for");
    }
    let mut pattern = EventPattern::Casts { by: who.clone(), what: what.clone() };
    if let Some(nth) = nth {
        pattern = nth_of_a_turn(p, who, pattern, nth)?;
    }
    let mut found = Found::acted(pattern, who);
    found.subject = Some(what);
    Some(found)
}

/// A noun phrase that names spells.
pub(super) fn spell(p: &mut Parser<'_>) -> Option<Filter> {
    let filter = noun::filter(p)?;
    matches!(filter.kind, Kind::Spell).then_some(filter)
}
