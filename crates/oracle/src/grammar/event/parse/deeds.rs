//! What players do that the rules have a word for: "the Ring tempts you", "~ enlists a creature" (701, 702).

use lawmage_ir::{CardType, EventPattern, Filter, KeywordDeed, Kind, Ref, Status, Test, Who};

use super::Found;
use super::subject::{Subject, object_of, subject_of};
use crate::parse::Parser;

/// "the Ring tempts you [, if you chose a creature other than ~ as your Ring-bearer]", "you choose a creature as your
/// Ring-bearer" (701.52d). Whom a player chose is a fact of the event: asking again as the ability resolves (603.4) changes nothing.
pub(super) fn ring(p: &mut Parser<'_>) -> Option<Found> {
    let what = if p.eat("you choose a creature as your ring-bearer") {
        Some(Filter::permanent(Test::Type(CardType::Creature)))
    } else {
        p.expect("the ring tempts you")?;
        p.eat(", if you chose a creature other than ~ as your ring-bearer")
            .then(|| Filter::new(Kind::Object, Test::not(Test::Is(Ref::This))))
    };
    let pattern = EventPattern::Does { by: Who::You, deed: KeywordDeed::RingTempts, what, object: None };
    Some(Found::acted(pattern, &Who::You))
}

/// "you earthbend", "you airbend" (2026:701.65a, 2026:701.66b), "an opponent becomes the monarch" (722.1), "you clash [and
/// win]" (701.23), "you discover" (701.55), "you collect evidence" (701.57), "you give a gift" (702.174c), "you manifest dread" (701.60b).
pub(super) fn acts(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    let verbs = [
        ("earthbends", "earthbend", KeywordDeed::Earthbends),
        ("airbends", "airbend", KeywordDeed::Airbends),
        ("waterbends", "waterbend", KeywordDeed::Waterbends),
        ("firebends", "firebend", KeywordDeed::Firebends),
        ("blights", "blight", KeywordDeed::Blights),
        ("becomes the monarch", "become the monarch", KeywordDeed::BecomesMonarch),
        ("clashes and wins", "clash and win", KeywordDeed::WinsClash),
        ("clashes", "clash", KeywordDeed::Clashes),
        ("discovers", "discover", KeywordDeed::Discovers),
        ("collects evidence", "collect evidence", KeywordDeed::CollectsEvidence),
        ("forages", "forage", KeywordDeed::Forages),
        ("manifests dread", "manifest dread", KeywordDeed::ManifestsDread),
        ("foretells a card", "foretell a card", KeywordDeed::Foretells),
        ("gives a gift", "give a gift", KeywordDeed::GivesGift),
    ];
    let found = verbs.into_iter().find(|(one, many, _)| p.eat(one) || p.eat(many));
    let Some((.., deed)) = found else { return p.fail("a verb of the event") };
    if !p.at(",") {
        return p.fail("the end of the event");
    }
    Some(Found::acted(EventPattern::Does { by: who.clone(), deed, what: None, object: None }, who))
}

/// "crewed it", "saddled ~" (702.122b, 702.171b): what was done, and to what.
pub(crate) fn manned(p: &mut Parser<'_>) -> Option<(KeywordDeed, Filter)> {
    let deed = match p.eat_any(&["crewed", "saddled"])? {
        0 => KeywordDeed::Crews,
        _ => KeywordDeed::Saddles,
    };
    let it = crate::grammar::reference::reference(p)?;
    Some((deed, Filter::permanent(Test::Is(it))))
}

