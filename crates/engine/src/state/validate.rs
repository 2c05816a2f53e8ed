//! What must hold of every state between ticks. Simulations check it as they go ([`State::validate`]); what is loaded from a
//! file is checked for more ([`State::validate_loaded`]), since nothing in it can be relied on.

mod walk;

use lawmage_ir::Zone;

use crate::state::State;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::melee::Marker;
use crate::state::object::{Object, ObjectKind};

/// Clocks and counts of what has been made stay far below what their numbers hold.
const MOST: u32 = 1 << 30;

impl State {
    /// Checks what the rules and the engine rely on: every object stands in the one list of its zone, attachments know each
    /// other, creatures in combat are on the battlefield.
    ///
    /// # Errors
    /// What does not hold, and where.
    pub fn validate(&self) -> Result<(), String> {
        self.one_zone_each()?;
        self.attachments_agree()?;
        self.markers_agree()?;
        self.combat_is_on_the_battlefield()
    }

    /// The same of a state that comes from a file, where besides every number could be any: players, objects and cards that
    /// are spoken of exist, what is counted can be counted on.
    ///
    /// # Errors
    /// What does not hold, and where.
    pub fn validate_loaded(&self) -> Result<(), String> {
        if self.players.is_empty() || self.players.len() > usize::from(u8::MAX) {
            return Err(format!("a game of {} players", self.players.len()));
        }
        let clocks = [
            ("the clock", self.clock),
            ("the number of effects", self.next_effect),
            ("the number of events", self.next_batch),
            ("the turn", self.turn.number),
            ("the number of turns", self.turns_begun()),
        ];
        if let Some((what, n)) = clocks.into_iter().find(|(_, n)| *n > MOST) {
            return Err(format!("{what} stands at {n}"));
        }
        if let Some(object) = self.objects.iter().find(|o| o.generation > MOST || o.timestamp > MOST) {
            return Err(format!("{} has changed zones {} times", object.base.name, object.generation));
        }
        if !self.roaming.is_within(self.objects.len()) {
            return Err("abilities work of objects that never were".to_owned());
        }
        self.vacancies_agree()?;
        walk::check(self)?;
        self.validate()
    }

    /// How many cards each player owns, whatever they are part of: conserved through a game, but for those who leave it.
    #[must_use]
    pub fn cards_owned(&self) -> Vec<usize> {
        let mut owned = vec![0; self.players.len()];
        for object in &self.objects {
            cards_in(object, &mut |owner| {
                if let Some(count) = owned.get_mut(owner.index()) {
                    *count += 1;
                }
            });
        }
        owned
    }

