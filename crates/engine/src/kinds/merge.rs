//! Merged permanents (727): one permanent represented by several cards and tokens (702.140c).

use lawmage_ir::{CostLabel, Destination, Keyword, Layout, Zone, rule};
use smallvec::SmallVec;

use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::merged::{Component, Merged};
use crate::state::object::ObjectKind;
use crate::state::stack::Resolution;
use crate::state::zones::Place;
use crate::table::decision::{Ask, Decision};
use crate::table::game::{Game, Res};

/// Whether a way of casting makes the spell a mutating creature spell (702.140a).
pub(crate) const fn is_mutate(label: &CostLabel) -> bool {
    matches!(label, CostLabel::Keyword(Keyword::Mutate, _))
}

impl State {
    /// 727.2a, 613.7: whether something merged on top of a permanent after that time, which overwrites what copied until then.
    pub(crate) fn has_merged_since(&self, id: ObjectId, timestamp: u32) -> bool {
        self.permanent(id).and_then(|p| p.merged.as_deref()).is_some_and(|m| m.since > timestamp)
    }

    /// How often a spell has merged with a permanent, now or as it last existed.
    #[must_use]
    pub fn mutations(&self, id: ObjectId) -> u32 {
        self.seen(id).and_then(|s| s.permanent()).and_then(|p| p.merged.as_deref()).map_or(0, |m| m.times)
    }

    /// The objects that the other components of a merged permanent became as it left the battlefield (727.3c), by the object
    /// that the permanent itself became.
    pub(crate) fn parted(&self, now: ObjectId) -> impl Iterator<Item = ObjectId> + '_ {
        self.parted.iter().filter(move |(first, _)| *first == now).map(|(_, other)| *other)
    }

    /// Whether an object is one of those others.
    pub(crate) fn is_parted(&self, id: ObjectId) -> bool {
        self.parted.iter().any(|(_, other)| *other == id)
    }

    /// Merges a spell with a permanent (727.2): the spell leaves the stack and becomes a part of it, on top or under it. The
    /// permanent is the same object as before (727.2c).
    fn merge(&mut self, spell: ObjectId, onto: ObjectId, under: bool) {
        let Some(mut merged) = self.permanent_mut(onto).map(|p| p.merged.take().unwrap_or_default()) else { return };
        if merged.components.is_empty()
            && let Some(object) = self.get(onto)
        {
            merged.components.push(Component::of(object, 0));
        }
        let number = merged.components.iter().map(|c| c.number + 1).max().unwrap_or(0);
        let base = self.copiable(spell);
        if !under {
            merged.since = self.stamp();
        }
        let Some(object) = self.get(spell) else { return };
        let component = Component { base, ..Component::of(object, number) };
        let place = if under { merged.components.len() } else { 0 };
        merged.components.insert(place, component);
        merged.times += 1;
        if let Some(permanent) = self.permanent_mut(onto) {
            permanent.merged = Some(merged);
        }
        self.carry_effects(spell, onto); // 702.140f
        self.move_stickers(spell, onto); // 123.5b, 613.7k
        self.commander_joins(spell, onto); // 903.3c
        self.cease(spell); // 727.2b
        self.rebuild(onto);
    }

    /// Works out anew what the components of a merged permanent make of it (727.2a, 727.2d-e).
    fn rebuild(&mut self, id: ObjectId) {
        let Some(object) = self.get_mut(id) else { return };
        let Some(permanent) = object.permanent.as_deref_mut() else { return };
        let Some(merged) = permanent.merged.as_deref() else { return };
        let Some(top) = merged.components.first() else { return };
        object.kind = top.kind.clone();
        object.face = top.face;
        object.base = merged.chars();
        let was_down = std::mem::replace(&mut permanent.face_down, top.face_down);
        if !top.face_down {
            permanent.hidden = None;
        } else if was_down && let Some(hidden) = permanent.hidden.as_deref_mut() {
            let mut up = merged.clone();
            up.components.iter_mut().for_each(|c| c.face_down = false);
            hidden.base = up.chars();
        }
        self.touch();
        self.refresh();
    }

    /// 727.2f: all components turn over with the permanent.
    pub(crate) fn turn_components(&mut self, id: ObjectId, face_down: bool) {
        let Some(merged) = self.permanent_mut(id).and_then(|p| p.merged.as_deref_mut()) else { return };
        merged.components.iter_mut().for_each(|c| c.face_down = face_down);
        if !face_down {
            self.rebuild(id);
        }
    }

    /// 727.2i: transforming a merged permanent turns each of its double-faced components. Tells whether there is one;
    /// `None` for a permanent that isn't merged.
    pub(crate) fn transform_components(&mut self, id: ObjectId) -> Option<bool> {
        let cards = self.cards.clone();
        let merged = self.permanent_mut(id)?.merged.as_deref_mut()?;
        let mut any = false;
        for component in &mut merged.components {
            let ObjectKind::Card(card) = component.kind else { continue };
            let Some(def) = cards.get(usize::from(card)).filter(|d| d.card.layout == Layout::Transform) else {
                continue;
            };
            let other = 1 - component.face.min(1);
            if let Some(base) = def.faces.get(usize::from(other)) {
                component.face = other;
                component.base = base.clone();
                any = true;
            }
        }
        if any {
            self.rebuild(id);
        }
        Some(any)
    }

    /// Puts the other components of a merged permanent that has left the battlefield where it went (727.3), whichever replacement
    /// effect sent it there (727.3d). Tokens among them cease to exist (704.5d).
    pub(crate) fn part(&mut self, merged: &Merged, now: ObjectId, to: Zone, place: Place) {
        for component in merged.components.iter().skip(1) {
            let ObjectKind::Card(card) = component.kind else { continue };
            let Some(base) = self.cards.get(usize::from(card)).and_then(|d| d.faces.first()).cloned() else { continue };
            let object = Self::blank(component.kind.clone(), component.owner, to, base);
            let id = self.allocate(object);
            if to == Zone::Library {
                self.put_at(id, place);
            }
            self.commander_parts(now, id);
            self.parted.push((now, id));
        }
    }
}

