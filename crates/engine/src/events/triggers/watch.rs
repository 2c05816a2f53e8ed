//! Who sees an event (603.2, 603.10): the objects whose triggered abilities are looked at.

use std::collections::BTreeMap;
use std::sync::Arc;

use lawmage_ir::{CasualEvent, EventPattern, Zone, ZoneSet};
use smallvec::SmallVec;

use crate::state::State;
use crate::state::chars::Chars;
use crate::state::event::Event;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::object::Snapshot;
use crate::state::occurrence::Occurrence;

use super::before::{Before, Changed};

/// An object whose abilities may trigger.
pub(super) struct Watcher<'a> {
    pub id: ObjectId,
    pub chars: &'a Chars,
    pub controller: PlayerId,
    pub zone: Zone,
    pub sight: Sight,
}

/// What watches a batch of events.
#[derive(Default)]
pub(super) struct Watch<'a> {
    /// Permanents with triggered abilities.
    pub here: SmallVec<[ObjectId; 16]>,
    /// Objects whose triggered abilities work in the zone where they are.
    pub elsewhere: SmallVec<[(ObjectId, Zone); 4]>,
    /// What objects have become that moved in the batch, in order; where an event of it looks back.
    pub came: SmallVec<[ObjectId; 4]>,
    /// What was there before and after, and was another thing before; those are not among the ones above.
    pub changed: Vec<Changed<'a>>,
    /// What left a public zone in the batch, with triggered abilities, and which zone; where an event of it looks back.
    left: SmallVec<[(&'a Arc<Snapshot>, Zone); 4]>,
}

/// So many pictures of objects are searched for one by one.
const FEW: usize = 16;

/// Which events an object sees of a batch in which something left the battlefield (603.10).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sight {
    /// All: it was there before and is there after.
    All,
    /// It came in the same batch: none that its abilities would have to look back at.
    After,
    /// It left in the same batch: only those its abilities look back at.
    Before,
}

