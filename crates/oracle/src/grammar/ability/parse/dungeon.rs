//! The rooms of dungeon cards (309.4): "Name — effect. (Leads to: Name, Name)".

use lawmage_ir::{Ability, EventPattern, Room, TriggeredAbility, Zone, ZoneSet};

use crate::grammar::{ability, effect};
use crate::parse::Parser;

/// The rooms that a dungeon's text lists, each with the places of those it leads to.
pub(crate) fn rooms(text: &str) -> Vec<Room> {
    let lines: Vec<(&str, &str)> = text.lines().filter_map(|l| l.split_once(" — ")).collect();
    let place = |name: &str| lines.iter().position(|(n, _)| n.trim() == name.trim()).and_then(|n| u8::try_from(n).ok());
    let exits = |rest: &str| {
        let list = rest.split_once("(Leads to:").and_then(|(_, l)| l.split_once(')'));
        list.map_or_else(Vec::new, |(names, _)| names.split(',').filter_map(place).collect())
    };
    lines.iter().map(|(name, rest)| Room { name: name.trim().into(), exits: exits(rest) }).collect()
}

/// One room's line, perhaps with its name still before it.
pub(crate) fn room(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    let _ = p.attempt(|p| {
        while !p.eat("—") {
            if p.at_end() || p.at(".") {
                return None;
            }
            p.advance();
        }
        Some(())
    });
    let program = effect::program(p)?;
    ability::end(p)?;
    Some(vec![Ability::Triggered(TriggeredAbility {
        zones: ZoneSet::of(Zone::Command),
        ..TriggeredAbility::new(EventPattern::EntersRoom(0), program)
    })])
}

/// The ability of the room of that number.
pub(crate) fn numbered(ability: Ability, room: usize) -> Ability {
    match ability {
        Ability::Triggered(mut triggered) => {
            triggered.event = EventPattern::EntersRoom(u8::try_from(room).unwrap_or(u8::MAX));
            Ability::Triggered(triggered)
        }
        other => other,
    }
}
