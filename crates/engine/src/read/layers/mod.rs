//! The layers (613): from copiable values to the values that rules see.
//!
//! The work is done in place: while it goes on, [`State::chars`] and [`State::controller`] tell what the layers done so
//! far have made of an object, so that filters and amounts read what 613 lets them read. Only objects that something
//! applies to get a copy of their characteristics; all others share their base.

mod apply;
mod change;
mod control;
mod explain;
mod fold;
mod in_force;
mod keyword_counter;
mod layer;
mod looks_at;
mod order;
mod rules;
mod steady;
mod text_change;
mod trial;
mod types;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use lawmage_ir::Zone;
use smallvec::SmallVec;

use crate::state::cache::{Cache, Rules};
use crate::state::chars::Chars;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::{Expiry, State};

pub(crate) use change::Change;
pub use explain::{By, History, LayerStep, Look};
pub(crate) use in_force::static_number;

impl PartialEq for Cache {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Cache {}

impl std::hash::Hash for Cache {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

impl State {
    /// Works the characteristics out anew, if anything they depend on has changed: static abilities apply all the time,
    /// without the stack (405.6b, 613.5).
    pub fn refresh(&mut self) {
        if self.cache.clean {
            return;
        }
        let before = std::mem::take(&mut self.cache.controllers);
        self.end_effects_of_gone_objects();
        loop {
            self.work_out(false);
            // 401.6: what has become a new object is none that was worked out.
            let renewed = self.renew_unrevealed_tops() && self.has_modifications();
            if !self.end_effects_that_no_longer_hold() && !self.end_pairs() && !renewed {
                break;
            }
        }
        self.cache.imagine();
        self.cache.clean = true;
        let mut watching = std::mem::take(&mut self.cache.watching);
        watching.clear();
        watching.extend(self.permanents().filter(|id| self.chars(*id).marks.triggers));
        self.cache.watching = watching;
        if !self.concealed.is_empty() {
            self.note_who_may_look();
        }
        if std::mem::replace(&mut self.cache.known, true) {
            self.compare_control(&before);
        }
    }

    /// Says that something they depend on has changed.
    #[inline]
    pub fn touch(&mut self) {
        self.cache.clean = false;
    }

    /// The characteristics of an object, worked out (613). Of an object that is no longer there: as it last existed.
    #[inline]
    #[must_use]
    pub fn chars(&self, id: ObjectId) -> &Chars {
        self.chars_ref(id)
    }

    /// The same, to keep.
    #[must_use]
    pub fn chars_arc(&self, id: ObjectId) -> Arc<Chars> {
        self.chars_ref(id).clone()
    }

    #[inline]
    fn chars_ref(&self, id: ObjectId) -> &Arc<Chars> {
        let object = &self.objects[id.index()];
        if object.generation != id.generation {
            return self.last_known(id).map_or(&object.base, |past| &past.chars);
        }
        self.cache.get(id).unwrap_or(&object.base)
    }

    /// The controller of an object (108.4), worked out (layer 2). Of an object that is no longer there: as it last existed.
    #[inline]
    #[must_use]
    pub fn controller(&self, id: ObjectId) -> PlayerId {
        let object = &self.objects[id.index()];
        if object.generation != id.generation {
            return self.last_known(id).map_or(object.controller, |past| past.controller);
        }
        let changed = self.cache.controllers.iter().rev().find(|(changed, _)| *changed == id);
        changed.map_or(object.controller, |(_, controller)| *controller)
    }

    /// The rule-changing effects in force.
    #[inline]
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.cache.rules
    }

    /// The permanents that have triggered abilities (603.2), oldest first.
    pub(crate) fn watching(&self) -> SmallVec<[ObjectId; 16]> {
        let watches = |id: &ObjectId| self.chars(*id).marks.triggers;
        if !self.cache.clean {
            return self.permanents().filter(watches).collect();
        }
        debug_assert!(self.permanents().filter(watches).eq(self.cache.watching.iter().copied()));
        SmallVec::from_slice(&self.cache.watching)
    }

