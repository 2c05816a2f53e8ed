//! Prepared permanents and the copies of their spells in exile (2026:722).

use std::sync::Arc;

use lawmage_ir::Zone;

use crate::state::State;
use crate::state::chars::Chars;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::object::{Object, ObjectKind};

impl State {
    /// A permanent becomes prepared, or stops being it; whether it became so. Only what has a spell in its frame can, and what is
    /// prepared doesn't become it again (2026:722.3).
    pub(crate) fn set_prepared(&mut self, id: ObjectId, on: bool) -> bool {
        let Some(copy) = self.permanent(id).map(|permanent| permanent.designations.prepared) else { return false };
        match (on, copy) {
            (true, None) => {
                let inset = self.chars(id).inset.clone();
                self.prepare(id, inset.as_ref())
            }
            (false, Some(copy)) => {
                self.unprepare(id);
                self.cease(copy);
                false
            }
            _ => false,
        }
    }

    /// As it becomes prepared a copy is created in exile that has the characteristics of its spell and no others; whether it did.
    pub(crate) fn prepare(&mut self, id: ObjectId, inset: Option<&Arc<Chars>>) -> bool {
        let Some(inset) = inset else { return false };
        let owner = self.objects[id.index()].controller; // 112.2a
        let copy = self.allocate(Self::spell_copy(owner, inset));
        if let Some(permanent) = self.permanent_mut(id) {
            permanent.designations.prepared = Some(copy);
        }
        self.touch();
        true
    }

    fn spell_copy(owner: PlayerId, inset: &Arc<Chars>) -> Object {
        Self::blank(ObjectKind::Copy, owner, Zone::Exile, inset.clone())
    }

    /// As the copy is cast, the permanent stops being prepared.
    pub(crate) fn cast_as_prepared(&mut self, copy: ObjectId) {
        if let Some(permanent) = self.prepared_with(copy) {
            self.unprepare(permanent);
        }
    }

    fn unprepare(&mut self, id: ObjectId) {
        if let Some(permanent) = self.permanent_mut(id) {
            permanent.designations.prepared = None;
        }
    }

    /// The permanent that is prepared with that copy.
    pub(crate) fn prepared_with(&self, copy: ObjectId) -> Option<ObjectId> {
        let with = |id: &ObjectId| self.permanent(*id).is_some_and(|p| p.designations.prepared == Some(copy));
        self.battlefield.iter().copied().find(with)
    }

    /// Whether it is the copy of a prepared permanent's spell that the permanent's controller may cast.
    pub(crate) fn is_prepared_spell(&self, player: PlayerId, id: ObjectId) -> bool {
        let copy = self.get(id).is_some_and(|o| o.kind == ObjectKind::Copy && o.zone == Zone::Exile);
        let there = || self.prepared_with(id).filter(|of| self.permanent(*of).is_some_and(|p| !p.phased_out));
        copy && there().is_some_and(|of| self.controller(of) == player)
    }
}