    fn listed(&self) -> impl Iterator<Item = (ObjectId, Zone)> + '_ {
        let shared = [
            (&self.battlefield, Zone::Battlefield),
            (&self.stack, Zone::Stack),
            (&self.exile, Zone::Exile),
            (&self.command, Zone::Command),
        ];
        let own = self.players.iter().flat_map(|p| {
            [
                (&p.library, Zone::Library),
                (&p.hand, Zone::Hand),
                (&p.graveyard, Zone::Graveyard),
                (&p.sideboard, Zone::Outside),
                (&p.attractions, Zone::Command),
            ]
        });
        let stacks = self.asides().map(|aside| (&aside.stack, Zone::Stack));
        // 901.3, 904.3: supplementary decks are in the command zone, face down.
        let decks = self.casual.iter().flat_map(|c| c.decks.iter().map(|deck| (deck, Zone::Command)));
        shared
            .into_iter()
            .chain(stacks)
            .chain(own)
            .chain(decks)
            .flat_map(|(ids, zone)| ids.iter().map(move |id| (*id, zone)))
    }

    /// Every object stands in the one list of its zone, under its present id.
    fn one_zone_each(&self) -> Result<(), String> {
        let mut seen = vec![false; self.objects.len()];
        for (id, zone) in self.listed() {
            let object = self.objects.get(id.index()).filter(|o| o.generation == id.generation);
            let (Some(object), Some(seen)) = (object, seen.get_mut(id.index())) else {
                return Err(format!("{id:?} in {zone:?} is no longer that object"));
            };
            if object.zone != zone {
                return Err(format!("{} is listed in {zone:?} but is in {:?}", object.base.name, object.zone));
            }
            if std::mem::replace(seen, true) {
                return Err(format!("{} is in two zones", object.base.name));
            }
            if (zone == Zone::Battlefield) != object.permanent.is_some() {
                return Err(format!("{} in {zone:?} has the parts of a permanent amiss", object.base.name));
            }
            if (zone == Zone::Stack) != object.stack.is_some() {
                return Err(format!("{} in {zone:?} has the parts of a stack object amiss", object.base.name));
            }
        }
        for (slot, (object, seen)) in self.objects.iter().zip(seen).enumerate() {
            // 108.2b: a token in a library is none of its cards.
            let unlisted = object.kind == ObjectKind::Vacant || (object.is_token() && object.zone == Zone::Library);
            if unlisted == seen {
                return Err(format!("slot {slot} ({:?}, {}) is in no zone", object.kind, object.base.name));
            }
        }
        Ok(())
    }

    /// Empty places are known to be, each once.
    fn vacancies_agree(&self) -> Result<(), String> {
        let mut vacant = self.vacant.clone();
        vacant.sort_unstable();
        let empty = (0u32..).zip(&self.objects).filter(|(_, o)| o.kind == ObjectKind::Vacant).map(|(slot, _)| slot);
        if empty.eq(vacant) {
            Ok(())
        } else {
            Err("the list of empty places is not that of the empty places".to_owned())
        }
    }

    /// What is attached knows its host, and the host knows it.
    fn attachments_agree(&self) -> Result<(), String> {
        for id in &self.battlefield {
            let Some(permanent) = self.permanent(*id) else { continue };
            if let Some(Entity::Object(host)) = permanent.attached_to
                && let Some(other) = self.permanent(host)
                && !other.attachments.contains(id)
            {
                return Err(format!("{} is attached to {}, which doesn't know", self.name_of(*id), self.name_of(host)));
            }
            for attachment in &permanent.attachments {
                if self.permanent(*attachment).and_then(|p| p.attached_to) != Some(Entity::Object(*id)) {
                    return Err(format!("{} holds an attachment that isn't there", self.name_of(*id)));
                }
            }
        }
        Ok(())
    }

    /// What is of the other turns lies aside, and nothing of the one at hand.
    fn markers_agree(&self) -> Result<(), String> {
        let Some(melee) = self.melee() else { return Ok(()) };
        let markers = &melee.markers;
        let apart = |(place, marker): (usize, &Marker)| marker.aside.is_none() == (place == melee.here);
        if markers.len() > self.players.len() || !markers.iter().enumerate().all(apart) {
            return Err("the turn markers don't have a turn each (807.4)".to_owned());
        }
        Ok(())
    }

    fn combat_is_on_the_battlefield(&self) -> Result<(), String> {
        let Some(combat) = &self.combat else { return Ok(()) };
        for id in combat.attackers.iter().map(|a| a.id).chain(combat.blockers.iter().map(|(b, _)| *b)) {
            if self.permanent(id).is_none() {
                return Err("a creature in combat is not on the battlefield (506.4)".to_owned());
            }
        }
        Ok(())
    }
}

/// The owners of the cards that an object is: of a merged permanent those of its components (727.2), of which the object
/// itself shows only the topmost.
fn cards_in(object: &Object, card: &mut dyn FnMut(PlayerId)) {
    match object.permanent.as_deref().and_then(|p| p.merged.as_deref()) {
        Some(merged) => {
            merged.components.iter().filter(|c| matches!(c.kind, ObjectKind::Card(_))).for_each(|c| card(c.owner));
        }
        None if object.is_card() => card(object.owner),
        None => {}
    }
}
