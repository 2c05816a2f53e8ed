//! "Three or more lands with the same name", "a permanent of each color": how many are alike, and one of each of several kinds.

use lawmage_ir::{Amount, Cmp, Condition, Filter, Kind, Quality, Ref, Selector, SetLimit, Test, Who, Zone, ZoneSet};

use crate::grammar::event::and_test;
use crate::grammar::noun;
use crate::parse::{Parser, Sort};

/// Behind "you control": "three or more lands with the same name [as one another]", "three or more creatures that share a creature
/// type".
pub(super) fn so_many_alike(p: &mut Parser<'_>) -> Option<(Amount, Filter, Quality)> {
    let n = Amount::Const(p.number()?);
    p.expect("or more")?;
    let noun = noun::noun(p)?;
    if noun.filter.kind != Kind::Permanent {
        return p.fail("permanents");
    }
    let quality = match noun.limit {
        _ if p.eat("with the same name as one another") => Quality::Name,
        Some(SetLimit::AllShare(quality @ (Quality::Name | Quality::CreatureType))) => quality,
        _ => return p.fail("what they have in common"),
    };
    Some((n, noun.filter, quality))
}

/// "another permanent with the same name is on the battlefield", of the permanent that was spoken of.
pub(super) fn namesake_there(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("another permanent with the same name is on the battlefield")?;
    let said = p.scope.latest(|r| r.sort == Sort::Permanent && !r.plural)?;
    let it = p.scope.reference(&said.handle)?;
    let others = Test::all([Test::not(Test::Is(it.clone())), Test::Shares(Quality::Name, it)]);
    let others = Amount::Count(Box::new(Selector::All(Filter::permanent(others))));
    Some(Condition::Compare(others, Cmp::AtLeast, Amount::ONE))
}

/// "a card with the same name is in a graveyard", "a nontoken permanent with the same name is on the battlefield", of the spell or
/// permanent that was spoken of.
pub(super) fn one_is_there(p: &mut Parser<'_>) -> Option<Condition> {
    p.eat_any(&["a", "an"])?;
    let mut what = noun::bare(p).filter(|what| !what.plural && what.limit.is_none())?.filter;
    p.expect("with the same name")?;
    match (p.eat_any(&["is in a graveyard", "is on the battlefield"])?, &mut what.kind) {
        (0, Kind::Card(zones)) => *zones = ZoneSet::of(Zone::Graveyard),
        (1, Kind::Permanent) => {}
        _ => return p.fail("where it is"),
    }
    let said = p.scope.latest(|r| matches!(r.sort, Sort::Spell | Sort::Permanent) && !r.plural && !r.hidden())?;
    let it = p.scope.reference(&said.handle)?;
    let such = and_test(what, Test::Shares(Quality::Name, it));
    Some(Condition::Compare(Amount::Count(Box::new(Selector::All(such))), Cmp::AtLeast, Amount::ONE))
}

/// "this card is the only creature card in your graveyard".
pub(super) fn only_one_there(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("~ is the only")?;
    let card = noun::bare(p).filter(|card| !card.plural && matches!(card.filter.kind, Kind::Card(_)))?;
    p.expect("in your graveyard")?;
    let there = ZoneSet::of(Zone::Graveyard);
    let such = Filter::new(Kind::Card(there), Test::all([card.filter.test, Test::Owned(Who::You)]));
    let one = Condition::Compare(Amount::Count(Box::new(Selector::All(such.clone()))), Cmp::Equal, Amount::ONE);
    Some(Condition::And(vec![Condition::InZone(Ref::This, there), Condition::Is(Ref::This, such.test), one]))
}

/// "a permanent of each color", "a land of each basic land type and a creature of each color": one of each, which one permanent may be
/// for several.
pub(super) fn one_of_each(p: &mut Parser<'_>) -> Option<Vec<Filter>> {
    let mut all = Vec::new();
    loop {
        p.eat_any(&["a", "an"])?;
        let noun = noun::bare(p).filter(|noun| !noun.plural && noun.filter.kind == Kind::Permanent)?;
        let kinds: Vec<Test> = match p.eat_any(&["of each color", "of each basic land type"])? {
            0 => lawmage_ir::Color::ALL.into_iter().map(Test::Color).collect(),
            _ => lawmage_ir::Subtype::BASIC_LANDS.map(Test::Subtype).to_vec(),
        };
        all.extend(kinds.into_iter().map(|kind| and_test(noun.filter.clone(), kind)));
        if !p.eat("and") {
            return Some(all);
        }
    }
}
