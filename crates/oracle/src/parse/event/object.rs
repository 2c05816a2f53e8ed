//! What objects do and what happens to them: "~ or another creature you control dies".

use lawmage_ir::{Cause, Cmp, Amount, EventPattern, Filter, Kind, Ref, Test, Who, Zone, ZoneSet};

use super::subject::{Subject, object_of, subject};
use super::Found;
use crate::parse::{Parser, noun};

/// An event with an object as its subject: the subject, one or more verbs joined by "or".
pub(super) fn object_event(p: &mut Parser<'_>) -> Option<Found> {
    let subject = subject(p)?;
    let mut found = verb(p, &subject)?;
    let mut all = vec![found.pattern.clone()];
    loop {
        let mark = p.save();
        if !p.eat("or") {
            break;
        }
        match verb(p, &subject) {
            Some(next) => {
                found.object = found.object.filter(|_| next.object.is_some());
                found.number &= next.number;
                all.push(next.pattern);
            }
            None => {
                p.restore(mark);
                break;
            }
        }
    }
    if all.len() > 1 {
        found.pattern = EventPattern::Or(all);
    }
    if subject.batch {
        // 603.2c: such events at once trigger it once.
        found.pattern = EventPattern::Batch(Box::new(found.pattern));
    }
    Some(found)
}

fn verb(p: &mut Parser<'_>, subject: &Subject) -> Option<Found> {
    let mark = p.save();
    for rule in [enters, dies, leaves, put_into, attacks, blocks, damage, targeted, status, counters, passive] {
        if let Some(found) = rule(p, subject) {
            return Some(found);
        }
        p.restore(mark);
    }
    None
}

fn either(p: &mut Parser<'_>, singular: &str, plural: &str) -> bool {
    p.eat(singular) || p.eat(plural)
}

/// "enters [tapped] [under your control] [from …]".
fn enters(p: &mut Parser<'_>, subject: &Subject) -> Option<Found> {
    if !either(p, "enters", "enter") {
        return None;
    }
    let mut filter = subject.filter.clone();
    let mut from = ZoneSet::ANYWHERE;
    loop {
        if p.eat("tapped") {
            filter = and(filter, Test::Status(lawmage_ir::Status::Tapped));
        } else if p.eat("untapped") {
            filter = and(filter, Test::Status(lawmage_ir::Status::Untapped));
        } else if p.eat("under your control") {
            filter = and(filter, Test::Controlled(Who::You));
        } else if p.eat("under an opponent 's control") {
            filter = and(filter, Test::Controlled(Who::Opponents));
        } else if p.eat("from") {
            from = noun::zone_set(p)?;
        } else {
            break;
        }
    }
    let pattern = moves(filter, from, ZoneSet::BATTLEFIELD);
    Some(subject.found(pattern))
}

/// "dies" (700.4).
fn dies(p: &mut Parser<'_>, subject: &Subject) -> Option<Found> {
    if !either(p, "dies", "die") {
        return None;
    }
    let pattern = moves(subject.filter.clone(), ZoneSet::BATTLEFIELD, ZoneSet::of(Zone::Graveyard));
    Some(subject.found(pattern))
}

/// "leaves the battlefield", "leave your graveyard".
fn leaves(p: &mut Parser<'_>, subject: &Subject) -> Option<Found> {
    if !either(p, "leaves", "leave") {
        return None;
    }
    let mut to = ZoneSet::ANYWHERE;
    let from = if p.eat("the battlefield") {
        ZoneSet::BATTLEFIELD
    } else {
        let zones = noun::zone_set(p)?;
        let pattern = moves(subject.filter.clone(), zones, to);
        return Some(subject.found(pattern));
    };
    let mut filter = subject.filter.clone();
    if p.eat("without dying") {
        to = Zone::ALL.into_iter().filter(|z| *z != Zone::Graveyard).fold(ZoneSet::default(), |s, z| s.union(ZoneSet::of(z)));
    }
    if p.eat("under your control") {
        filter = and(filter, Test::Controlled(Who::You));
    }
    let pattern = moves(filter, from, to);
    Some(subject.found(pattern))
}

