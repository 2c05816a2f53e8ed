//! Objects as they are, or as they last existed (608.2h, 113.7a).

use lawmage_ir::Zone;

use crate::state::State;
use crate::state::chars::Chars;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::object::{CombatRole, Object, Permanent};
use crate::state::stack::Frame;

/// An object looked at: live, as it last existed, or as it would enter.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    /// Which object.
    pub id: ObjectId,
    /// It.
    pub object: &'a Object,
    /// Its characteristics.
    pub chars: &'a Chars,
    /// Its controller.
    pub controller: PlayerId,
    /// Where it is, was last, or would be.
    pub zone: Zone,
    /// Its place in combat, if it is no longer there.
    pub past_combat: Option<&'a CombatRole>,
}

impl<'a> Seen<'a> {
    /// The permanent's parts, now or last.
    #[must_use]
    pub fn permanent(&self) -> Option<&'a Permanent> {
        self.object.permanent.as_deref()
    }

    /// Whether it is, was last, or would be a spell (112.1).
    #[must_use]
    pub fn is_spell(&self) -> bool {
        self.zone == Zone::Stack && !self.object.is_ability()
    }
}

impl State {
    /// An object as it is, or else as it last existed. An object nobody kept a picture of shows what its card prints.
    #[must_use]
    pub fn seen(&self, id: ObjectId) -> Option<Seen<'_>> {
        if let Some(object) = self.get(id) {
            return Some(Seen {
                id,
                object,
                chars: self.chars(id),
                controller: self.controller(id),
                zone: object.zone,
                past_combat: None,
            });
        }
        if let Some(past) = self.last_known(id) {
            return Some(Seen {
                id,
                object: &past.object,
                chars: &past.chars,
                controller: past.controller,
                zone: past.object.zone,
                past_combat: Some(&past.combat),
            });
        }
        let object = self.objects.get(id.index())?;
        Some(Seen { id, object, chars: &object.base, controller: object.owner, zone: object.zone, past_combat: None })
    }

    /// An object's part in combat, now or last.
    #[must_use]
    pub fn role_of(&self, seen: &Seen<'_>) -> CombatRole {
        seen.past_combat.cloned().unwrap_or_else(|| self.combat_role(seen.id))
    }

    /// 400.7k, 702.35c: what a card discarded with madness has become that was not cast and went to a public zone.
    fn declined_madness(&self, exiled: ObjectId) -> Option<ObjectId> {
        let past = self.last_known(exiled).filter(|past| past.object.zone == Zone::Exile)?;
        let next = exiled.next();
        let moved = self.get(next).is_some_and(|o| o.zone.is_public() && o.zone != Zone::Stack);
        (moved && past.chars.has(lawmage_ir::Keyword::Madness)).then_some(next)
    }

    /// The object to act on when an effect moves what a reference denotes: the object itself, or what it became by the
    /// very event that triggered the ability (400.7e, 603.10: a dies trigger finds the card in the graveyard).
    #[must_use]
    pub fn follow(&self, id: ObjectId, frame: Option<&Frame>) -> Option<ObjectId> {
        if self.get(id).is_some() {
            return Some(id);
        }
        let event = frame.and_then(|f| f.event.as_ref())?;
        if let Event::Moved { object, now, to: Zone::Exile, cause: lawmage_ir::Cause::Discard, .. } = event.event
            && (object == id || now == id)
            && let Some(found) = self.declined_madness(now)
        {
            return Some(found);
        }
        if let Event::Moved { object, now, to, .. } = event.event
            && object == id
            && to.is_public()
        {
            return self.get(now).map(|_| now);
        }
        let next = id.next();
        // 603.6e, 400.7f: an Aura is found in the graveyard that it was put into as what it enchanted left the battlefield.
        if let Event::Moved { object, from: Zone::Battlefield, .. } = event.event
            && self.last_known(id).is_some_and(|past| {
                past.object.permanent.as_ref().is_some_and(|p| p.attached_to == Some(Entity::Object(object)))
            })
            && self.get(next).is_some_and(|o| o.zone == Zone::Graveyard)
        {
            return Some(next);
        }
        // A batch's other subjects moved in the same way, once.
        (event.subjects.contains(&Entity::Object(id)) && self.get(next).is_some_and(|o| o.zone.is_public()))
            .then_some(next)
    }
}
