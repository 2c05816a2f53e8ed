//! What players do that the rules have a word for: "the Ring tempts you", "~ enlists a creature" (701, 702).

use lawmage_ir::{CardType, EventPattern, Filter, KeywordDeed, Kind, Ref, Test, Who};

use super::Found;
use super::player::either;
use super::subject::{Subject, object_of};
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

/// "you earthbend", "you airbend" (2026:701.65a, 2026:701.66b).
pub(super) fn bends(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    let deed = match p.eat_any(&["earthbends", "earthbend", "airbends", "airbend"])? {
        0 | 1 => KeywordDeed::Earthbends,
        _ => KeywordDeed::Airbends,
    };
    if !p.at(",") {
        return p.fail("the end of the event");
    }
    Some(Found::acted(EventPattern::Does { by: who.clone(), deed, what: None, object: None }, who))
}

/// "enlists a creature" (702.154c).
pub(super) fn enlists(p: &mut Parser<'_>, subject: &Subject) -> Option<Found> {
    either(p, "enlist", "enlists")?;
    let object = object_of(p)?;
    let (what, deed) = (Some(subject.filter.clone()), KeywordDeed::Enlists);
    let mut found = subject.found(EventPattern::Does { by: Who::All, deed, what, object: Some(object.clone()) });
    found.object = Some(object);
    Some(found)
}