/// "is put into a graveyard from the battlefield", "are put into exile from your library".
fn put_into(p: &mut Parser<'_>, subject: &Subject) -> Option<Found> {
    if !either(p, "is", "are") {
        return None;
    }
    let (to, owner, cause) = if p.eat("put into") {
        let (to, owner) = noun::owned_zone(p)?;
        (to, owner, None)
    } else if p.eat("returned to") {
        let (to, owner) = noun::owned_zone(p)?;
        (to, owner, Some(Cause::Return))
    } else if p.eat("exiled") {
        (ZoneSet::of(Zone::Exile), None, Some(Cause::Exile))
    } else if p.eat("milled") {
        (ZoneSet::of(Zone::Graveyard), None, Some(Cause::Mill))
    } else if p.eat("sacrificed") {
        (ZoneSet::of(Zone::Graveyard), None, Some(Cause::Sacrifice))
    } else if p.eat("destroyed") {
        (ZoneSet::of(Zone::Graveyard), None, Some(Cause::Destroy))
    } else if p.eat("discarded") {
        (ZoneSet::ANYWHERE, None, Some(Cause::Discard))
    } else {
        return None;
    };
    let mut from = ZoneSet::ANYWHERE;
    let mut owned = owner;
    if p.eat("from") {
        if p.eat("anywhere other than the battlefield") {
            from = Zone::ALL
                .into_iter()
                .filter(|z| *z != Zone::Battlefield)
                .fold(ZoneSet::default(), |s, z| s.union(ZoneSet::of(z)));
        } else if p.eat("anywhere") {
        } else {
            let (zones, other) = noun::owned_zone(p)?;
            from = zones;
            owned = owned.or(other);
        }
    }
    let mut filter = subject.filter.clone();
    if from != ZoneSet::BATTLEFIELD && matches!(filter.kind, Kind::Card(_) | Kind::Permanent) {
        filter.kind = Kind::Object;
    }
    if let Some(owner) = owned {
        filter = and(filter, Test::Owned(owner));
    }
    let pattern = EventPattern::Moves { what: filter, from, to, cause, by: None };
    Some(subject.found(pattern))
}

/// "attacks [alone | a player | you …]", "attacks and isn't blocked", "and at least two other creatures attack".
fn attacks(p: &mut Parser<'_>, subject: &Subject) -> Option<Found> {
    if p.eat("and at least") {
        let others = p.number()?;
        if !(p.eat("other creatures attack") || p.eat("other creature attack")) {
            return None;
        }
        let pattern = EventPattern::Attacks {
            what: subject.filter.clone(),
            whom: None,
            alone: false,
            others: u32::try_from(others).ok()?,
        };
        return Some(subject.found(pattern));
    }
    if !either(p, "attacks", "attack") {
        return None;
    }
    if p.eat("and isn't blocked") || p.eat("and aren't blocked") {
        return Some(subject.found(EventPattern::Unblocked(subject.filter.clone())));
    }
    let alone = p.eat("alone");
    let whom = if alone { None } else { defender(p) };
    let pattern = EventPattern::Attacks { what: subject.filter.clone(), whom: whom.clone(), alone, others: 0 };
    let mut found = subject.found(pattern);
    found.object = whom;
    Some(found)
}

/// Whom they attack: "you", "you or a planeswalker you control", "a player".
fn defender(p: &mut Parser<'_>) -> Option<Filter> {
    const PLAYERS: &[(&str, Who, bool)] = &[
        ("you or a planeswalker you control", Who::You, true),
        ("you and/or one or more planeswalkers you control", Who::You, true),
        ("you and/or planeswalkers you control", Who::You, true),
        ("you", Who::You, false),
        ("one of your opponents or a planeswalker an opponent controls", Who::Opponents, true),
        ("one of your opponents", Who::Opponents, false),
        ("an opponent or a planeswalker an opponent controls", Who::Opponents, true),
    ];
    for (phrase, who, permanents) in PLAYERS {
        if p.eat(phrase) {
            let player = Test::If(Box::new(lawmage_ir::Condition::Compare(
                Amount::Players(who.clone()),
                Cmp::AtLeast,
                Amount::ONE,
            )));
            let _ = player;
            return Some(defending(who, *permanents));
        }
    }
    object_of(p)
}

/// Those players, and their planeswalkers too.
fn defending(who: &Who, permanents: bool) -> Filter {
    let players = Test::And(vec![Test::Player, Test::Controlled(who.clone())]);
    if permanents {
        let walkers =
            Test::all([Test::Type(lawmage_ir::CardType::Planeswalker), Test::Controlled(who.clone())]);
        Filter::new(Kind::PlayerOrPermanent, Test::Or(vec![players, walkers]))
    } else {
        Filter::new(Kind::Player, Test::Controlled(who.clone()))
    }
}
