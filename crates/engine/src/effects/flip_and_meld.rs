//! What cards of special layouts do: flipping (710), melding (701.37).

use lawmage_ir::{Amount, Cause, Choice, Destination, Filter, Layout, Ref, Selector, Test, Who, rule};

use crate::read::context::Scope;
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId};
use crate::state::last_known::Seen;
use crate::state::merged::{Component, Merged};
use crate::state::object::{Object, ObjectKind};
use crate::state::proposal::{Entry, Proposal};
use crate::state::stack::{Frame, SlotValue};
use crate::table::game::{Game, Res};

impl Game<'_> {
    /// Flips permanents; one that is flipped can't be flipped again or back (710.4).
    pub(super) fn flip_permanents(&mut self, what: &Selector, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let mut turned = Vec::new();
        for id in self.pick_permanents(what, scope, frame)? {
            let Some(permanent) = self.state.permanent_mut(id).filter(|p| !p.flipped) else { continue };
            permanent.flipped = true;
            self.state.touch();
            self.state.refresh();
            self.record(Event::TurnedUpsideDown(id), rule!("710.2"), None);
            turned.push(Entity::Object(id));
        }
        Ok(SlotValue::of(turned))
    }

    /// Exiles this object and one that fits, both of which the player owns and controls, and melds the two cards (701.37a).
    pub(super) fn meld(&mut self, with: &Filter, into: &str, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let mine = Test::And(vec![with.test.clone(), Test::Owned(Who::You), Test::Controlled(Who::You)]);
        let from = Selector::All(Filter::new(with.kind.clone(), mine.clone()));
        let one = Some(Amount::ONE);
        let choice = Choice { by: Who::You, from, min: Amount::ONE, max: one, limit: None, random: false };
        let Some(first) = self.pick_permanents(&Selector::Ref(Ref::This), scope, frame)?.first().copied() else {
            return Ok(SlotValue::default());
        };
        let other = self.pick_permanents(&Selector::Choose(Box::new(choice)), scope, frame)?;
        let Some(other) = other.first().copied().filter(|id| *id != first) else { return Ok(SlotValue::default()) };
        let exile = |object: ObjectId| Proposal::Move {
            object,
            to: Destination::Exile { linked: None, face_down: false },
            cause: Cause::Exile,
            by: Some(scope.you),
            entry: Box::default(),
        };
        let gone = self.happen(vec![exile(first), exile(other)], rule!("701.37a"))?;
        let cards: Vec<ObjectId> = gone.iter().filter_map(|o| o.members.first()?.object()).collect();
        // 701.37b-c: what is no pair stays where it is.
        let [first, other] = cards.as_slice() else { return Ok(SlotValue::moved(gone)) };
        if !self.state.melds(*first, into) || !self.state.melds(*other, into) {
            return Ok(SlotValue::moved(gone));
        }
        let entry = Entry { controller: Some(scope.you), transformed: true, melded: Some(*other), ..Entry::default() };
        let proposal = Proposal::Move {
            object: *first,
            to: Destination::Battlefield(Box::default()),
            cause: Cause::Put,
            by: Some(scope.you),
            entry: Box::new(entry),
        };
        Ok(SlotValue::moved(vec![self.happen_one(proposal, rule!("712.14c"))?]))
    }
}

impl State {
    /// Whether an object is a meld card in exile whose back is half of that combined face (701.37b, 712.4a).
    fn melds(&self, id: ObjectId, into: &str) -> bool {
        let Some(object) = self.get(id).filter(|o| o.zone == lawmage_ir::Zone::Exile) else { return false };
        let ObjectKind::Card(card) = object.kind else { return false };
        self.cards
            .get(usize::from(card))
            .is_some_and(|d| d.card.layout == Layout::Meld && d.faces.get(1).is_some_and(|back| &*back.name == into))
    }

    /// Whether an object is a transforming double-faced card or transforming token with its back face up.
    pub(crate) fn is_back_up(&self, object: &Object) -> bool {
        let transforming_token =
            matches!(object.kind, ObjectKind::Token | ObjectKind::Copy) && object.base.back.is_some();
        object.face == 1 && (transforming_token || self.is_double_faced_card(&object.kind))
    }

    /// Whether an object is a transforming double-faced card: no other card can transform (712.9) or enter transformed (712.14a).
    pub(crate) fn is_double_faced_card(&self, kind: &ObjectKind) -> bool {
        match kind {
            ObjectKind::Card(card) => {
                self.cards.get(usize::from(*card)).is_some_and(|d| d.card.layout == Layout::Transform)
            }
            _ => false,
        }
    }

    /// Makes a permanent that has just entered back face up the melded permanent of its card and another (712.14c): nothing
    /// else has the characteristics of that face (712.4b).
    pub(crate) fn combine(&mut self, id: ObjectId, other: ObjectId) {
        let (Some(top), Some(under)) = (self.get(id), self.get(other)) else { return };
        let components = vec![Component::of(top, 0), Component::of(under, 1)];
        let merged = Merged { components, times: 0, since: 0, melded: true };
        // 123.5a: the stickers of both are on it. Those of the first, exiled first, came first, and do so still.
        self.move_stickers(other, id);
        self.commander_joins(other, id); // 903.3b
        self.cease(other);
        if let Some(permanent) = self.permanent_mut(id) {
            permanent.merged = Some(Box::new(merged));
        }
    }

    /// The mana value of a double-faced card whose back face counts: that of its front (712.8c, 712.8e), or the sum of those of
    /// a melded permanent (202.3c, 712.8g). `None` where the object has no such front, as a copy has not (202.3b).
    pub(crate) fn fronts_value(&self, seen: &Seen<'_>) -> Option<u32> {
        if seen.object.face != 1 {
            return None;
        }
        let front = |kind: &ObjectKind| match kind {
            ObjectKind::Card(card) => {
                let def = self.cards.get(usize::from(*card))?;
                let back = def.faces.get(1)?;
                let double = matches!(def.card.layout, Layout::Transform | Layout::Meld);
                (double && back.name == seen.object.base.name).then(|| def.faces.first().map_or(0, |f| f.mana_value()))
            }
            // 707.8a, 707.10g: a transforming token or copy has its front face with it.
            ObjectKind::Token | ObjectKind::Copy => seen.object.base.back.as_ref().map(|front| front.mana_value()),
            _ => None,
        };
        match seen.permanent().and_then(|p| p.merged.as_deref()) {
            Some(merged) if merged.melded => Some(merged.components.iter().filter_map(|c| front(&c.kind)).sum()),
            _ => front(&seen.object.kind).filter(|_| seen.chars.name == seen.object.base.name),
        }
    }
}