/// "becomes crewed" (702.122d), "connives" (701.47b), "evolves" (702.100b), "trains" (702.149c), "becomes renowned" (702.112b), "becomes plotted" of
/// the card itself (702.170).
pub(super) fn of_its_keyword(p: &mut Parser<'_>, subject: &Subject) -> Option<Found> {
    const DEEDS: [(&str, &str, KeywordDeed); 9] = [
        ("fights", "fight", KeywordDeed::Fights),
        ("connives", "connive", KeywordDeed::Connives),
        ("becomes crewed", "become crewed", KeywordDeed::BecomesCrewed),
        ("becomes renowned", "become renowned", KeywordDeed::BecomesRenowned),
        ("becomes prepared", "become prepared", KeywordDeed::BecomesPrepared),
        ("becomes plotted", "becomes plotted", KeywordDeed::BecomesPlotted),
        ("evolves", "evolve", KeywordDeed::Evolves),
        ("firebends", "firebend", KeywordDeed::Firebends),
        ("trains", "train", KeywordDeed::Trains),
    ];
    let (.., deed) = DEEDS.into_iter().find(|(one, many, _)| p.eat(one) || p.eat(many))?;
    if deed == KeywordDeed::BecomesPlotted && !subject.this {
        return p.fail("the card itself");
    }
    if deed == KeywordDeed::Fights && subject.batch {
        return p.fail("one creature that fights"); // what the two fighters count as together isn't told apart
    }
    let (by, what) = (Who::All, Some(subject.filter.clone()));
    Some(subject.found(EventPattern::Does { by, deed, what, object: None }))
}

/// "the final chapter ability of a Saga you control triggers", "… resolves" (714.2e).
pub(super) fn final_chapter(p: &mut Parser<'_>) -> Option<Found> {
    p.expect("the final chapter ability of")?;
    let saga = object_of(p)?;
    let deed = match p.eat_any(&["triggers", "resolves"])? {
        0 => KeywordDeed::FinalChapterTriggers,
        _ => KeywordDeed::FinalChapterResolves,
    };
    let pattern = EventPattern::Does { by: Who::All, deed, what: Some(saga.clone()), object: None };
    Some(Found { subject: Some(saga), ..Found::acted(pattern, &Who::You) })
}

/// "is championed with ~" (702.72c).
pub(super) fn championed(p: &mut Parser<'_>, subject: &Subject) -> Option<Found> {
    p.expect("is championed with ~")?;
    let (by, deed, object) = (Who::All, KeywordDeed::Champions, Some(subject.filter.clone()));
    let what = Some(Filter::permanent(Test::Is(Ref::This)));
    let pattern = EventPattern::Does { by, deed, what, object: object.clone() };
    Some(Found { object, ..Found::acted(pattern, &Who::You) })
}

/// "enlists a creature", "crews a Vehicle", "saddles a Mount", "mentors a creature" (702.122b, 702.134c, 702.154c, 702.171b).
pub(super) fn enlists(p: &mut Parser<'_>, subject: &Subject) -> Option<Found> {
    let verbs = ["enlists", "enlist", "crews", "crew", "saddles", "saddle", "mentors", "mentor"];
    let deed = match p.eat_any(&verbs)? {
        0 | 1 => KeywordDeed::Enlists,
        2 | 3 => KeywordDeed::Crews,
        4 | 5 => KeywordDeed::Saddles,
        _ => KeywordDeed::Mentors,
    };
    let object = object_of(p)?;
    let happens = |deed, object: &Filter| EventPattern::Does {
        by: Who::All,
        deed,
        what: Some(subject.filter.clone()),
        object: Some(object.clone()),
    };
    let mut pattern = happens(deed, &object);
    let mut either = object.clone();
    if deed == KeywordDeed::Saddles && p.eat("or crews") {
        let crewed = object_of(p)?;
        pattern = EventPattern::Or(vec![pattern, happens(KeywordDeed::Crews, &crewed)]);
        either = Filter::permanent(Test::Or(vec![object.test, crewed.test]));
    }
    // Another verb would leave open of which of the two "that" one is.
    if p.at("or") {
        return p.fail("the end of the event");
    }
    let mut found = subject.found(pattern);
    found.object = Some(either);
    Some(found)
}

