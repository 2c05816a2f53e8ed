//! Zones and whose they are.

use lawmage_ir::{Who, Zone, ZoneSet};

use crate::grammar::{player, words};
use crate::parse::Parser;

/// A zone's word, singular or plural.
pub fn zone_word(p: &mut Parser<'_>) -> Option<Zone> {
    const ZONES: [Zone; 5] = [Zone::Graveyard, Zone::Hand, Zone::Library, Zone::Exile, Zone::Command];
    ZONES.into_iter().find(|zone| p.eat(zone.word()) || *zone != Zone::Exile && eat_plural(p, *zone))
}

fn eat_plural(p: &mut Parser<'_>, zone: Zone) -> bool {
    let read = p.word().ends_with('s') && p.word() == words::plural(zone.word());
    if read {
        p.advance();
    }
    read
}

/// "your graveyard", "a graveyard", "all graveyards", "their hand or graveyard", "exile", "target player's graveyard".
pub fn owned_zone(p: &mut Parser<'_>) -> Option<(ZoneSet, Who)> {
    p.attempt(|p| {
        if p.eat("exile") {
            return Some((ZoneSet::of(Zone::Exile), Who::All));
        }
        // 400.11b, 701.19j
        if p.eat("outside the game") {
            return Some((ZoneSet::of(Zone::Outside), Who::All));
        }
        let whose = if p.at("all opponents 's") {
            player::possessive(p)?
        } else if p.eat("each player 's")
            || p.eat("a")
            || p.eat("all")
            || p.eat("any")
            || p.at("graveyards")
            || p.eat("each")
        {
            Who::All
        } else if let Some(one) = p.attempt(player::up_to_one) {
            one
        } else if p.eat("the command zone") {
            return Some((ZoneSet::of(Zone::Command), Who::All));
        } else {
            player::possessive(p)?
        };
        Some((zones(p)?, whose))
    })
}

/// "hand", "hand or graveyard", "graveyard, hand, and library", "library and/or graveyard".
pub fn zones(p: &mut Parser<'_>) -> Option<ZoneSet> {
    let mut zones = ZoneSet::of(zone_word(p)?);
    while let Some(more) = p.attempt(|p| {
        let comma = p.comma();
        let joint = p.eat_any(&["or", "and", "and/or"]).is_some();
        if !comma && !joint {
            return None;
        }
        let _ = p.eat("your") || p.eat("their") || p.at("the command zone") && p.eat("the");
        // "from that player's graveyard and exile it": another verb.
        if p.at_any(&["exile it", "exile that", "exile them", "exile those"]) {
            return None;
        }
        let zone = zone_word(p)?;
        // "If there are seven or more cards in your graveyard, exile a card": no list ends so.
        if !joint && !p.at(",") && !p.at_any(&["or", "and", "and/or"]) {
            return None;
        }
        Some(zone)
    }) {
        zones = zones.union(ZoneSet::of(more));
    }
    Some(zones)
}