impl Game<'_> {
    /// A resolving mutating creature spell merges with its target (702.140c).
    pub(crate) fn mutate(&mut self, spell: ObjectId, you: PlayerId, target: Entity) -> Res<()> {
        let Some(onto) = target.object() else { return Ok(()) };
        let under = self.yes(Decision::yes_no(you, Ask::Under, rule!("702.140c"), Some(spell)))?;
        self.state.merge(spell, onto, under);
        self.state.refresh();
        self.record(Event::Mutated { creature: onto, spell }, rule!("702.140d"), None);
        self.record(Event::Resolved { object: spell, how: Resolution::Done }, rule!("702.140c"), None);
        Ok(())
    }

    /// What something became as it changed zones: all its cards. Of those exiled, who exiled them determines the order of their
    /// timestamps (712.21b, 727.3b).
    pub(crate) fn in_order_of_exile(
        &mut self,
        now: ObjectId,
        to: &Destination,
        by: Option<PlayerId>,
    ) -> Res<SmallVec<[ObjectId; 1]>> {
        let mut cards = smallvec::smallvec![now];
        cards.extend(self.state.parted(now));
        let (Destination::Exile { .. }, Some(by), true) = (to, by, cards.len() > 1) else { return Ok(cards) };
        let ordered = self.order_cards(by, cards.into_vec(), now)?;
        for id in &ordered {
            let stamp = self.state.stamp();
            if let Some(object) = self.state.get_mut(*id) {
                object.timestamp = stamp;
            }
        }
        Ok(ordered.into())
    }

    /// 727.3a, 712.21a: the owner puts the cards of a merged permanent into the library in any order.
    pub(crate) fn order_parted(&mut self, now: ObjectId, place: Place) -> Res<()> {
        let mut cards: Vec<ObjectId> = self.state.parted(now).collect();
        if cards.is_empty() {
            return Ok(());
        }
        cards.insert(0, now);
        let Some(owner) = self.state.get(now).map(|o| o.owner) else { return Ok(()) };
        let mut ordered = self.order_cards(owner, cards, now)?;
        // The first ends up above the others.
        if place != Place::Bottom {
            ordered.reverse();
        }
        for id in ordered {
            self.state.put_at(id, place);
        }
        Ok(())
    }
}
