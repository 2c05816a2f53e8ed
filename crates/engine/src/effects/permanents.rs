//! Tapping, attaching, transforming, phasing, turning over (701.3, 701.21, 701.28, 702.26, 708).

use std::sync::Arc;

use lawmage_ir::visit;
use lawmage_ir::{EventPattern, Instruction, Keyword, Layout, Prohibition, Ref, Selector, TypeSet, Who, rule};

use crate::kinds::turning::Turning;
use crate::read::context::Scope;
use crate::state::State;
use crate::state::chars::Chars;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::object::ObjectKind;
use crate::state::proposal::Proposal;
use crate::state::stack::{Frame, SlotValue};
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

impl Game<'_> {
    /// Taps permanents (701.21a).
    pub(super) fn tap(&mut self, what: &Selector, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let objects = self.pick_permanents(what, scope, frame)?;
        let untapped = objects.iter().copied().filter(|id| self.state.permanent(*id).is_some_and(|p| !p.tapped));
        let untapped: Vec<ObjectId> = untapped.collect();
        let by = self.turner(what, scope, frame);
        self.turn_sideways(&objects, untapped, |id| Proposal::Tap(id, by))
    }

    /// Untaps permanents (701.21b).
    pub(super) fn untap(&mut self, what: &Selector, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let objects = self.pick_permanents(what, scope, frame)?;
        let tapped = objects.iter().copied().filter(|id| {
            self.state.permanent(*id).is_some_and(|p| p.tapped)
                && !self.state.forbids_object(*id, &|p| match p {
                    Prohibition::Untap(what) => Some(what),
                    _ => None,
                })
        });
        let tapped: Vec<ObjectId> = tapped.collect();
        let by = self.turner(what, scope, frame);
        self.turn_sideways(&objects, tapped, |id| Proposal::Untap(id, by))
    }

    /// A player taps some and untaps others at the same time (701.21, 608.2c).
    pub(super) fn tap_and_untap(
        &mut self,
        who: &Who,
        [tap, untap]: [&Selector; 2],
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let by = self.state.players_in_order(who, &scope.context(frame)).first().copied().unwrap_or(scope.you);
        let mut proposals = Vec::new();
        for id in self.pick_permanents(tap, scope, frame)? {
            if self.state.permanent(id).is_some_and(|p| !p.tapped) {
                proposals.push(Proposal::Tap(id, by));
            }
        }
        for id in self.pick_permanents(untap, scope, frame)? {
            let forbidden = self.state.forbids_object(id, &|p| match p {
                Prohibition::Untap(what) => Some(what),
                _ => None,
            });
            if self.state.permanent(id).is_some_and(|p| p.tapped) && !forbidden {
                proposals.push(Proposal::Untap(id, by));
            }
        }
        let outcomes = self.happen(proposals, rule!("701.21a"))?;
        let done = outcomes.iter().any(|o| o.done);
        Ok(SlotValue { done, ..SlotValue::default() })
    }

    /// Who taps or untaps what is told to turn: who chooses it, where another player does; else you.
    fn turner(&self, what: &Selector, scope: Scope, frame: &Frame) -> PlayerId {
        let Selector::Choose(choice) = what else { return scope.you };
        let by = self.state.who(&choice.by, &scope.context(frame));
        if let [one] = by.as_slice() { *one } else { scope.you }
    }

    /// The slot keeps all that were told to turn: "those creatures" are also the ones that were tapped before.
    fn turn_sideways(
        &mut self,
        told: &[ObjectId],
        turning: Vec<ObjectId>,
        proposal: impl Fn(ObjectId) -> Proposal,
    ) -> Res<SlotValue> {
        let outcomes = self.happen(turning.into_iter().map(proposal).collect(), rule!("701.21a"))?;
        let turned = outcomes.iter().filter(|o| o.done).count();
        let mut value = SlotValue::of(told.iter().map(|id| Entity::Object(*id)));
        value.number = i32::try_from(turned).unwrap_or(i32::MAX);
        value.done = turned > 0;
        Ok(value)
    }

    /// Attaches permanents to an object or player (701.3a), or as though that were a creature (702.6e).
    pub(super) fn attach_to(
        &mut self,
        what: &Selector,
        to: &Selector,
        as_creature: bool,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let objects = self.pick_permanents(what, scope, frame)?;
        let Some(to) = self.pick_out(to, scope, frame)?.first().copied() else { return Ok(SlotValue::default()) };
        let mut moved = Vec::new();
        for id in objects {
            if self.attach_as(id, to, as_creature, rule!("701.3a"))? {
                moved.push(Entity::Object(id));
            }
        }
        Ok(SlotValue::of(moved))
    }

    /// Unattaches permanents (701.3d).
    pub(super) fn unattach_all(&mut self, what: &Selector, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let mut gone = Vec::new();
        for id in self.pick_permanents(what, scope, frame)? {
            if self.unattach(id, rule!("701.3d")) {
                gone.push(Entity::Object(id));
            }
        }
        Ok(SlotValue::of(gone))
    }

    /// Transforms or converts permanents (701.28a, 701.50a).
    pub(super) fn transform_all(
        &mut self,
        what: &Selector,
        how: Turning,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let mut turned = Vec::new();
        for id in self.pick_permanents(what, scope, frame)? {
            if self.transform(id, how) {
                let into_this =
                    |event: &EventPattern| matches!(event, EventPattern::TransformsInto(what) if what.test.is_this());
                self.run_while_turning(id, into_this)?; // 712.20
                turned.push(Entity::Object(id));
            }
        }
        Ok(SlotValue::of(turned))
    }

    /// Transforms or converts a permanent, if it is a double-faced card with another face that can be there (701.28c-d,
    /// 701.50c-d). Tells whether it did.
    pub(crate) fn transform(&mut self, id: ObjectId, how: Turning) -> bool {
        // 702.145b, 702.145e: only its own daybound or nightbound ability transforms it.
        let chars = self.state.chars(id);
        if chars.has(Keyword::Daybound) || chars.has(Keyword::Nightbound) {
            return false;
        }
        self.turn_over(id, how)
    }

    /// Transforms or converts a permanent whatever its daybound or nightbound ability says.
    pub(crate) fn turn_over(&mut self, id: ObjectId, how: Turning) -> bool {
        let merged = self.state.permanent(id).is_some_and(|p| p.merged.is_some());
        let back = if merged { None } else { self.state.other_side(id) };
        if back.is_none() && !merged {
            return false;
        }
        // 701.28f, 701.50e: an ability of it that was put onto the stack before it transformed or converted doesn't turn it
        // again, nor does a delayed one that was made before.
        let resolving = self.state.stack.last().and_then(|top| self.state.get(*top));
        if let Some(item) = resolving.and_then(|o| o.stack.as_deref().map(|item| (o.timestamp, item)))
            && item.1.source == id
            && let since = item.1.frame.as_ref().map_or(item.0, |frame| frame.made)
            && self.state.permanent(id).is_some_and(|p| p.transformed_at > since)
        {
            return false;
        }
        if merged && (self.state.forbids_transforming(id) || self.state.transform_components(id) != Some(true)) {
            return false; // 727.2i
        }
        let stamp = self.state.stamp(); // 613.7g
        if let Some(object) = self.state.get_mut(id) {
            // 712.8: each face has characteristics of its own.
            if let Some(back) = back {
                object.face = 1 - object.face;
                object.base = back;
            }
            object.timestamp = stamp;
            if let Some(permanent) = object.permanent.as_deref_mut() {
                permanent.transformed_at = stamp;
            }
        }
        self.state.restamp_stickers(id); // 613.7k
        self.state.touch();
        self.state.refresh();
        // 701.28b, 701.50b: it was turned neither face up nor face down. 712.18: what applied to it goes on; it is the same object.
        match how {
            Turning::Transform => self.record(Event::Transformed(id), rule!("701.28a"), None),
            Turning::Convert => self.record(Event::Converted(id), rule!("701.50a"), None),
        };
        true
    }

    /// Phases permanents out, with what is attached to them (702.26).
    pub(super) fn phase_out(&mut self, what: &Selector, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let mut objects = self.pick_permanents(what, scope, frame)?;
        objects.retain(|id| !self.state.forbids_phasing_out(*id));
        let phased = self.state.phase(&objects, true);
        self.state.touch();
        self.record_all(phased.into_iter().map(Event::PhasedOut), rule!("702.26b"), None);
        Ok(SlotValue::of(objects.into_iter().map(Entity::Object)))
    }

    /// Phases permanents out until another leaves the battlefield (610.4).
    pub(super) fn phase_out_until_leaves(
        &mut self,
        what: &Selector,
        until: &lawmage_ir::Ref,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        // 610.4b-c: what has already left phases nothing out.
        let Some(until) = self.still_there(until, scope, frame) else { return Ok(SlotValue::default()) };
        let value = self.phase_out(what, scope, frame)?;
        for id in value.members.iter().filter_map(|e| e.object()) {
            if let Some(permanent) = self.state.permanent_mut(id).filter(|p| p.phased_out) {
                permanent.phased_until = Some(until);
            }
        }
        Ok(value)
    }

    /// Phases in what was phased out until that object left the battlefield, all at once (610.4, 610.4d).
    pub(super) fn phase_in_after(&mut self, gone: ObjectId) {
        let waits = |id: &ObjectId| self.state.permanent(*id).is_some_and(|p| p.phased_until == Some(gone));
        let coming: Vec<ObjectId> = self.state.battlefield.iter().copied().filter(waits).collect();
        if coming.is_empty() {
            return;
        }
        let coming = self.state.phase(&coming, false);
        self.state.touch();
        self.state.refresh();
        let mut batch = None;
        for id in coming {
            batch = Some(self.record(Event::PhasedIn(id), rule!("610.4"), batch));
        }
    }

    /// Turns permanents face up (708.7), or cards exiled face down.
    pub(super) fn turn_all_face_up(&mut self, what: &Selector, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let mut turned = Vec::new();
        if !self.state.concealed.is_empty() {
            let cards = self.pick_objects(what, scope, frame)?;
            turned.extend(self.turn_cards_face_up(&cards));
        }
        for id in self.pick_permanents(what, scope, frame)? {
            if self.turn_face_up(id, None, scope.you)? {
                turned.push(Entity::Object(id));
            }
        }
        Ok(SlotValue::of(turned))
    }

    /// Turns permanents (708.2), or objects in the command zone, face down.
    pub(super) fn turn_all_face_down(&mut self, what: &Selector, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let mut turned = Vec::new();
        if !self.state.command.is_empty() {
            for id in self.pick_objects(what, scope, frame)? {
                turned.extend(self.state.turn_down_in_command_zone(id).map(Entity::Object));
            }
        }
        for id in self.pick_permanents(what, scope, frame)? {
            if self.turn_face_down(id) {
                turned.push(Entity::Object(id));
            }
        }
        Ok(SlotValue::of(turned))
    }

    /// 508.7: the player chooses anew what attacking creatures attack, of what their controller's opponents defend (508.7c).
    pub(super) fn reselect(
        &mut self,
        what: &Selector,
        permanents: TypeSet,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let attackers = self.pick_permanents(what, scope, frame)?;
        for id in &attackers {
            if !self.state.attackers().iter().any(|a| a.id == *id) {
                continue;
            }
            let all = self.state.attackable(self.state.controller(*id));
            let fit = all.into_iter().filter(|e| self.state.is_player_or(*e, permanents));
            let options = fit.map(Choice::from).collect();
            let ask = Decision::pick(scope.you, Ask::Defender, rule!("508.7"), Some(*id), options, 1, 1);
            if let Some(defender) = self.pick(ask)?.first().and_then(Choice::entity) {
                self.state.turn_attack(*id, defender);
            }
        }
        Ok(SlotValue::of(attackers.into_iter().map(Entity::Object)))
    }

    /// Creatures are attacking what the effect says (508.4, 508.4b); a battle never is (506.3f).
    pub(super) fn become_attacking(
        &mut self,
        what: &Selector,
        whom: &Selector,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let creatures = self.pick_permanents(what, scope, frame)?;
        let defender = self.pick_out(whom, scope, frame)?.first().copied();
        if let Some(defender) = defender {
            for id in &creatures {
                self.state.put_attacking(*id, defender);
            }
        }
        Ok(SlotValue::of(creatures.into_iter().map(Entity::Object)))
    }

    /// Attacking creatures become blocked without a blocker (509.1h).
    pub(super) fn become_blocked(&mut self, what: &Selector, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let objects = self.pick_permanents(what, scope, frame)?;
        for id in &objects {
            // 509.3c: only one that was not blocked becomes so; 702.22i: with the whole of its band.
            let mut along = self.state.band_of(*id);
            along.insert(0, *id);
            for attacker in along {
                if self.state.become_blocked(attacker) {
                    let event = Event::BecameBlocked { attacker, by: None, first: true };
                    self.record(event, rule!("509.1h"), None);
                }
            }
        }
        Ok(SlotValue::of(objects.into_iter().map(Entity::Object)))
    }

    /// Removes creatures from combat (506.4).
    pub(super) fn remove_all_from_combat(&mut self, what: &Selector, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let objects = self.pick_permanents(what, scope, frame)?;
        for id in &objects {
            self.state.remove_from_combat(*id);
        }
        self.state.touch();
        Ok(SlotValue::of(objects.into_iter().map(Entity::Object)))
    }
}

