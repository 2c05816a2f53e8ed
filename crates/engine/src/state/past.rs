//! What of the past is kept: pictures of objects as they last existed (608.2h), as long as something may look back at them.

use std::collections::BTreeSet;

use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::stack::{CastFacts, Frame, StackItem};
use crate::state::{OwnAttack, State};

/// Pictures kept without asking whether anything needs them.
const FEW: usize = 64;

impl State {
    /// As a turn begins: the attacks of the one before it are those of the last turn of whoever had it.
    pub(crate) fn note_own_attacks(&mut self) {
        let whose = self.history.iter().find_map(|o| match o.event {
            Event::TurnBegan { player, .. } => Some(player),
            _ => None,
        });
        let Some(whose) = whose else { return };
        let before = std::mem::take(&mut self.own_attacks);
        self.own_attacks = self.with_attacks_since(0, before, whose);
    }

    /// As a combat phase ends: its attacks are those of the last combat of whose turn it is.
    pub(crate) fn note_last_combat(&mut self) {
        let before = std::mem::take(&mut self.last_combats);
        self.last_combats = self.with_attacks_since(self.combat_began(), before, self.turn.active);
    }

    /// Those attacks, with the ones from a place of the record on instead of what was noted of that player.
    fn with_attacks_since(&self, from: usize, before: Vec<OwnAttack>, whose: PlayerId) -> Vec<OwnAttack> {
        let attacks = self.history.iter().skip(from).filter_map(|o| match o.event {
            Event::Attacked { attacker, defender, .. } => {
                let look = self.looks.iter().find(|look| look.batch == o.batch && look.id == attacker)?;
                Some(OwnAttack { by: look.controller, attacker, whom: defender })
            }
            _ => None,
        });
        // 805.4a: a team has its turn together.
        before.into_iter().filter(|attack| !self.acts_for(attack.by, whose)).chain(attacks).collect()
    }

    /// As a turn begins: forgets objects that left before the last turn, unless something in the game still speaks of them.
    pub(crate) fn forget(&mut self) {
        if self.past.len() <= FEW {
            return;
        }
        let mut spoken: BTreeSet<ObjectId> = BTreeSet::new();
        let mut note = |id: ObjectId| {
            spoken.insert(id);
        };
        for occurrence in &self.last_turn {
            let roles = occurrence.event.roles();
            [roles.subject, roles.object].into_iter().flatten().filter_map(Entity::object).for_each(&mut note);
            if let Event::Moved { object, now, .. } = occurrence.event {
                note(object);
                note(now);
            }
        }
        for object in &self.objects {
            if let Some(item) = &object.stack {
                note_item(item, &mut note);
            }
            if let Some(permanent) = &object.permanent {
                permanent.attached_to.and_then(Entity::object).into_iter().for_each(&mut note);
                if let Some(facts) = &permanent.cast {
                    note_facts(facts, &mut note);
                }
            }
            if let Some(memory) = &object.memory {
                memory.members.iter().filter_map(|(_, e)| e.object()).for_each(&mut note);
            }
        }
        for effect in &self.effects {
            note(effect.source);
            note_frame(&effect.frame, &mut note);
            effect.locked.iter().flatten().filter_map(|e| e.object()).for_each(&mut note);
        }
        for delayed in &self.delayed {
            note(delayed.source);
            note_frame(&delayed.frame, &mut note);
        }
        for pending in &self.pending {
            note(pending.source);
            if let Some(frame) = &pending.frame {
                note_frame(frame, &mut note);
            }
            if let Some(event) = &pending.event {
                let roles = event.event.roles();
                let others = event.subjects.iter().copied();
                [roles.subject, roles.object]
                    .into_iter()
                    .flatten()
                    .chain(others)
                    .filter_map(Entity::object)
                    .for_each(&mut note);
            }
        }
        self.past.retain(|snapshot| spoken.contains(&snapshot.id));
    }
}

fn note_item(item: &StackItem, note: &mut impl FnMut(ObjectId)) {
    note(item.source);
    for choice in item.modes.iter().flat_map(|m| &m.targets) {
        choice.chosen.iter().filter_map(|e| e.object()).for_each(&mut *note);
    }
    note_facts(&item.facts, note);
    if let Some(event) = &item.event {
        let roles = event.event.roles();
        let all = [roles.subject, roles.object].into_iter().flatten().chain(event.subjects.iter().copied());
        all.filter_map(Entity::object).for_each(&mut *note);
    }
    if let Some(frame) = &item.frame {
        note_frame(frame, note);
    }
}

fn note_frame(frame: &Frame, note: &mut impl FnMut(ObjectId)) {
    let targets = frame.targets.iter().flat_map(|t| &t.chosen);
    let slots = frame.slots.iter().flat_map(|s| &s.members);
    targets.chain(slots).chain(&frame.each).filter_map(|e| e.object()).for_each(&mut *note);
    for paid in &frame.paid {
        paid.objects.iter().copied().for_each(&mut *note);
    }
    note_facts(&frame.facts, note);
    if let Some(event) = &frame.event {
        let roles = event.event.roles();
        let all = [roles.subject, roles.object].into_iter().flatten().chain(event.subjects.iter().copied());
        all.filter_map(Entity::object).for_each(&mut *note);
    }
}

fn note_facts(facts: &CastFacts, note: &mut impl FnMut(ObjectId)) {
    facts.convoked.iter().copied().for_each(&mut *note);
    for paid in &facts.paid {
        paid.objects.iter().copied().for_each(&mut *note);
    }
}