    /// Whether some effect in force changes characteristics or control of objects.
    pub(crate) const fn has_modifications(&self) -> bool {
        self.cache.modifies
    }

    /// Whether some effect in force grants abilities that replace events.
    pub(crate) const fn grants_replacing(&self) -> bool {
        self.cache.grants_replacing
    }

    /// Whether some effect in force grants abilities to spells: what a card costs may then depend on its being cast.
    pub(crate) const fn grants_to_spells(&self) -> bool {
        self.cache.grants_to_spells
    }

    /// Whether some effect in force grants alternative costs to spells.
    pub(crate) const fn grants_costs_to_spells(&self) -> bool {
        self.cache.grants_costs_to_spells
    }

    /// 614.12: what an object would be on the battlefield, with those copiable values, under that player's control: its
    /// characteristics are worked out as though it were there.
    pub(crate) fn rehearse(&mut self, id: ObjectId, base: Arc<Chars>, controller: PlayerId) -> Arc<Chars> {
        let before = self.objects[id.index()].clone();
        let object = &mut self.objects[id.index()];
        object.zone = Zone::Battlefield;
        object.base = base;
        object.controller = controller;
        object.timestamp = u32::MAX;
        object.permanent = Some(Box::default());
        self.battlefield.push(id);
        let kept = std::mem::take(&mut self.cache);
        self.work_out(false);
        let chars = self.chars_arc(id);
        self.cache = kept;
        self.battlefield.pop();
        self.objects[id.index()] = before;
        chars
    }

    /// Has an object taken for something else, or for what it is; tells what was imagined before.
    pub(crate) fn imagine(&mut self, other: Option<(ObjectId, Arc<Chars>)>) -> Option<(ObjectId, Arc<Chars>)> {
        let before = std::mem::replace(&mut self.cache.imagined, other);
        self.touch();
        self.refresh();
        before
    }

    /// The copiable values of an object to which a copy effect applies.
    pub(crate) fn copied(&self, id: ObjectId) -> Option<&Arc<Chars>> {
        self.cache.copiable.iter().find(|(copy, _)| *copy == id).map(|(_, chars)| chars)
    }

    /// Whether a permanent exists: on the battlefield, and not phased out (702.26b).
    fn is_permanent(&self, id: ObjectId) -> bool {
        self.permanent(id).is_some_and(|p| !p.phased_out)
    }

    /// 611.2b: "until this leaves the battlefield" ends as it does.
    fn end_effects_of_gone_objects(&mut self) {
        let gone =
            |state: &Self, expiry: &Expiry| matches!(expiry, Expiry::Leaves(id) if state.permanent(*id).is_none());
        if self.effects.iter().any(|e| gone(self, &e.expiry)) {
            let mut effects = std::mem::take(&mut self.effects);
            effects.retain(|e| !gone(self, &e.expiry));
            self.effects = effects;
        }
    }

    /// 611.2b: "for as long as" ends for good once it is not so. Tells whether an effect ended.
    fn end_effects_that_no_longer_hold(&mut self) -> bool {
        let over = |state: &Self, effect: &crate::state::Effect| match &effect.expiry {
            Expiry::While(condition) => !state.lasts(
                condition,
                &crate::read::context::Context::with(effect.source, effect.controller, &effect.frame),
            ),
            _ => false,
        };
        if !self.effects.iter().any(|e| over(self, e)) {
            return false;
        }
        let mut effects = std::mem::take(&mut self.effects);
        effects.retain(|e| !over(self, e));
        self.effects = effects;
        true
    }

    /// Whether the abilities of an object that is where it is can work without saying so: on the battlefield (113.6),
    /// or as an emblem (113.6p, 114.4).
    fn is_in_force(&self, id: ObjectId) -> bool {
        // 604.7: what is gone has no static abilities left that could use what it was.
        let object = &self.objects[id.index()];
        match object.zone {
            Zone::Battlefield => object.permanent.as_ref().is_some_and(|p| !p.phased_out),
            Zone::Command => matches!(object.kind, crate::state::object::ObjectKind::Emblem),
            _ => false,
        }
    }
}
