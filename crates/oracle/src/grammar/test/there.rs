//! How cards came where they are, in words.

use lawmage_ir::{EventPattern, Ref, Span, Test, Zone, ZoneSet};

use crate::grammar::condition::history::span_word;
use crate::grammar::noun::after::drawn_this_turn;
use crate::print::words;

/// "that was put there from the battlefield this turn", "drawn this turn".
pub(super) fn put_there_or_drawn(test: &Test, event: &EventPattern, span: Span, plural: bool) -> Option<String> {
    if *test == drawn_this_turn() {
        return Some("drawn this turn".to_owned());
    }
    if let EventPattern::Or(ways) = event
        && let [EventPattern::Moves { cause: Some(lawmage_ir::Cause::Discard), .. }, milled] = ways.as_slice()
        && put_there(milled) == Some(ZoneSet::of(Zone::Library))
    {
        return Some(format!("that was discarded or put there from a library {}", span_word(span)));
    }
    put_there(event).map(|from| put_there_from(from, span, plural))
}

/// "that wasn't put there this combat".
pub(super) fn not_put_there(event: &EventPattern, span: Span, plural: bool) -> Option<String> {
    let were = if plural { "that weren't" } else { "that wasn't" };
    (put_there(event)? == ZoneSet::ANYWHERE).then(|| format!("{were} put there {}", span_word(span)))
}

/// "that was put there from the battlefield this turn".
fn put_there_from(from: ZoneSet, span: lawmage_ir::Span, plural: bool) -> String {
    let were = if plural { "that were" } else { "that was" };
    let from = match from {
        ZoneSet::BATTLEFIELD => "from the battlefield".to_owned(),
        zones if zones == ZoneSet::ANYWHERE => "from anywhere".to_owned(),
        zones if zones == crate::grammar::event::all_but(Zone::Battlefield) => {
            "from anywhere other than the battlefield".to_owned()
        }
        zones => {
            let names: Vec<String> = zones.iter().map(|z| words::article(z.word())).collect();
            format!("from {}", words::list(&names, "or"))
        }
    };
    format!("{were} put there {from} {}", span_word(span))
}

/// From where it was put into the graveyard in which it is.
fn put_there(event: &EventPattern) -> Option<ZoneSet> {
    match event {
        EventPattern::Moves { what, from, to, cause: None, by: None }
            if what.test == Test::Is(Ref::It) && *to == ZoneSet::of(Zone::Graveyard) =>
        {
            Some(*from)
        }
        _ => None,
    }
}

/// Where a spell was cast from, as its noun phrase says it.
pub(super) fn cast_zone(zones: ZoneSet) -> &'static str {
    if zones == ZoneSet::of(Zone::Graveyard).union(ZoneSet::of(Zone::Exile)) {
        return "graveyards or from exile";
    }
    match zones.iter().next() {
        _ if zones == ZoneSet::of(Zone::Hand) => "your hand",
        Some(Zone::Exile) if zones == ZoneSet::of(Zone::Exile) => "exile",
        Some(Zone::Graveyard) if zones == ZoneSet::of(Zone::Graveyard) => "a graveyard",
        Some(Zone::Library) if zones == ZoneSet::of(Zone::Library) => "the top of your library",
        _ => "anywhere other than your hand",
    }
}