/// Whether an instruction is to transform the object whose text it is.
fn transforms_itself(does: &Instruction) -> bool {
    matches!(does, Instruction::Transform(Selector::Ref(Ref::This)))
}

impl State {
    /// What the other face of a transforming double-faced permanent prints; `None` when it can't transform (701.28c-d).
    fn other_side(&self, id: ObjectId) -> Option<Arc<Chars>> {
        let object = self.get(id)?;
        if object.permanent.as_ref().is_some_and(|p| p.face_down) {
            return None; // 712.15a
        }
        // 111.10i: a double-faced token has its other face with it.
        if let (ObjectKind::Token, Some(back)) = (&object.kind, &object.base.back) {
            let front = Chars { back: None, back_up: false, ..Chars::clone(&object.base) };
            let turned = Chars { back: Some(Arc::new(front)), back_up: !object.base.back_up, ..Chars::clone(back) };
            let turns = turned.types.any_permanent() && !self.forbids_transforming(id);
            return turns.then(|| Arc::new(turned));
        }
        let ObjectKind::Card(card) = object.kind else { return None };
        let def = self.cards.get(usize::from(card))?;
        // 712.9, 712.10: one with a face there that is a permanent's
        let transforms = match def.card.layout {
            Layout::Transform => true,
            // 101.1: a modal double-faced card that says to transform it takes precedence over 712.9.
            Layout::ModalDfc => def.card.faces.iter().any(|face| visit::any(&**face, transforms_itself)),
            _ => false,
        };
        let turns = transforms && object.face < 2 && !self.forbids_transforming(id);
        let back = def.faces.get(1 - usize::from(object.face.min(1)))?;
        (turns && back.types.any_permanent()).then(|| back.clone())
    }

    pub(super) fn forbids_suspecting(&self, id: ObjectId) -> bool {
        self.forbids_object(id, &|p| match p {
            Prohibition::Suspect(what) => Some(what),
            _ => None,
        })
    }

    /// Whether an effect keeps a permanent from transforming, and so from converting (701.50f).
    fn forbids_transforming(&self, id: ObjectId) -> bool {
        self.forbids_object(id, &|p| match p {
            Prohibition::Transform(what) => Some(what),
            _ => None,
        })
    }
}
