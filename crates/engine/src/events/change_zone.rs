//! Zone changes made so (400.7): what an object becomes, and permanents as they enter.

use std::sync::Arc;

use lawmage_ir::{
    CardType, Cause, Continuous, CounterKind, Destination, Keyword, Rule, Selector, Subtype, TRIBUTE, Zone, rule,
};
use smallvec::SmallVec;

use crate::events::happen::{Afterwards, Batch, NOBODY};
use crate::read::context::Context;
use crate::state::chars::Chars;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::object::{Designations, Memory, ObjectKind};
use crate::state::proposal::{Entry, Outcome, Proposal};
use crate::state::stack::Frame;
use crate::state::zones::Place;
use crate::state::{Effect, Expiry};
use crate::table::game::{Game, Res};

impl Game<'_> {
    #[expect(clippy::too_many_arguments, reason = "one proposal's parts, taken apart once")]
    pub(super) fn commit_move(
        &mut self,
        object: ObjectId,
        to: &Destination,
        cause: Cause,
        by: Option<PlayerId>,
        entry: Entry,
        rule: Rule,
        batch: &mut Batch,
        outcome: &mut Outcome,
    ) -> Res<()> {
        let Some(from) = self.state.get(object).map(|o| o.zone) else { return Ok(()) };
        if self.stays_there(object, to, cause, &entry) {
            return Ok(());
        }
        if let Destination::Battlefield(_) = to {
            self.state.unconceal(object); // It is face up as it enters, unless something has it enter face down.
        }
        let protector = self.protector_for(object, to, &entry)?;
        let place = match to {
            Destination::LibraryBottom { .. } => Place::Bottom,
            Destination::LibraryNth(n) => Place::Nth(*n),
            _ => Place::Top,
        };
        let face_down = self.state.is_face_down(object) && !matches!(to, Destination::Battlefield(_));
        let lookers = match to {
            Destination::Exile { face_down: true, .. } => Some(self.state.who_just_looked_at(object)),
            _ => None,
        };
        let host = self.state.permanent(object).and_then(|p| p.attached_to);
        let mut now = self.state.rehome(object, to.zone(), place);
        if cause == Cause::Play && from != Zone::Stack {
            self.state.carry_grants(object, now); // 400.7i, 611.3d
        }
        if from == Zone::Hand && (lookers.is_some() || entry.face_down.is_some()) {
            self.state.lose_sight(self.state.objects[now.index()].owner);
        }
        if let Some(lookers) = lookers {
            self.state.conceal(now, lookers);
        }
        if from == Zone::Battlefield {
            batch.left.push(object);
            self.put_diverted(object, now, batch);
            if to.zone() == Zone::Library {
                self.order_parted(now, place)?;
            }
            if entry.commanders_aside {
                now = self.state.set_commanders_aside(now); // 903.9c
            }
            self.keep_stickers(now)?; // 123.5c
        }
        if face_down {
            // 708.9
            let by = self.state.objects[now.index()].owner;
            let objects = smallvec::smallvec![now];
            self.push_event(Event::Revealed { by, objects }, rule!("708.9"), batch.number);
        }
        if let Destination::Battlefield(_) = to {
            if let Some(permanent) = self.state.permanent_mut(now) {
                permanent.protector = protector;
            }
            batch.entered.push(now);
            self.arrive(now, &entry, batch);
        }
        if let Destination::LibraryShuffled = to {
            let owner = self.state.objects[now.index()].owner;
            self.state.shuffle_library(owner);
            self.push_event(Event::Shuffled(owner), rule, batch.number);
        }
        if let (Destination::Exile { .. }, Some((source, linked))) = (to, entry.exiled_with) {
            self.state.link_member(source, linked, now.into());
        }
        // 400.10: from the command zone into it is no zone change, though it is a new object there.
        if from != Zone::Command || to.zone() != Zone::Command {
            let event = Event::Moved { object, now, from, to: self.landed(now, to), cause, by };
            self.push_event(event, rule, batch.number);
        }
        // 701.7a: whose spell or ability destroys it.
        if let (Cause::Destroy, Some(causing)) = (cause, self.state.causing) {
            let event = Event::Acted(causing, lawmage_ir::KeywordDeed::Destroys, Some(object), None);
            self.push_event(event, rule!("701.7a"), batch.number);
        }
        self.note_unattached(object, host, batch);
        // 712.21, 712.21d, 727.3, 727.3d: one permanent has left, but each card is put where it goes.
        let parted: SmallVec<[ObjectId; 1]> = self.state.parted(now).collect();
        for card in parted {
            // 727.3e
            let landed = match self.state.get(card).map(|o| o.zone) {
                Some(zone) if !batch.diverted.is_empty() => zone,
                _ => self.landed(card, to),
            };
            let event = Event::Moved { object: card, now: card, from: Zone::Outside, to: landed, cause, by };
            self.push_event(event, rule, batch.number);
        }
        let all = self.in_order_of_exile(now, to, by)?; // 727.3c
        outcome.members.extend(all.into_iter().map(Entity::Object));
        outcome.number += 1;
        outcome.done = true;
        Ok(())
    }

    /// Where an object that was to go there is: there, or as a commander in the command zone (903.9c).
    fn landed(&self, now: ObjectId, to: &Destination) -> Zone {
        let aside = self.state.get(now).is_some_and(|o| o.zone == Zone::Command);
        if aside { Zone::Command } else { to.zone() }
    }

    /// Whether an object can't change zones so, as what it is.
    pub(super) fn stays_there(&self, object: ObjectId, to: &Destination, cause: Cause, entry: &Entry) -> bool {
        let Some(from) = self.state.get(object).map(|o| o.zone) else { return true };
        // 309.2c: a dungeon card leaves the command zone only as it leaves the game.
        if from == Zone::Command && self.state.is_dungeon(object) {
            return true;
        }
        // 111.8: a token that has left the battlefield can't change zones again. (On the stack it is a copy of a permanent
        // spell about to enter: 608.3f.)
        let token = self.state.objects[object.index()].is_token();
        if token && !matches!(from, Zone::Battlefield | Zone::Outside | Zone::Stack) {
            return true;
        }
        if !matches!(to, Destination::Battlefield(_)) {
            return false;
        }
        // 800.4b: nor under the control of a player who has left.
        if entry.controller.is_some_and(|player| !self.state.player(player).is_playing()) {
            return true;
        }
        // 712.14a: a card that is no transforming double-faced one doesn't come transformed; it stays where it is.
        let one_sided = entry.transformed
            && !token
            && entry.melded.is_none()
            && cause != Cause::Play
            && !self.state.is_double_faced_card(&self.state.objects[object.index()].kind);
        if one_sided {
            return true;
        }
        // 400.4a, 110.4, 304.4, 307.4, 712.14b: what is no permanent card doesn't enter; it stays where it is.
        entry.face_down.is_none()
            && (entry.copy.is_none() || entry.transformed) // 712.13a
            // 110.4, 111.5
            && !self.entering_types(object, entry).any_permanent()
    }

    fn entering_types(&self, id: ObjectId, entry: &Entry) -> lawmage_ir::TypeSet {
        let object = &self.state.objects[id.index()];
        let back = match object.kind {
            ObjectKind::Card(card) if entry.transformed => {
                self.state.cards.get(usize::from(card)).and_then(|c| c.faces.get(1))
            }
            _ => None,
        };
        back.map_or_else(|| self.state.face_up(id).types, |chars| chars.types)
    }

    /// What holds of a permanent as it enters (110.5b, 614.12).
    fn arrive(&mut self, now: ObjectId, entry: &Entry, batch: &mut Batch) {
        let controller = entry.controller;
        let face = u8::from(entry.transformed);
        let back = match self.state.objects[now.index()].kind {
            ObjectKind::Card(card) if entry.transformed => {
                self.state.cards.get(usize::from(card)).and_then(|c| c.faces.get(1)).cloned()
            }
            _ => None,
        };
        let printed = self.state.face_chars(now, self.state.objects[now.index()].face).cloned();
        let Some(object) = self.state.get_mut(now) else { return };
        if let Some(player) = controller {
            object.controller = player;
        }
        if let Some(back) = back {
            object.face = face;
            object.base = back;
        }
        if let Some(copy) = entry.copy_to_stay() {
            // 707.8a: a transforming token is one still, with the copy on both of its faces.
            object.base = match (&object.base.back, object.base.back_up) {
                (Some(_), back_up) => Arc::new(Chars { back: Some(copy.clone()), back_up, ..Chars::clone(copy) }),
                (None, _) => copy.clone(),
            };
        }
        if let Some(other) = entry.melded {
            self.state.combine(now, other); // 712.14c
        }
        let Some(object) = self.state.get_mut(now) else { return };
        if !entry.chosen.is_empty() || !entry.members.is_empty() {
            let memory = object.memory.get_or_insert_with(Box::<Memory>::default);
            memory.chosen.clone_from(&entry.chosen);
            memory.chosen_by.clone_from(&entry.chosen_by);
            memory.members.clone_from(&entry.members);
        }
        if let Some(permanent) = &mut object.permanent {
            permanent.tapped = entry.tapped;
            permanent.designations = Designations::default();
        }
        let unlocked = object.enter_unlocked(entry.copy.is_some());
        if let Some(by) = entry.face_down {
            object.enter_face_down(by, printed);
        }
        let controller = object.controller;
        if let Some(half) = unlocked {
            // 709.5h: as it enters, too.
            let event = Event::Unlocked { permanent: now, half, by: controller, fully: false };
            self.push_event(event, rule!("709.5d"), batch.number);
        }
        self.state.apply_doors(now);
        let chars = match (&entry.passing, &entry.copy) {
            (Some((expiry, _)), Some(copy)) => {
                self.state.copies_for_now(now, copy, expiry);
                copy.clone()
            }
            _ => self.state.objects[now.index()].base.clone(),
        };
        if entry.prepared {
            self.state.prepare(now, chars.inset.as_ref()); // 2026:722.3
        }
        if let Some(host) = entry.attached_to {
            self.state.link(now, host);
            self.push_event(Event::Attached(now, host, true), rule!("303.4f"), batch.number);
        }
        self.counters_on_arrival(now, &chars, entry, batch);
        batch.attacking.extend(entry.attacking.map(|defender| (now, defender))); // 508.4
        batch.blocking.extend(entry.blocking.map(|attacker| (now, attacker))); // 509.4
        if !entry.mods.is_empty() {
            self.lasting_mods(now, controller, entry);
        }
        if let Some((clauses, you, frame)) = entry.copy_then.as_deref() {
            let (clauses, frame) = (clauses.clone(), frame.clone());
            batch.afterwards.push(Afterwards { clauses, source: now, you: *you, frame, applied: Vec::new() });
        }
    }

    /// Counters an object enters with (122.6a); loyalty and defense among them (209.1, 306.5b; 210.1, 310.4b).
    fn counters_on_arrival(&mut self, now: ObjectId, chars: &Chars, entry: &Entry, batch: &mut Batch) {
        let mut counters: SmallVec<[(CounterKind, u32); 2]> =
            entry.counters.iter().chain(&entry.copy_counters).cloned().collect();
        if chars.is(CardType::Planeswalker)
            && let Some(loyalty) = &chars.loyalty
        {
            // 107.3m: the X of the spell that it was.
            let object = &self.state.objects[now.index()];
            let facts = object.permanent.as_ref().and_then(|p| p.cast.clone()).unwrap_or_default();
            // 702.150a
            let fewer = if chars.has(Keyword::Compleated) { facts.symbols_as_life.saturating_mul(2) } else { 0 };
            let frame = Frame { facts, ..Frame::default() };
            let context = Context::with(now, object.controller, &frame);
            counters.push((CounterKind::Loyalty, self.state.count(loyalty, &context).saturating_sub(fewer)));
        }
        if chars.is(CardType::Battle)
            && let Some(defense) = chars.defense
        {
            counters.push((CounterKind::Defense, defense));
        }
        // 714.3, 714.3a
        if chars.has_subtype(Subtype::SAGA) && !chars.has(Keyword::ReadAhead) {
            counters.push((CounterKind::Lore, 1));
        }
        let by = Some(self.state.objects[now.index()].controller);
        for (kind, amount) in counters {
            // 614.16: effects on counters apply to these too.
            batch.follow.push((NOBODY, Proposal::PutCounters { on: now.into(), kind, amount, by, effect: true }));
        }
        self.tribute_unpaid(now);
    }

    /// 702.104b: where the counters can't be put, the opponent didn't have it enter with them.
    fn tribute_unpaid(&mut self, now: ObjectId) {
        if self.state.remembered(now, TRIBUTE).is_empty() {
            return;
        }
        self.state.refresh(); // What it is now decides (614.17d).
        if self.state.forbids_counters(now.into(), &CounterKind::PLUS)
            && let Some(memory) = &mut self.state.objects[now.index()].memory
        {
            memory.members.retain(|(linked, _)| *linked != TRIBUTE);
            memory.chosen.retain(|(linked, _)| *linked != TRIBUTE);
        }
    }

    /// What has just entered attacks (508.4) or blocks (509.4) as told, if it is a creature.
    pub(super) fn enter_combat(&mut self, batch: &Batch) {
        for (now, defender) in &batch.attacking {
            self.state.refresh();
            self.state.put_attacking(*now, *defender);
        }
        for (now, attacker) in &batch.blocking {
            self.state.refresh();
            // 509.3a, 509.3d: it never blocked, but what it blocks becomes blocked by it.
            for (attacker, first) in self.state.put_blocking(*now, *attacker) {
                let event = Event::BecameBlocked { attacker, by: Some(*now), first };
                self.push_event(event, rule!("509.4"), batch.number);
            }
        }
    }

    /// Changes that last while the permanent is there, told by what put it there.
    fn lasting_mods(&mut self, now: ObjectId, controller: PlayerId, entry: &Entry) {
        let id = self.state.next_effect;
        self.state.next_effect += 1;
        let timestamp = self.state.stamp();
        let what = Continuous::Modify { what: Selector::Ref(lawmage_ir::Ref::This), mods: entry.mods.clone() };
        self.state.effects.push(Effect {
            id,
            source: now,
            controller,
            timestamp,
            what: Arc::new(what),
            locked: Some(smallvec::smallvec![now.into()]),
            frame: Arc::new(Frame::default()),
            expiry: Expiry::Leaves(now),
            copied: None,
            left: None,
        });
    }
}
