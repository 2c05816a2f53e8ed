//! What linked abilities speak of: whose memory it is, and what of it "the exiled card" still is (607.1d, 607.2a).

use std::sync::Arc;

use lawmage_ir::{MAKER, Ref, TypeSet, Zone};

use crate::read::context::Context;
use crate::state::State;
use crate::state::ids::{Entity, ObjectId};
use crate::state::object::ObjectKind;

impl State {
    /// The object that remembers what an object's linked abilities speak of: itself; for an emblem, whatever made it, which may
    /// go on exiling cards (607.1d).
    pub(super) fn linked_with(&self, source: ObjectId) -> ObjectId {
        let emblem = self.get(source).filter(|object| matches!(object.kind, ObjectKind::Emblem));
        let members = emblem.and_then(|object| object.memory.as_deref()).map(|memory| &memory.members);
        let maker = members.and_then(|members| members.iter().find(|(n, _)| *n == MAKER));
        maker.and_then(|(_, maker)| maker.object()).unwrap_or(source)
    }

    /// The last of what a reference holds that has one of these types.
    pub(super) fn last_of(&self, of: &Ref, types: TypeSet, context: &Context<'_>) -> Option<Entity> {
        let has_one = |id: ObjectId| self.seen(id).is_some_and(|seen| types.iter().any(|t| seen.chars.is(t)));
        self.denote(of, context).into_iter().rev().find(|entity| entity.object().is_some_and(has_one))
    }

    /// Whether what linked abilities remember is still spoken of: of what was exiled, cards in exile only (607.2a-b). An object
    /// that it has become is another (400.7).
    pub(super) fn is_spoken_of(&self, entity: Entity, context: &Context<'_>) -> bool {
        let Entity::Object(id) = entity else { return true };
        if self.get(id).is_some() || self.last_known(id).is_none_or(|past| past.object.zone != Zone::Exile) {
            return true; // It is there, or it is something else than a card exiled: created, devoured, haunted.
        }
        // 608.2h, 400.7j: an ability that was on the stack while it was in exile looks at it as it last was there.
        let facts = context.frame.map(|frame| &frame.facts);
        let item = |stacked: &ObjectId| self.objects[stacked.index()].stack.as_deref();
        let own = |stacked: &&ObjectId| item(stacked).zip(facts).is_some_and(|(item, of)| Arc::ptr_eq(&item.facts, of));
        let Some(stacked) = self.stack.iter().find(own) else { return false };
        let became = id.next();
        let left = self.get(became).or_else(|| self.last_known(became).map(|past| &past.object));
        left.is_some_and(|it| self.objects[stacked.index()].timestamp < it.timestamp)
    }
}
