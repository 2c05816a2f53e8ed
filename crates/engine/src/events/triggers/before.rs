//! What objects were immediately before events that triggers look back at (603.10).

use std::sync::Arc;

use lawmage_ir::Zone;
use smallvec::SmallVec;

use crate::state::State;
use crate::state::chars::Chars;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::proposal::Proposal;

use super::watch::{Watch, leaves_seen, looks_back};

/// The objects whose abilities may trigger as they were immediately before a batch of events; those that left have pictures of
/// their own ([`State::last_known`]). What isn't noted here was what its base says.
#[derive(Clone, Debug)]
pub(crate) struct Before {
    /// What the layers had made of objects that have triggered abilities, or would have them but for that; by id.
    worked: Vec<(ObjectId, Arc<Chars>)>,
    /// Objects whose controller an effect had changed (layer 2), oldest change first.
    controllers: SmallVec<[(ObjectId, PlayerId); 2]>,
    /// The permanents that had triggered abilities, oldest first.
    watching: Vec<ObjectId>,
}

/// An object that watches a batch and was another thing immediately before: with other abilities, or under another player.
pub(super) struct Changed<'a> {
    pub id: ObjectId,
    pub zone: Zone,
    /// Its characteristics as they were.
    pub chars: &'a Chars,
    /// Whose it was.
    pub controller: PlayerId,
    /// Whether it exists still: it hasn't phased out.
    pub stays: bool,
}

impl Before {
    fn chars<'a>(&'a self, state: &'a State, id: ObjectId) -> &'a Chars {
        let place = self.worked.binary_search_by_key(&id, |(noted, _)| *noted);
        place.map_or(&state.objects[id.index()].base, |place| &self.worked[place].1)
    }

    fn controller(&self, state: &State, id: ObjectId) -> PlayerId {
        let changed = self.controllers.iter().rev().find(|(changed, _)| *changed == id);
        changed.map_or(state.objects[id.index()].controller, |(_, player)| *player)
    }
}

impl State {
    /// What objects were as characteristics were last worked out: asked before events are committed, or before what has
    /// become of them is worked out.
    pub(crate) fn before(&self) -> Box<Before> {
        let cache = &self.cache;
        let noted = cache.filled.iter().filter_map(|slot| {
            let worked = cache.worked[*slot as usize].as_ref()?;
            let object = self.objects.get(*slot as usize).filter(|o| o.generation == worked.generation)?;
            let triggers = worked.chars.marks.triggers || object.base.marks.triggers;
            triggers.then(|| (ObjectId { slot: *slot, generation: worked.generation }, worked.chars.clone()))
        });
        let mut worked: Vec<_> = noted.collect();
        worked.sort_unstable_by_key(|(id, _)| *id);
        Box::new(Before { worked, controllers: cache.controllers.clone(), watching: cache.watching.clone() })
    }

    /// The same if triggers look back at one of the events recorded from `start` on.
    pub(crate) fn before_if_looked_back_at(&self, start: usize) -> Option<Box<Before>> {
        let recorded = self.history.get(start..).unwrap_or_default();
        recorded.iter().any(|o| looks_back(&o.event)).then(|| self.before())
    }

    /// Whether triggers look back at what is proposed.
    pub(crate) fn is_looked_back_at(&self, proposal: &Proposal) -> bool {
        let Proposal::Move { object, to, .. } = proposal else { return false };
        self.get(*object).is_some_and(|o| leaves_seen(o.zone, to.zone()))
    }

    /// 603.10: of what watches a batch, sets apart what was another thing immediately before.
    pub(super) fn set_changed_apart<'s>(&'s self, before: &'s Before, watch: &mut Watch<'s>) {
        let Watch { here, elsewhere, came, changed, .. } = watch;
        let as_it_was = |id: ObjectId, zone: Zone, stays: bool| {
            let (chars, controller) = (before.chars(self, id), before.controller(self, id));
            Changed { id, zone, chars, controller, stays }
        };
        let mut keep = |id: ObjectId, zone: Zone| {
            if came.binary_search(&id).is_ok() {
                return true;
            }
            let (was, now) = (as_it_was(id, zone, true), self.chars(id));
            let same = was.controller == self.controller(id)
                && (std::ptr::eq(was.chars, now) || was.chars.abilities == now.abilities);
            if !same {
                changed.push(was);
            }
            same
        };
        here.retain(|id| keep(*id, Zone::Battlefield));
        elsewhere.retain(|(id, zone)| keep(*id, *zone));
        // Those that have no triggered abilities any more, or have phased out (603.10b).
        for id in &before.watching {
            let Some(permanent) = self.permanent(*id) else { continue };
            if permanent.phased_out || !self.chars(*id).marks.triggers {
                changed.push(as_it_was(*id, Zone::Battlefield, !permanent.phased_out));
            }
        }
    }
}
