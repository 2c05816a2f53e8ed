//! What a spell or ability is to cause: "whenever a spell or ability an opponent controls causes you to discard a card".

use lawmage_ir::{Condition, EventPattern, KeywordDeed, Kind, Test, Who, Zone, ZoneSet};

use super::{Filter, Found, player};
use crate::parse::Parser;

/// "a spell or ability an opponent controls causes you to discard ~".
pub(super) fn caused(p: &mut Parser<'_>) -> Option<Found> {
    if let Some(shuffled) = p.attempt(causes_a_shuffle) {
        return Some(shuffled);
    }
    if let Some(gained) = p.attempt(spell_gains_life) {
        return Some(gained);
    }
    if let Some(added) = p.attempt(adds_chosen_mana) {
        return Some(added);
    }
    let by = causer(p)?;
    if p.eat("destroys") {
        p.eat_any(&["a", "an"])?;
        let what = crate::grammar::noun::filter(p).filter(|what| what.kind == Kind::Permanent)?;
        let pattern =
            EventPattern::Does { by: by.clone(), deed: KeywordDeed::Destroys, what: Some(what), object: None };
        return Some(Found::acted(pattern, &by));
    }
    if p.eat("counters") {
        p.eat_any(&["a", "an"])?;
        let what = crate::grammar::noun::filter(p).filter(|what| what.kind == Kind::Spell)?;
        let countered = Box::new(EventPattern::Countered(what.clone()));
        let pattern = EventPattern::While(countered, Box::new(Condition::CausedBy(by)));
        return Some(Found { subject: Some(what), ..Found::acted(pattern, &Who::You) });
    }
    // "exiles one or more permanents from the battlefield": once for all of them (603.2c)
    if p.eat("exiles one or more") {
        let what = crate::grammar::noun::noun(p).filter(|what| what.filter.kind == Kind::Permanent && what.plural)?;
        p.expect("from the battlefield")?;
        let (from, to) = (ZoneSet::BATTLEFIELD, ZoneSet::of(Zone::Exile));
        let exiled = EventPattern::Moves { what: what.filter.clone(), from, to, cause: None, by: None };
        let batch = EventPattern::Batch(Box::new(exiled));
        let pattern = EventPattern::While(Box::new(batch), Box::new(Condition::CausedBy(by)));
        let found = Found { subject: Some(what.filter), plural: true, ..Found::acted(pattern, &Who::You) };
        return Some(found.counted());
    }
    // "causes a land to be put into your graveyard from the battlefield"
    if let Some(mut found) = p.attempt(put_into_graveyard) {
        found.pattern = EventPattern::While(Box::new(found.pattern), Box::new(Condition::CausedBy(by)));
        return Some(found);
    }
    p.expect("causes you to discard")?;
    let mut found = player::discarded(p, &Who::You)?;
    found.pattern = EventPattern::While(Box::new(found.pattern), Box::new(Condition::CausedBy(by)));
    Some(found)
}

/// "a land's ability adds one or more mana of the chosen color": whoever's it is.
fn adds_chosen_mana(p: &mut Parser<'_>) -> Option<Found> {
    p.eat_any(&["a", "an"])?;
    let source =
        crate::grammar::noun::bare(p).filter(|noun| noun.filter.kind == Kind::Permanent && !noun.plural)?.filter;
    p.expect("'s ability adds one or more mana of the chosen color")?;
    let of = Some(p.scope.face.color?);
    let adds = EventPattern::ProducesMana { source: source.clone(), by: Who::All, of };
    Some(Found { subject: Some(source), actor: true, ..Found::acted(adds, &Who::All) })
}

/// "a white instant or sorcery spell causes you to gain life": whoever controls it.
fn spell_gains_life(p: &mut Parser<'_>) -> Option<Found> {
    p.eat_any(&["a", "an"])?;
    let what = crate::grammar::noun::filter(p).filter(|what| what.kind == Kind::Spell)?;
    p.expect("causes you to gain life")?;
    let (gains, spell) = (EventPattern::GainsLife(Who::You), Condition::CausedBySpell(what));
    Some(Found::acted(EventPattern::While(Box::new(gains), Box::new(spell)), &Who::You).counted())
}

/// Behind whose spell or ability it is.
fn put_into_graveyard(p: &mut Parser<'_>) -> Option<Found> {
    p.expect("causes")?;
    p.eat_any(&["a", "an"])?;
    let what = crate::grammar::noun::filter(p).filter(|what| what.kind == Kind::Permanent)?;
    p.expect("to be put into your graveyard from the battlefield")?;
    let owned = Test::all([what.test, Test::Owned(Who::You)]);
    let what = Filter::permanent(owned);
    let (from, to) = (ZoneSet::BATTLEFIELD, ZoneSet::of(Zone::Graveyard));
    let pattern = EventPattern::Moves { what: what.clone(), from, to, cause: None, by: None };
    Some(Found { subject: Some(what), ..Found::acted(pattern, &Who::You) })
}

/// Whether that is that a card is discarded.
pub(crate) fn is_discard(event: &EventPattern) -> bool {
    matches!(event, EventPattern::Moves { cause: Some(lawmage_ir::Cause::Discard), .. })
}

/// "a spell or ability causes its controller to shuffle their library", "… causes a player to shuffle their library": by an
/// instruction of one, whoever controls it.
fn causes_a_shuffle(p: &mut Parser<'_>) -> Option<Found> {
    p.expect("a spell or ability causes")?;
    let by = match p.eat_any(&["its controller", "a player"])? {
        0 => Who::Actor,
        _ => Who::All,
    };
    p.expect("to shuffle their library")?;
    let shuffles = Box::new(EventPattern::Shuffles(Who::All));
    Some(Found::acted(EventPattern::While(shuffles, Box::new(Condition::CausedBy(by))), &Who::All))
}

/// "a spell or ability an opponent controls": whose spell or ability causes something.
pub(crate) fn causer(p: &mut Parser<'_>) -> Option<Who> {
    p.expect("a spell or ability")?;
    Some(match p.eat_any(&["an opponent controls", "you control"])? {
        0 => Who::Opponents,
        _ => Who::You,
    })
}
