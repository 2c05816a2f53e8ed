//! What players do with dice, stickers, Attractions and in casual variants (123, 706, 717, 901, 904).

use lawmage_ir::{Amount, CasualEvent, Cmp, EventPattern, Filter, Kind, PlanarFace, Ref, Test, Who};

use super::Found;
use super::player::either;
use super::subject::subject_of;
use crate::grammar::noun;
use crate::parse::Parser;

/// "open an Attraction", "roll to visit your Attractions" (717).
pub(super) fn attractions(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    let deed = crate::grammar::attraction::deed(p)?;
    let what = Filter::permanent(Test::Any);
    let found = Found::acted(EventPattern::Attractions { by: who.clone(), deed, what: what.clone() }, who);
    Some(match deed {
        lawmage_ir::AttractionDeed::Roll => found.counted(),
        _ => Found { subject: Some(what), ..found },
    })
}

/// "roll one or more dice", "roll a die", "roll a 3 or higher" (706).
pub(super) fn rolls(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    either(p, "roll", "rolls")?;
    let rolled = EventPattern::Rolls(who.clone());
    let pattern = if p.eat("one or more dice") {
        EventPattern::Batch(Box::new(rolled))
    } else if p.eat("a die 's highest natural result") {
        EventPattern::RollsNatural(who.clone(), None)
    } else if p.eat("a die") {
        rolled
    } else if p.eat("a natural") {
        EventPattern::RollsNatural(who.clone(), Some(u32::try_from(p.number()?).ok()?))
    } else {
        p.expect("a")?;
        let least = Amount::Const(p.number()?);
        p.expect("or higher")?;
        EventPattern::Number(Box::new(rolled), Cmp::AtLeast, least)
    };
    p.scope.rollers = Some(who.clone());
    Some(Found::acted(pattern, who).counted())
}

/// "put a sticker on ~", "put a name sticker on a creature you own" (123.3).
pub(super) fn stickers(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    either(p, "put", "puts")?;
    p.eat_any(&["a", "an"])?;
    let kind = crate::grammar::sticker::kind(p)?;
    p.expect("on")?;
    let subject = subject_of(p)?;
    let mut found = subject.found(EventPattern::PutsSticker { by: who.clone(), kind, on: subject.filter.clone() });
    found.actor = *who != Who::You;
    Some(found)
}

/// What players do in casual variants: "planeswalk to ~", "encounter ~", "set this scheme in motion", "roll the planar die".
pub(super) fn casual(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    if p.eat("roll") || p.eat("rolls") {
        let faces = [
            ("the planar die", None),
            ("the planeswalker symbol on the planar die", Some(PlanarFace::Planeswalker)),
            ("the chaos symbol on the planar die", Some(PlanarFace::Chaos)),
        ];
        let (_, face) = faces.into_iter().find(|(words, _)| p.eat(words))?;
        return Some(Found::acted(EventPattern::Casual(CasualEvent::RollsPlanarDie(who.clone(), face)), who));
    }
    let made: fn(Who, Filter) -> CasualEvent = if p.eat("planeswalk to") || p.eat("planeswalks to") {
        CasualEvent::PlaneswalksTo
    } else if p.eat("planeswalk away from") || p.eat("planeswalks away from") {
        CasualEvent::PlaneswalksFrom
    } else if p.eat("encounter") || p.eat("encounters") {
        CasualEvent::Encounters
    } else if p.eat("set") || p.eat("sets") {
        CasualEvent::SetsInMotion
    } else if p.eat("abandon") || p.eat("abandons") {
        CasualEvent::Abandons
    } else {
        return None;
    };
    let subject = subject_of(p)?;
    let what = Filter::new(Kind::Object, subject.filter.test.clone());
    let event = made(who.clone(), what);
    if matches!(event, CasualEvent::SetsInMotion(..)) {
        p.expect("in motion")?;
    }
    let mut found = subject.found(EventPattern::Casual(event));
    found.actor = *who != Who::You;
    Some(found)
}

/// "complete a dungeon" (309.7).
pub(super) fn completes(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    either(p, "complete", "completes")?;
    p.expect("a dungeon")?;
    Some(Found::acted(EventPattern::CompletesDungeon(who.clone()), who))
}

/// "unlock this door" (709.5h), "fully unlock a Room" (709.5i).
pub(super) fn unlocks(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    let fully = p.eat("fully");
    either(p, "unlock", "unlocks")?;
    let what = if fully {
        p.eat_any(&["a", "an"])?;
        noun::filter(p)?
    } else {
        p.expect("this door")?;
        Filter::permanent(Test::Is(Ref::This))
    };
    let mut found = Found::acted(EventPattern::Unlocks { by: who.clone(), what: what.clone(), fully }, who);
    found.this = !fully;
    found.subject = Some(what);
    Some(found)
}
