//! Where objects are, and where they came from.

use lawmage_ir::{Amount, Cmp, Condition, Filter, Kind, Ref, Selector, Test, Zone, ZoneSet};

use super::controls::{Quantity, and_another, quantity};
use super::object::it;
use crate::grammar::event::and_test;
use crate::grammar::noun;
use crate::parse::{Handle, Parser, Referent, Sort};

/// "seven or more cards are in your graveyard", "a creature card is in a graveyard", "two or more creatures are attacking".
pub(crate) fn located(p: &mut Parser<'_>) -> Option<Condition> {
    let quantity = quantity(p)?;
    let filter = quantity.filter(p)?;
    let mut all = vec![(quantity, filter)];
    while let Some(more) = p.attempt(and_another) {
        all.push(more);
    }
    p.eat_any(&["are", "is"])?;
    if let [(quantity, card)] = all.as_slice()
        && let Some(such) = p.attempt(|p| exiled_with_this(p, card))
    {
        return Some(quantity.counted(such));
    }
    // "three or more creatures are attacking", "another Aura is attached to enchanted creature"
    let so = match p.eat_any(&["attacking", "attached to"]) {
        Some(0) => Some(Test::Status(lawmage_ir::Status::Attacking)),
        Some(_) => {
            let host = crate::grammar::reference::reference(p)?;
            // "As long as another Aura is attached to enchanted creature, it has first strike": that creature has.
            if let Ref::Host(_) = host {
                p.scope.mention(Referent::new(Handle::Ref(host.clone()), Sort::Permanent));
            }
            Some(Test::AttachedTo(host))
        }
        None => None,
    };
    if let Some(so) = so {
        let one = |(quantity, filter): (Quantity, Filter)| quantity.counted(and_test(filter, so.clone()));
        let mut conditions: Vec<Condition> = all.into_iter().map(one).collect();
        return if conditions.len() == 1 { conditions.pop() } else { Some(Condition::And(conditions)) };
    }
    let there = if p.eat("on the battlefield") {
        None
    } else {
        p.expect("in")?;
        Some(crate::grammar::event::zone(p)?)
    };
    let mut conditions = Vec::new();
    for (quantity, filter) in all {
        let filter = match &there {
            None => filter,
            Some((zones, owner)) if matches!(filter.kind, Kind::Card(_)) => {
                let test = Test::all([filter.test].into_iter().chain(owner.clone().map(Test::Owned)));
                Filter::new(Kind::Card(*zones), test)
            }
            Some(_) => return p.fail("cards"),
        };
        conditions.push(quantity.counted(filter));
    }
    Some(if conditions.len() == 1 { conditions.remove(0) } else { Condition::And(conditions) })
}

/// "it entered from your graveyard", as what it is now; "one or more of them entered from a graveyard or was cast from a graveyard".
pub(super) fn entered_from(p: &mut Parser<'_>) -> Option<Condition> {
    let several = p.eat("one or more of");
    p.expect(if several { "them entered from" } else { "it entered from" })?;
    let of = match several {
        true => {
            let them = p.scope.latest(|r| r.sort == Sort::Permanent && r.plural)?;
            p.scope.reference(&them.handle)?
        }
        false => it(p)?,
    };
    let own = p.at("your");
    let from = zone(p)?;
    let whose = own.then_some(Test::Owned(lawmage_ir::Who::You));
    let what = Test::all([Test::Is(of.clone())].into_iter().chain(whose.clone()));
    let what = lawmage_ir::Filter::permanent(what);
    let entered = lawmage_ir::EventPattern::Moves { what, from, to: ZoneSet::BATTLEFIELD, cause: None, by: None };
    let entered = Condition::Happened(Box::new(entered), lawmage_ir::Span::ThisTurn, 1);
    let cast = p.attempt(|p| {
        p.expect("or was cast from")?;
        (p.at("your") == own && zone(p)? == from).then_some(())
    });
    if cast.is_none() {
        return Some(entered);
    }
    let cast = Condition::WasCast(of.clone(), Some(from), None);
    let cast = match whose {
        // Of several, one that was cast from there need not be one that is yours.
        Some(_) if several => return p.fail("a zone that isn't yours alone"),
        Some(whose) => Condition::And(vec![cast, Condition::Is(of, whose)]),
        None => cast,
    };
    Some(Condition::Or(vec![entered, cast]))
}

pub(super) fn zone(p: &mut Parser<'_>) -> Option<ZoneSet> {
    Some(
        match p.eat_any(&[
            "your hand",
            "your graveyard",
            "a graveyard",
            "exile",
            "your library",
            "the command zone",
            "anywhere other than your hand",
        ])? {
            0 => ZoneSet::of(Zone::Hand),
            1 | 2 => ZoneSet::of(Zone::Graveyard),
            3 => ZoneSet::of(Zone::Exile),
            4 => ZoneSet::of(Zone::Library),
            5 => ZoneSet::of(Zone::Command),
            _ => Zone::ALL
                .into_iter()
                .filter(|z| *z != Zone::Hand)
                .fold(ZoneSet::default(), |set, z| set.union(ZoneSet::of(z))),
        },
    )
}

/// "with three or more creature cards above it", "with a creature card directly above it": of its graveyard (404.2).
pub(super) fn cards_above(p: &mut Parser<'_>, of: Ref) -> Option<Condition> {
    p.expect("with")?;
    let least = p.attempt(|p| {
        let n = p.number()?;
        p.expect("or more")?;
        Some(n)
    });
    let least = least.or_else(|| p.eat_any(&["a", "an"]).map(|_| 1))?;
    let cards = noun::bare(p)?;
    let Kind::Card(_) = cards.filter.kind else { return p.fail("cards") };
    let directly = p.eat("directly");
    p.expect("above it")?;
    if directly && least != 1 {
        return p.fail("one card");
    }
    p.scope.face.orders_graveyard = true;
    let above = Test::all([cards.filter.test, Test::Above(of, directly)]);
    let cards = Selector::All(Filter::new(Kind::Card(ZoneSet::of(Zone::Graveyard)), above));
    Some(Condition::Compare(Amount::Count(Box::new(cards)), Cmp::AtLeast, Amount::Const(least)))
}

/// "three or more creature cards are above ~" (404.2).
pub(super) fn are_above(p: &mut Parser<'_>) -> Option<Condition> {
    let least = p.number()?;
    p.expect("or more")?;
    let cards = noun::bare(p)?;
    let Kind::Card(_) = cards.filter.kind else { return p.fail("cards") };
    p.expect("are above ~")?;
    p.scope.face.orders_graveyard = true;
    let above = Test::all([cards.filter.test, Test::Above(Ref::This, false)]);
    let cards = Selector::All(Filter::new(Kind::Card(ZoneSet::of(Zone::Graveyard)), above));
    Some(Condition::Compare(Amount::Count(Box::new(cards)), Cmp::AtLeast, Amount::Const(least)))
}

/// "a creature card", behind "a card exiled with ~ is" (607.2a).
fn exiled_with_this(p: &mut Parser<'_>, card: &Filter) -> Option<Filter> {
    let (Kind::Card(_), Test::Is(Ref::Linked(_))) = (&card.kind, &card.test) else { return None };
    p.eat_any(&["a", "an"])?;
    let is = noun::filter(p).filter(|is| matches!(is.kind, Kind::Card(zones) if zones == ZoneSet::default()))?;
    Some(Filter::new(card.kind.clone(), Test::all([is.test, card.test.clone()])))
}
