//! What happened in the turn, in phrases of their own.

use lawmage_ir::{
    ActivatedSort, CardType, Condition, EventPattern, Filter, Keyword, KeywordDeed, Kind, Ref, Span, Test, Who, Zone,
    ZoneSet,
};

use super::history::Asked;
use crate::grammar::event::{and_test, subject_of};
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

/// "it wasn't the first land you played this turn", of the land whose playing is the event: one was played before it.
pub(super) fn another_land(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("it wasn't the first land you played this turn")?;
    let plays = p.tokens().get(1..5).is_some_and(|said| said.iter().map(|t| &*t.text).eq(["you", "play", "a", "land"]));
    if !plays {
        return p.fail("a land that you play");
    }
    Some(Condition::Happened(Box::new(land_before()), Span::ThisTurn, 1))
}

/// That you play a land, earlier than the event at hand.
pub(crate) fn land_before() -> EventPattern {
    let land = Filter::permanent(Test::Type(CardType::Land));
    EventPattern::Before(Box::new(EventPattern::PlaysLand { by: Who::You, what: land, from: ZoneSet::ANYWHERE }))
}

/// "a +1/+1 counter was put on a permanent under your control this turn", "a counter was put on ~ this turn".
pub(super) fn counter_was_put(p: &mut Parser<'_>) -> Option<Condition> {
    p.eat_any(&["a", "an", "one or more"])?;
    let kind = crate::grammar::event::counter_kind(p)?;
    p.eat_any(&["was put on", "were put on"])?;
    let on = match p.eat("~") {
        true => Filter::permanent(Test::Is(lawmage_ir::Ref::This)),
        false => subject_of(p)?.filter,
    };
    let on = if p.eat("under your control") { and_test(on, Test::Controlled(Who::You)) } else { on };
    if on.kind != Kind::Permanent {
        return p.fail("a permanent");
    }
    p.expect("this turn")?;
    let put = EventPattern::CountersPut { on, kind, by: None, by_effect: false };
    Some(super::happened(put, Span::ThisTurn))
}

