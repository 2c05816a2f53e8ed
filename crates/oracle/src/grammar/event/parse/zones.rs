//! Zones as events name them: "from your graveyard", "into a graveyard from anywhere".

use lawmage_ir::{
    Amount, CardType, Cmp, Condition, EventPattern, Filter, Kind, KindOf, Ref, Selector, SubtypeKind, Test, Who, Zone,
    ZoneSet,
};

use super::subject::and_test;
use crate::grammar::noun;
use crate::parse::Parser;

/// "from anywhere other than your hand", of what is cast.
pub(crate) fn cast_elsewhere() -> Test {
    Test::CastFrom(all_but(Zone::Hand))
}

/// Every zone but those.
pub(crate) fn all_but(zone: Zone) -> ZoneSet {
    Zone::ALL
        .into_iter()
        .filter(|z| *z != zone && *z != Zone::Outside)
        .fold(ZoneSet::default(), |set, z| set.union(ZoneSet::of(z)))
}

/// "your graveyard", "a graveyard", "exile", "the battlefield", "an opponent's graveyard": the zone and whose.
pub(crate) fn zone(p: &mut Parser<'_>) -> Option<(ZoneSet, Option<Who>)> {
    if p.eat("the battlefield") {
        return Some((ZoneSet::BATTLEFIELD, None));
    }
    if p.eat("exile") {
        return Some((ZoneSet::of(Zone::Exile), None));
    }
    if p.eat("graveyards and/or the battlefield") {
        return Some((ZoneSet::of(Zone::Graveyard).union(ZoneSet::BATTLEFIELD), None));
    }
    if p.at("graveyards from") && p.eat("graveyards") {
        return Some((ZoneSet::of(Zone::Graveyard), None));
    }
    if p.at("hand ,") && p.eat("hand") {
        return Some((ZoneSet::of(Zone::Hand), None));
    }
    if p.eat("libraries") {
        return Some((ZoneSet::of(Zone::Library), None));
    }
    if p.eat("the stack") {
        return Some((ZoneSet::of(Zone::Stack), None));
    }
    if p.eat("the command zone") {
        return Some((ZoneSet::of(Zone::Command), None));
    }
    if p.eat("anywhere other than the battlefield") {
        return Some((all_but(Zone::Battlefield), None));
    }
    if p.eat("anywhere other than your hand") || p.eat("anywhere other than their hand") {
        return Some((all_but(Zone::Hand), None));
    }
    if p.eat("anywhere") {
        return Some((ZoneSet::ANYWHERE, None));
    }
    let owner = owner(p)?;
    let mut set = ZoneSet::of(zone_word(p)?);
    while let Some(more) = p.attempt(|p| {
        p.eat_any(&["and/or", "or", "and"])?;
        p.eat("your");
        zone_word(p)
    }) {
        set = set.union(ZoneSet::of(more));
    }
    Some((set, owner))
}

fn owner(p: &mut Parser<'_>) -> Option<Option<Who>> {
    const OWNERS: &[(&str, Option<Who>)] = &[
        ("your", Some(Who::You)),
        ("a player 's", None),
        ("an opponent 's", Some(Who::Opponents)),
        ("your opponents 's", Some(Who::Opponents)),
        ("their owner 's", None),
        ("its owner 's", None),
        ("their", None),
        ("a", None),
        ("any", None),
    ];
    OWNERS.iter().find(|(phrase, _)| p.eat(phrase)).map(|(_, who)| who.clone())
}

fn zone_word(p: &mut Parser<'_>) -> Option<Zone> {
    const WORDS: &[(&str, Zone)] = &[
        ("graveyard", Zone::Graveyard),
        ("graveyards", Zone::Graveyard),
        ("hand", Zone::Hand),
        ("hands", Zone::Hand),
        ("library", Zone::Library),
        ("libraries", Zone::Library),
        ("exile", Zone::Exile),
    ];
    WORDS.iter().find(|(word, _)| p.eat(word)).map(|(_, zone)| *zone)
}

/// That it has two or more card types (205.2).
pub(crate) fn of_two_types() -> Test {
    let types = Amount::Kinds(KindOf::CardType, Box::new(Selector::Ref(Ref::It)));
    Test::If(Box::new(Condition::Compare(types, Cmp::AtLeast, Amount::Const(2))))
}

/// "a land", "another land", "a card from exile", after "play": a card is a land or cast as a spell (701.14b).
pub(crate) fn played(p: &mut Parser<'_>, who: &Who) -> Option<EventPattern> {
    let card = p.eat("a card");
    let land = if card { Filter::permanent(Test::Any) } else { some_land(p)? };
    let zones = p.attempt(|p| {
        p.expect("from")?;
        let (zones, whose) = zone(p)?;
        matches!(whose, None | Some(Who::You)).then_some(zones)
    });
    let from = zones.unwrap_or(ZoneSet::ANYWHERE);
    // "a card with two or more card types"
    let more = if card && p.eat("with two or more card types") { of_two_types() } else { Test::Any };
    let land = and_test(land, more.clone());
    let land = EventPattern::PlaysLand { by: who.clone(), what: land, from };
    if !card {
        return Some(land);
    }
    let mut what = Filter::new(Kind::Spell, Test::all([Test::Card, more]));
    if let Some(zones) = zones {
        what = and_test(what, Test::CastFrom(zones));
    }
    Some(EventPattern::Or(vec![land, EventPattern::Casts { by: who.clone(), what }]))
}

/// "a land", "a nonbasic land", "an Island": what only lands can be.
fn some_land(p: &mut Parser<'_>) -> Option<Filter> {
    fn only_lands(test: &Test) -> bool {
        match test {
            Test::Type(t) => *t == CardType::Land,
            Test::Subtype(s) => s.kind() == SubtypeKind::Land,
            Test::And(all) => all.iter().any(only_lands),
            Test::Or(all) => all.iter().all(only_lands),
            _ => false,
        }
    }
    if !p.at("another") {
        p.eat_any(&["a", "an"])?;
    }
    let filter = noun::filter(p)?;
    if filter.kind != Kind::Permanent || !only_lands(&filter.test) {
        return p.fail("a land");
    }
    // What is played is a land: that needs no test.
    let plain = filter.test == Test::Type(CardType::Land);
    Some(if plain { Filter::permanent(Test::Any) } else { filter })
}