/// "that card", of a card that may be cast: as what that becomes (400.7h).
pub(super) fn casts_that(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    p.expect("that card")?;
    let card = p.scope.latest(|r| r.sort == crate::parse::Sort::Card && !r.plural && !r.hidden())?;
    let card = p.scope.reference(&card.handle).filter(|card| matches!(card, Ref::Target(_)));
    let card = card.or_else(|| p.fail("a target that is cast later"))?;
    let what = Filter::new(Kind::Spell, Test::SameCard(card));
    let mut found = Found::acted(EventPattern::Casts { by: who.clone(), what: what.clone() }, who);
    found.subject = Some(what);
    // "That card" is what was cast, as it is then.
    let spell = crate::parse::Handle::Ref(Ref::Event(lawmage_ir::Role::Subject));
    p.scope.mention(crate::parse::Referent::new(spell, crate::parse::Sort::Card));
    Some(found)
}

/// "cast or cycle ~": either, in the zone where it happens (113.6k).
pub(super) fn cast_or_cycled(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    p.expect("cast or cycle ~")?;
    let this = |kind| Filter::new(kind, Test::Is(Ref::This));
    let cast = EventPattern::Casts { by: who.clone(), what: this(Kind::Spell) };
    let cycled = EventPattern::Cycles { by: who.clone(), what: this(Kind::Object) };
    let mut found = Found::acted(EventPattern::Or(vec![cast, cycled]), who);
    found.this = true;
    Some(found)
}

/// "kick a spell": cast one that is kicked (702.33d).
pub(super) fn kicks(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    p.eat_any(&["kick", "kicks"])?;
    p.expect("a spell")?;
    let kicked = Test::PaidCost(lawmage_ir::CostLabel::Keyword(lawmage_ir::Keyword::Kicker, 0));
    let what = Filter::new(Kind::Spell, kicked);
    let mut found = Found::acted(EventPattern::Casts { by: who.clone(), what: what.clone() }, who);
    found.subject = Some(what);
    Some(found)
}

/// "you tap an untapped creature an opponent controls", "untap one or more permanents" (701.21). That it is untapped says nothing more:
/// nothing else can be tapped.
pub(super) fn taps(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    let tap = p.eat_any(&["tap", "taps", "untap", "untaps"])? < 2;
    let subject = subject_of(p).filter(|subject| subject.filter.kind == Kind::Permanent)?;
    let (status, others): (Vec<&Test>, Vec<&Test>) =
        subject.filter.test.conjuncts().iter().partition(|test| **test == Test::Status(Status::Untapped));
    if tap == status.is_empty() {
        return p.fail("an untapped permanent");
    }
    let what = Filter::permanent(Test::all(others.into_iter().cloned()));
    let subject = Subject { filter: what.clone(), ..subject };
    let by = who.clone();
    let pattern = if tap { EventPattern::Taps { by, what } } else { EventPattern::Untaps { by, what } };
    let pattern = if subject.batch { EventPattern::Batch(Box::new(pattern)) } else { pattern };
    let found = if subject.batch { subject.found(pattern).counted() } else { subject.found(pattern) };
    Some(Found { actor: *who != Who::You, ..found })
}

/// "you turn a permanent face up" (708.7).
pub(super) fn turns_up(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    p.eat_any(&["turn", "turns"])?;
    let subject = subject_of(p).filter(|subject| subject.filter.kind == Kind::Permanent && !subject.batch)?;
    p.expect("face up")?;
    let what = Some(subject.filter.clone());
    let pattern = EventPattern::Does { by: who.clone(), deed: KeywordDeed::TurnsFaceUp, what, object: None };
    Some(Found { actor: *who != Who::You, ..subject.found(pattern) })
}

/// Behind "transforms into": the face whose text it is, or "a non-Human creature", which it is then.
pub(super) fn transforms_into(p: &mut Parser<'_>, what: Filter) -> Option<EventPattern> {
    if p.eat("~") {
        return Some(EventPattern::TransformsInto(what));
    }
    p.eat_any(&["a", "an"])?;
    let into = crate::grammar::noun::filter(p).filter(|into| into.kind == Kind::Permanent)?;
    let is = lawmage_ir::Condition::Is(lawmage_ir::Ref::Event(lawmage_ir::Role::Subject), into.test);
    Some(EventPattern::While(Box::new(EventPattern::Transforms(what)), Box::new(is)))
}