/// "you gained and lost life this turn": both.
pub(super) fn gained_and_lost(p: &mut Parser<'_>) -> Option<Condition> {
    p.eat_any(&["you gained and lost life this turn", "you've gained and lost life this turn"])?;
    let both = [EventPattern::GainsLife(Who::You), EventPattern::LosesLife(Who::You)];
    Some(Condition::And(both.into_iter().map(|event| super::happened(event, Span::ThisTurn)).collect()))
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

/// "had a land enter the battlefield under your control", "played a land".
pub(super) fn landfall(p: &mut Parser<'_>, who: &Who) -> Option<Asked> {
    if p.eat("played") || p.eat("play") {
        return crate::grammar::event::played(p, who).map(Asked::once);
    }
    p.expect("had")?;
    let subject = subject_of(p)?;
    if p.eat("put into their graveyard from anywhere") {
        let owned = [Test::Card, subject.filter.test, Test::Owned(who.clone())];
        let what = Filter::new(Kind::Object, Test::all(owned));
        let to = ZoneSet::of(Zone::Graveyard);
        let pattern = EventPattern::Moves { what, from: ZoneSet::ANYWHERE, to, cause: None, by: None };
        return Some(Asked { pattern, times: subject.least, sum: None });
    }
    const ENTER: &[&str] = &["enter under your control", "enter under their control", "enter", "they control enter"];
    let what = match p.eat_any(ENTER)? {
        // "had a land you control enter": the noun phrase says whose.
        2 if says_whose(&subject.filter.test) => subject.filter,
        2 => return p.fail("under whose control"),
        _ => and_test(subject.filter, Test::Controlled(who.clone())),
    };
    let pattern =
        EventPattern::Moves { what, from: ZoneSet::ANYWHERE, to: ZoneSet::BATTLEFIELD, cause: None, by: None };
    Some(Asked { pattern, times: subject.least, sum: None })
}

pub(super) fn says_whose(test: &Test) -> bool {
    match test {
        Test::Controlled(_) => true,
        Test::And(all) => all.iter().any(says_whose),
        _ => false,
    }
}

/// "you've committed a crime this turn", "you've surveilled this turn", "you haven't activated an exhaust ability this turn".
pub(super) fn your_deed(p: &mut Parser<'_>) -> Option<Condition> {
    if p.eat("you've done all four this turn") {
        return done_all(p, 4);
    }
    // What may be cast from exile and hasn't been is still there (400.7).
    if let Some(card) = p.attempt(|p| {
        p.expect("you haven't cast")?;
        if p.eat("the card") {
            let card = p.scope.latest(|r| r.sort == crate::parse::Sort::Card && !r.plural)?;
            return p.scope.reference(&card.handle);
        }
        let it = crate::grammar::reference::it(p)?;
        p.expect("it")?;
        p.scope.reference(&it.handle)
    }) {
        return Some(Condition::InZone(card, lawmage_ir::ZoneSet::of(Zone::Exile)));
    }
    // Of a permanent, that it is what that spell became.
    if !p.scope.face.spell && p.eat("you've cast ~ this turn") {
        return Some(Condition::Is(Ref::This, crate::grammar::noun::after::cast_this_turn(Some(Who::You))));
    }
    let not = p.eat_any(&["you've", "you haven't", "you"])? == 1;
    let done = if p.eat("committed a crime") {
        EventPattern::CommitsCrime(Who::You)
    } else if p.eat("surveilled") {
        EventPattern::Surveils(Who::You)
    } else if let Some(sort) = p.attempt(activated_ability) {
        let source = Filter::new(Kind::Object, Test::Any);
        EventPattern::Activates { by: Who::You, source, mana_too: true, only: Some(ActivatedSort::Keyword(sort)) }
    } else {
        let (_, deed) = DEEDS.into_iter().find(|(words, _)| p.eat(words))?;
        EventPattern::Does { by: Who::You, deed, what: None, object: None }
    };
    p.expect("this turn")?;
    Some(super::negate(super::happened(done, Span::ThisTurn), not))
}

/// "activated an exhaust ability": of which keyword.
fn activated_ability(p: &mut Parser<'_>) -> Option<Keyword> {
    p.expect("activated")?;
    let found = p.eat_any(&["an exhaust ability", "a power-up ability", "a boast ability"])?;
    [Keyword::Exhaust, Keyword::PowerUp, Keyword::Boast].get(found).copied()
}

/// What players have done, by the rules' words for it.
pub(crate) const DEEDS: [(&str, KeywordDeed); 10] = [
    ("waterbent", KeywordDeed::Waterbends),
    ("earthbent", KeywordDeed::Earthbends),
    ("firebent", KeywordDeed::Firebends),
    ("airbent", KeywordDeed::Airbends),
    ("blighted", KeywordDeed::Blights),
    ("foraged", KeywordDeed::Forages),
    ("discovered", KeywordDeed::Discovers),
    ("collected evidence", KeywordDeed::CollectsEvidence),
    ("manifested dread", KeywordDeed::ManifestsDread),
    ("given a gift", KeywordDeed::GivesGift),
];

/// "you've done all four this turn", of the things whose doing is the event: each of them.
fn done_all(p: &mut Parser<'_>, n: usize) -> Option<Condition> {
    let comma = p.tokens().iter().rposition(|t| &*t.text == "or")?;
    let said = p.tokens().get(..comma + 2).filter(|said| said.first().is_some_and(|t| &*t.text == "whenever"))?;
    let event = |t: &crate::lex::Token| match &*t.text {
        "waterbend" => Some(KeywordDeed::Waterbends),
        "earthbend" => Some(KeywordDeed::Earthbends),
        "firebend" => Some(KeywordDeed::Firebends),
        "airbend" => Some(KeywordDeed::Airbends),
        _ => None,
    };
    let deeds: Vec<KeywordDeed> = said.iter().filter_map(event).collect();
    if deeds.len() != n {
        return p.fail("so many things");
    }
    let did =
        |deed| super::happened(EventPattern::Does { by: Who::You, deed, what: None, object: None }, Span::ThisTurn);
    Some(Condition::And(deeds.into_iter().map(did).collect()))
}

/// "was dealt damage this turn", "wasn't dealt damage this turn", behind an object.
pub(super) fn was_dealt_damage(p: &mut Parser<'_>, of: &Ref) -> Option<Condition> {
    let not = p.eat_any(&["was dealt damage this turn", "wasn't dealt damage this turn"])? == 1;
    let (by, to) = (Filter::new(Kind::Object, Test::Any), Filter::new(Kind::Object, Test::Is(Ref::It)));
    let dealt = EventPattern::Damage { by, to, combat: None };
    let did = Test::Did(Box::new(dealt), Span::ThisTurn);
    Some(super::negate(Condition::Is(of.clone(), did), not))
}

/// "you've played a land or cast a spell this turn from anywhere other than your hand".
pub(super) fn from_elsewhere(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("you've played a land or cast a spell this turn from anywhere other than your hand")?;
    Some(super::happened(played_elsewhere(), Span::ThisTurn))
}

/// That you play a land or cast a spell from anywhere other than your hand.
pub(crate) fn played_elsewhere() -> EventPattern {
    let land = Filter::permanent(Test::Type(CardType::Land));
    let from = crate::grammar::replacement::elsewhere(Zone::Hand);
    let cast = Filter::new(Kind::Spell, crate::grammar::event::cast_elsewhere());
    EventPattern::Or(vec![
        EventPattern::PlaysLand { by: Who::You, what: land, from },
        EventPattern::Casts { by: Who::You, what: cast },
    ])
}

/// "this artifact or another artifact entered under your control this turn".
pub(super) fn this_or_another(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("~ or another")?;
    let noun = noun::bare(p).filter(|noun| !noun.plural && noun.filter.kind == Kind::Permanent)?;
    p.expect("entered under your control this turn")?;
    let either = Test::Or(vec![Test::Is(Ref::This), noun.filter.test]);
    let what = Filter::permanent(Test::all([either, Test::Controlled(Who::You)]));
    let entered =
        EventPattern::Moves { what, from: ZoneSet::ANYWHERE, to: ZoneSet::BATTLEFIELD, cause: None, by: None };
    Some(super::happened(entered, Span::ThisTurn))
}

/// "were put into graveyards from anywhere", "was put into your graveyard from anywhere", "was put into exile".
pub(super) fn put_from_anywhere(p: &mut Parser<'_>, what: &Filter) -> Option<EventPattern> {
    const PUT: &[(&str, Zone, Option<Who>)] = &[
        ("was put into a graveyard from anywhere", Zone::Graveyard, None),
        ("were put into graveyards from anywhere", Zone::Graveyard, None),
        ("was put into your graveyard from anywhere", Zone::Graveyard, Some(Who::You)),
        ("were put into your graveyard from anywhere", Zone::Graveyard, Some(Who::You)),
        ("was put into exile", Zone::Exile, None),
        ("were put into exile", Zone::Exile, None),
    ];
    let (_, to, owner) = PUT.iter().find(|(words, ..)| p.eat(words))?;
    // 108.2b: a token is no card.
    let card = matches!(what.kind, Kind::Card(_)).then(|| Test::not(Test::Token));
    let test = Test::all([what.test.clone()].into_iter().chain(card).chain(owner.clone().map(Test::Owned)));
    let what = Filter::new(Kind::Object, test);
    let elsewhere = p.eat("other than the battlefield");
    let from = if elsewhere { ZoneSet::BATTLEFIELD.complement() } else { ZoneSet::ANYWHERE };
    Some(EventPattern::Moves { what, from, to: ZoneSet::of(*to), cause: None, by: None })
}

/// "an oil counter was removed from a permanent you controlled this turn".
pub(super) fn counter_was_removed(p: &mut Parser<'_>) -> Option<Condition> {
    p.eat_any(&["a", "an", "one or more"])?;
    let kind = crate::grammar::event::counter_kind(p)?;
    p.eat_any(&["was removed from", "were removed from"])?;
    p.eat_any(&["a", "an"])?;
    let what = noun::bare(p).filter(|noun| !noun.plural && noun.filter.kind == Kind::Permanent)?;
    p.expect("you controlled this turn")?;
    let from = and_test(what.filter, Test::Controlled(Who::You));
    Some(super::happened(EventPattern::CountersRemoved { from, kind, last: false }, Span::ThisTurn))
}

/// "~ blocked or was blocked by a blue creature this turn".
pub(super) fn blocked_either(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("~ blocked or was blocked by")?;
    p.eat_any(&["a", "an"])?;
    let other = noun::filter(p).filter(|other| other.kind == Kind::Permanent)?;
    p.expect("this turn")?;
    let this = Filter::permanent(Test::Is(Ref::This));
    let blocked = EventPattern::Blocks { what: this.clone(), whom: Some(other.clone()) };
    let was_blocked = EventPattern::BecomesBlocked { what: this, by: Some(other) };
    Some(super::happened(EventPattern::Or(vec![blocked, was_blocked]), Span::ThisTurn))
}

/// "it came under your control this turn": it entered so, or you gained control of it.
pub(super) fn came_under_control(p: &mut Parser<'_>) -> Option<Condition> {
    let it = crate::grammar::cost::object(p)?;
    p.expect("came under your control this turn")?;
    let what = Filter::permanent(Test::Is(it));
    let entered = EventPattern::Moves {
        what: and_test(what.clone(), Test::Controlled(Who::You)),
        from: ZoneSet::ANYWHERE,
        to: ZoneSet::BATTLEFIELD,
        cause: None,
        by: None,
    };
    let gained = EventPattern::GainsControl { by: Who::You, what, from: None };
    Some(super::happened(EventPattern::Or(vec![entered, gained]), Span::ThisTurn))
}