impl State {
    /// What watches a batch of events: permanents, objects whose abilities work elsewhere (113.6), and where an event looks
    /// back, what came and what left in the same batch (603.10).
    pub(super) fn watch<'s>(&'s self, batch: &'s [Occurrence], before: Option<&'s Before>) -> Watch<'s> {
        let mut watch = Watch { here: self.watching(), ..Watch::default() };
        let mut elsewhere = |ids: &[ObjectId], zone: Zone| {
            let unheard = !matches!(zone, Zone::Stack | Zone::Command) && !self.roaming.triggers.has(zone);
            for id in if unheard { &[] } else { ids } {
                let Some(object) = self.get(*id) else { continue };
                // A spell may have been given its ability: "spells you cast have cascade" (613.1f); so may a card in exile, like
                // one that has gained suspend.
                let given = matches!(zone, Zone::Stack | Zone::Exile);
                let marks = if given { &self.chars(*id).marks } else { &object.base.marks };
                if marks.trigger_zones.has(zone) {
                    watch.elsewhere.push((*id, zone));
                }
            }
        };
        elsewhere(&self.stack, Zone::Stack);
        elsewhere(&self.exile, Zone::Exile);
        elsewhere(&self.command, Zone::Command);
        for player in &self.players {
            elsewhere(&player.graveyard, Zone::Graveyard);
            elsewhere(&player.hand, Zone::Hand);
        }
        // A card in a hand may have been given miracle (702.94a).
        let drawn = batch.iter().filter_map(|o| match o.event {
            Event::RevealedDrawn { card, .. } => Some(card),
            _ => None,
        });
        for card in drawn.filter(|id| self.get(*id).is_some_and(|o| o.zone == Zone::Hand)) {
            let known = watch.elsewhere.iter().any(|(id, _)| *id == card);
            if !known && self.chars(card).marks.trigger_zones.has(Zone::Hand) {
                watch.elsewhere.push((card, Zone::Hand));
            }
        }
        if batch.iter().any(|o| looks_back(&o.event)) {
            self.watch_those_that_moved(batch, &mut watch);
            if let Some(before) = before {
                self.set_changed_apart(before, &mut watch);
            }
        }
        watch
    }

    fn watch_those_that_moved<'s>(&'s self, batch: &[Occurrence], watch: &mut Watch<'s>) {
        let moved = |o: &Occurrence| match o.event {
            Event::Moved { object, now, from, .. } => Some((object, now, from)),
            _ => None,
        };
        watch.came = batch.iter().filter_map(moved).map(|(_, now, _)| now).collect();
        watch.came.sort_unstable();
        // Of many the pictures are looked up once, newest last.
        let pictures: BTreeMap<ObjectId, &Arc<Snapshot>> = if watch.came.len() > FEW {
            self.past.iter().map(|past| (past.id, past)).collect()
        } else {
            BTreeMap::new()
        };
        for (object, _, from) in batch.iter().filter_map(moved).filter(|(_, _, from)| from.is_public()) {
            let past = if pictures.is_empty() { self.last_known(object) } else { pictures.get(&object).copied() };
            watch.left.extend(past.filter(|past| past.chars.marks.triggers).map(|past| (past, from)));
        }
    }

    /// Calls for every object whose abilities may trigger on an event, of those that watch its batch.
    pub(super) fn watchers(&self, occurrence: &Occurrence, watch: &Watch<'_>, look: &mut dyn FnMut(&Watcher<'_>)) {
        let leaves = looks_back(&occurrence.event);
        // 603.10: what came in the same batch was not there to see others leave.
        let came = |id: &ObjectId| leaves && watch.came.binary_search(id).is_ok();
        let sight = |id: &ObjectId| if came(id) { Sight::After } else { Sight::All };
        for id in &watch.here {
            let (chars, controller) = (self.chars(*id), self.controller(*id));
            look(&Watcher { id: *id, chars, controller, zone: Zone::Battlefield, sight: sight(id) });
        }
        if leaves {
            for (past, zone) in &watch.left {
                let (chars, controller) = (&past.chars, past.controller);
                look(&Watcher { id: past.id, chars, controller, zone: *zone, sight: Sight::Before });
            }
        }
        self.changed_watchers(occurrence, leaves, watch, look);
        match occurrence.event {
            // 702.110b: what exploits itself has seen that.
            Event::Exploited { by, what } if by == what => {
                if let Some(past) = self.last_known(by).filter(|past| past.chars.marks.triggers) {
                    let (chars, controller) = (&past.chars, past.controller);
                    look(&Watcher { id: past.id, chars, controller, zone: Zone::Battlefield, sight: Sight::All });
                }
            }
            // 603.10g: a plane walked away from has seen that.
            Event::Planeswalked { plane, away: true, .. } | Event::Abandoned { scheme: plane, .. } => {
                if let Some(past) = self.last_known(plane).filter(|past| past.chars.marks.triggers) {
                    let (chars, controller) = (&past.chars, past.controller);
                    look(&Watcher { id: past.id, chars, controller, zone: Zone::Command, sight: Sight::Before });
                }
            }
            // 603.10d: for the player who lost control, the object is still theirs.
            Event::ControlChanged { object: id, from: controller, .. } if self.permanent(id).is_some() => {
                let chars = self.chars(id);
                look(&Watcher { id, chars, controller, zone: Zone::Battlefield, sight: Sight::Before });
            }
            _ => {}
        }
        for (id, zone) in &watch.elsewhere {
            // 603.2g
            if *zone != Zone::Hand || self.is_shown(*id, occurrence) {
                let (chars, controller) = (self.chars(*id), self.controller(*id));
                look(&Watcher { id: *id, chars, controller, zone: *zone, sight: sight(id) });
            }
        }
    }

    /// 603.10: those with other abilities or another controller than immediately before the event are looked at as they were,
    /// for what looks back at it, and as they are for all else.
    fn changed_watchers(
        &self,
        occurrence: &Occurrence,
        leaves: bool,
        watch: &Watch<'_>,
        look: &mut dyn FnMut(&Watcher<'_>),
    ) {
        for was in &watch.changed {
            let (id, zone) = (was.id, was.zone);
            if zone == Zone::Hand && !self.is_shown(id, occurrence) {
                continue; // 603.2g
            }
            if leaves {
                look(&Watcher { id, chars: was.chars, controller: was.controller, zone, sight: Sight::Before });
            }
            if was.stays {
                let sight = if leaves { Sight::After } else { Sight::All };
                look(&Watcher { id, chars: self.chars(id), controller: self.controller(id), zone, sight });
            }
        }
    }

    /// 603.2g: whether all players see a card in a hand at some time of an event: revealed, or just come from a public zone.
    fn is_shown(&self, id: ObjectId, occurrence: &Occurrence) -> bool {
        let by_event = match &occurrence.event {
            Event::Moved { object, now, from, .. } if *now == id => {
                from.is_public() && self.last_known(*object).is_none_or(|past| !past.chars.name.is_empty())
            }
            Event::Revealed { objects, .. } => objects.contains(&id),
            Event::RevealedDrawn { card, .. } => *card == id,
            _ => false,
        };
        by_event || self.get(id).is_some_and(|o| self.reveals_hand(o.owner))
    }
}

