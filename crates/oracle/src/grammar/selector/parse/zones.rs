//! The zones of cards that a phrase picks.

use lawmage_ir::{Filter, Kind, Selector, Test, Who, Zone, ZoneSet};

/// Fills in the zone of cards whose zone the verb tells: a discarded card is in hand.
pub fn fill_zone(selector: &mut Selector, zone: Zone, owner: Option<&Who>) {
    match selector {
        Selector::Choose(choice) => fill_zone(&mut choice.from, zone, owner),
        Selector::All(filter) => {
            if let Kind::Card(zones) = &mut filter.kind
                && *zones == ZoneSet::default()
            {
                *zones = ZoneSet::of(zone);
                if let Some(owner) = owner {
                    let old = std::mem::replace(&mut filter.test, Test::Any);
                    filter.test = Test::all([old, Test::Owned(owner.clone())]);
                }
            }
        }
        Selector::Those(inner, _) => fill_zone(inner, zone, owner),
        Selector::Except(a, b) => {
            fill_zone(a, zone, owner);
            fill_zone(b, zone, owner);
        }
        Selector::Union(all) => all.iter_mut().for_each(|s| fill_zone(s, zone, owner)),
        Selector::Ref(_)
        | Selector::Players(_)
        | Selector::Top(..)
        | Selector::Bottom(..)
        | Selector::GraveyardEnd { .. } => {}
    }
}

/// Where chosen cards are, where it is one zone, and whose it is.
pub(super) fn place_of(selector: &Selector) -> Option<(Zone, Option<Who>)> {
    let Selector::Choose(choice) = selector else { return None };
    let Selector::All(Filter { kind: Kind::Card(zones), test }) = &choice.from else { return None };
    let zone = zones.iter().next().filter(|zone| *zones == ZoneSet::of(*zone))?;
    let owner = |test: &Test| if let Test::Owned(who) = test { Some(who.clone()) } else { None };
    let owner = if let Test::And(all) = test { all.iter().find_map(owner) } else { owner(test) };
    Some((zone, owner))
}

/// Whether a selection speaks of cards without saying in which zone.
#[must_use]
pub fn lacks_zone(selector: &Selector) -> bool {
    match selector {
        Selector::Choose(choice) => lacks_zone(&choice.from),
        Selector::All(filter) => matches!(filter.kind, Kind::Card(zones) if zones == ZoneSet::default()),
        Selector::Those(inner, _) => lacks_zone(inner),
        Selector::Except(a, b) => lacks_zone(a) || lacks_zone(b),
        Selector::Union(all) => all.iter().any(lacks_zone),
        Selector::Ref(_)
        | Selector::Players(_)
        | Selector::Top(..)
        | Selector::Bottom(..)
        | Selector::GraveyardEnd { .. } => false,
    }
}