/// 603.10a-c: leaving the battlefield or a graveyard looks back, and so does going to a hand or library from where all could
/// see it, phasing out and becoming unattached. (603.10e: what is countered is told of before it goes. 603.9, 603.10f: a player
/// who loses is told of by number, and their objects leave only afterwards: 104.3, 800.4a.)
pub(super) const fn looks_back(event: &Event) -> bool {
    match event {
        Event::PhasedOut(_) | Event::Unattached { .. } | Event::Acted(_, lawmage_ir::KeywordDeed::Destroys, ..) => true,
        Event::Moved { from, to, .. } => leaves_seen(*from, *to),
        _ => false,
    }
}

/// 603.10a: whether what moves so leaves the battlefield or a graveyard, or what all could see to a hand or library.
pub(super) const fn leaves_seen(from: Zone, to: Zone) -> bool {
    matches!(from, Zone::Battlefield | Zone::Graveyard) || matches!(to, Zone::Hand | Zone::Library) && from.is_public()
}

/// 603.10a: leaves-the-battlefield abilities look back. What triggers on an object put somewhere "from anywhere" looks at
/// the object there instead.
pub(super) fn pattern_looks_back(pattern: &EventPattern) -> bool {
    match pattern {
        EventPattern::Moves { from, to, .. } => {
            let from_anywhere = *from == ZoneSet::ANYWHERE && *to == ZoneSet::of(Zone::Graveyard);
            let leaves_graveyard = *from == ZoneSet::of(Zone::Graveyard) && *to != ZoneSet::BATTLEFIELD;
            let is_hidden = [Zone::Hand, Zone::Library].iter().any(|z| *to == ZoneSet::of(*z));
            let hides = is_hidden && from.iter().any(Zone::is_public);
            leaves_graveyard || hides || from.has(Zone::Battlefield) && *to != ZoneSet::BATTLEFIELD && !from_anywhere
        }
        EventPattern::Does { deed: lawmage_ir::KeywordDeed::Destroys, .. } => true,
        // 603.10b-d
        EventPattern::PhasesOut(_)
        | EventPattern::Unattached { .. }
        | EventPattern::LosesControl { .. }
        | EventPattern::GainsControl { from: Some(_), .. } => true,
        EventPattern::Casual(CasualEvent::PlaneswalksFrom(..) | CasualEvent::Abandons(..)) => true, // 603.10g
        EventPattern::Or(any) => any.iter().any(pattern_looks_back),
        EventPattern::Batch(inner)
        | EventPattern::While(inner, _)
        | EventPattern::Nth(inner, _)
        | EventPattern::Number(inner, ..) => pattern_looks_back(inner),
        _ => false,
    }
}
