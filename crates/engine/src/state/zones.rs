//! Zones and objects that change them (400): the bookkeeping below events. Only [`crate::events::happen`] and casting move things
//! with this; all else proposes.

use std::sync::{Arc, LazyLock};

use lawmage_ir::{Ability, CardType, Continuous, Permission, Zone};
use smallvec::SmallVec;

use crate::state::State;
use crate::state::chars::{AbilityKey, Chars};
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::object::{AbilityUse, CombatRole, Counters, Memory, Object, ObjectKind, Permanent, Snapshot};

/// Where in a library or zone something is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// On top; in zones without order, last.
    Top,
    /// On the bottom.
    Bottom,
    /// Beneath the top so many cards (401.7).
    Nth(u32),
}

/// The characteristics of what has none: abilities on the stack, emblems (109.3, 114.3).
#[must_use]
pub fn no_chars() -> Arc<Chars> {
    static NONE: LazyLock<Arc<Chars>> = LazyLock::new(Arc::default);
    NONE.clone()
}

impl State {
    /// Puts a new object into the arena and its zone; its timestamp is now. Returns its id.
    pub fn allocate(&mut self, mut object: Object) -> ObjectId {
        object.timestamp = self.stamp();
        let zone = object.zone;
        let owner = object.owner;
        let id = match self.vacant.pop() {
            Some(slot) => {
                object.generation = self.objects[slot as usize].generation + 1;
                let id = ObjectId { slot, generation: object.generation };
                self.objects[slot as usize] = object;
                id
            }
            None => {
                let id = ObjectId { slot: self.objects.len() as u32, generation: object.generation };
                self.objects.push(object);
                id
            }
        };
        self.note_roaming(id.slot);
        self.insert_into(zone, owner, id, Place::Top);
        self.touch();
        id
    }

    /// A new object of no card: an ability, a token, an emblem. Not in the arena yet.
    #[must_use]
    pub fn blank(kind: ObjectKind, owner: PlayerId, zone: Zone, base: Arc<Chars>) -> Object {
        Object {
            generation: 0,
            kind,
            owner,
            controller: owner,
            of_card: None,
            zone,
            face: 0,
            base,
            timestamp: 0,
            counters: Counters::default(),
            permanent: (zone == Zone::Battlefield).then(Box::default),
            stack: None,
            memory: None,
        }
    }

    /// Moves an object to a zone, as a new object (400.7, 403.4), from exile to exile too (400.8, 406.7). What it was is
    /// remembered where someone may look back at it. It arrives under its owner's control, without counters, marks and
    /// memory; what it was cast with stays with a spell that becomes a permanent (400.7d). Nothing triggers: see
    /// [`Game::happen`](crate::Game::happen).
    pub fn rehome(&mut self, id: ObjectId, to: Zone, place: Place) -> ObjectId {
        let from = self.objects[id.index()].zone;
        if matches!(from, Zone::Battlefield | Zone::Stack | Zone::Graveyard | Zone::Exile | Zone::Command) {
            self.remember(id);
        }
        if from == Zone::Battlefield {
            self.set_prepared(id, false);
            self.detach_from_host(id);
            self.remove_from_combat(id);
        }
        let counters = self.counters_kept(id, to);
        let merged = self.permanent_mut(id).and_then(|p| p.merged.take());
        let owner = self.objects[id.index()].owner;
        self.keep_in_sight(id, from, to);
        self.take_out(from, owner, id);
        if !self.concealed.is_empty() {
            self.concealed.retain(|c| c.id != id); // 406.3: who might look at it may do so no more
        }
        let now = id.next();
        let stamp = self.stamp();
        let turn = self.turn.number;
        // What a spell is, the permanent that it becomes is (608.3): a prototyped one too (718.3b), and the face that was up
        // on the stack is up (702.146b, 712.13). From elsewhere the front is (712.14).
        let printed = if from == Zone::Stack && to == Zone::Battlefield { None } else { self.printed_face(id, to) };
        let object = &mut self.objects[id.index()];
        object.generation = now.generation;
        object.zone = to;
        object.timestamp = stamp; // 613.7d
        object.counters = counters;
        object.memory = None;
        // 607.2p: what was chosen for a card before the game began is chosen in every zone.
        if let Some((_, chosen)) = self.chosen_before.iter().find(|(slot, _)| *slot == id.slot) {
            object.memory = Some(chosen.clone());
        }
        let cast = object.stack.take().map(|item| item.facts);
        if !(from == Zone::Stack && to == Zone::Battlefield) {
            object.controller = owner;
            object.face = u8::from(object.base.back_up); // 707.8a: a token's own
        }
        object.permanent = (to == Zone::Battlefield).then(|| {
            Box::new(Permanent {
                controlled_since: turn,
                cast: cast.filter(|_| from == Zone::Stack),
                ..Permanent::default()
            })
        });
        if let Some(base) = printed {
            object.base = base;
        }
        if from == Zone::Stack && to == Zone::Battlefield {
            self.keep_granted(id, now);
            self.carry_effects(id, now);
        }
        self.carry_stickers(id, now, to); // 123.5
        self.insert_into(to, owner, now, place);
        if let Some(merged) = merged.filter(|_| to != Zone::Battlefield) {
            self.part(&merged, now, to, place);
        }
        self.touch();
        now
    }

    /// 122.2: the counters on an object that changes zones cease to exist; none is removed. They remain where an ability that it
    /// has before it moves says so.
    fn counters_kept(&self, id: ObjectId, to: Zone) -> Counters {
        let counters = &self.objects[id.index()].counters;
        let keeps = |ability: &Ability| match ability {
            Ability::Static(ability) => ability.effects.contains(&Continuous::May(Permission::KeepCounters)),
            _ => false,
        };
        let kept = !counters.is_empty()
            && !matches!(to, Zone::Hand | Zone::Library | Zone::Outside)
            && self.chars(id).abilities.iter().any(|on| keeps(&on.ability));
        if kept { counters.clone() } else { Counters::default() }
    }

    /// Puts a card of a library at another place in it.
    pub(crate) fn put_at(&mut self, id: ObjectId, place: Place) {
        let Some((zone, owner)) = self.get(id).map(|o| (o.zone, o.owner)) else { return };
        self.take_out(zone, owner, id);
        self.insert_into(zone, owner, id, place);
    }

    /// What a card prints for a zone; tokens and copies keep what they have.
    pub(crate) fn printed_face(&self, id: ObjectId, to: Zone) -> Option<Arc<Chars>> {
        let ObjectKind::Card(card) = self.objects[id.index()].kind else { return None };
        let def = self.cards.get(usize::from(card))?;
        // 712.8d: as a permanent, the face that is up, its front face unless something says otherwise.
        if to == Zone::Battlefield { def.faces.first() } else { def.elsewhere() }.cloned()
    }

    /// Whether a card has the characteristics of both its halves where it is (709.4).
    pub(crate) fn is_both_halves(&self, id: ObjectId) -> bool {
        let Some(object) = self.get(id) else { return false };
        let Some(card) = object.printed_on() else { return false };
        !matches!(object.zone, Zone::Stack | Zone::Battlefield)
            && self.cards.get(usize::from(card)).is_some_and(|d| d.faces.len() > 2)
    }

    /// Whether a card shows that face alone where it is.
    pub(crate) fn shows_face(&self, id: ObjectId, face: u8) -> bool {
        self.get(id).is_some_and(|o| o.face == face) && !self.is_both_halves(id)
    }

    /// Takes an object out of the game for good (111.7, 707.10a, abilities that left the stack).
    pub fn cease(&mut self, id: ObjectId) {
        let Some(object) = self.get(id) else { return };
        let (zone, owner) = (object.zone, object.owner);
        if matches!(zone, Zone::Battlefield | Zone::Stack) {
            self.remember(id);
        }
        if zone == Zone::Battlefield {
            self.set_prepared(id, false);
            self.detach_from_host(id);
            self.remove_from_combat(id);
        }
        self.take_out(zone, owner, id);
        let object = &mut self.objects[id.index()];
        object.generation += 1;
        object.kind = ObjectKind::Vacant;
        object.zone = Zone::Outside;
        object.permanent = None;
        object.stack = None;
        object.memory = None;
        object.counters = Counters::default();
        object.base = no_chars();
        self.remove_stickers(id);
        self.vacant.push(id.slot);
        self.touch();
    }

    /// Keeps a picture of an object as it is (608.2h).
    pub fn remember(&mut self, id: ObjectId) {
        let Some(object) = self.get(id) else { return };
        let snapshot = Snapshot {
            id,
            object: object.clone(),
            chars: self.chars_arc(id),
            copiable: self.copiable(id),
            controller: self.controller(id),
            combat: CombatRole { goaded: self.is_goaded(id), ..self.combat_role(id) },
            stickers: self.stickers_on(id),
        };
        self.past.push(Arc::new(snapshot));
    }

    /// Takes an object out of combat (506.4): as attacker, as blocker, as what is attacked.
    pub fn remove_from_combat(&mut self, id: ObjectId) {
        self.stop_fighting(id);
        self.stop_being_attacked(id);
    }

    /// Takes an object out of combat as what is attacked; what attacks it goes on attacking (506.4c).
    pub(crate) fn stop_being_attacked(&mut self, id: ObjectId) {
        let is_battle = self.seen(id).is_some_and(|seen| seen.chars.is(CardType::Battle));
        let Some(combat) = &mut self.combat else { return };
        for attacker in combat.attackers.iter_mut().filter(|a| a.defender == Some(Entity::Object(id))) {
            attacker.defender = None;
            attacker.lost_planeswalker = !is_battle;
        }
    }

    /// Takes an object out of combat as attacker and as blocker.
    pub(crate) fn stop_fighting(&mut self, id: ObjectId) {
        self.combats_mut().for_each(|combat| combat.stop(id));
    }

    fn detach_from_host(&mut self, id: ObjectId) {
        let host = self.objects[id.index()].permanent.as_ref().and_then(|p| p.attached_to);
        if let Some(Entity::Object(host)) = host
            && let Some(permanent) = self.permanent_mut(host)
        {
            permanent.attachments.retain(|a| *a != id);
        }
    }

    fn list(&mut self, zone: Zone, owner: PlayerId) -> &mut Vec<ObjectId> {
        match zone {
            Zone::Library => &mut self.players[owner.index()].library,
            Zone::Hand => &mut self.players[owner.index()].hand,
            Zone::Graveyard => &mut self.players[owner.index()].graveyard, // 404.1
            Zone::Outside => &mut self.players[owner.index()].sideboard,
            Zone::Battlefield => &mut self.battlefield,
            Zone::Stack => &mut self.stack, // 405.1: all objects on it, the last added last (405.2)
            Zone::Exile => &mut self.exile, // 406.2
            Zone::Command => &mut self.command,
        }
    }

    /// The list in which an object stands, or would: dungeon cards are apart from the sideboard (309.2).
    fn list_of(&mut self, zone: Zone, owner: PlayerId, id: ObjectId) -> &mut Vec<ObjectId> {
        if zone == Zone::Outside && self.is_dungeon(id) {
            return &mut self.players[owner.index()].dungeons;
        }
        self.list(zone, owner)
    }

    fn take_out(&mut self, zone: Zone, owner: PlayerId, id: ObjectId) {
        let list = self.list_of(zone, owner, id);
        // Most things leave from an end: the top of a library, the top of the stack.
        let place = if list.first() == Some(&id) { Some(0) } else { list.iter().rposition(|o| *o == id) };
        if let Some(place) = place {
            list.remove(place);
        } else if zone == Zone::Stack {
            self.asides_mut().for_each(|aside| aside.stack.retain(|other| *other != id)); // 807.5
        } else if zone == Zone::Command {
            self.players[owner.index()].attractions.retain(|other| *other != id); // 717.2
        }
    }

    fn insert_into(&mut self, zone: Zone, owner: PlayerId, id: ObjectId, place: Place) {
        // 108.2b: a token is no card of a library; it is there until it ceases to exist (111.7).
        if zone == Zone::Library && self.objects[id.index()].is_token() {
            return;
        }
        let list = self.list_of(zone, owner, id);
        if zone == Zone::Library {
            let at = match place {
                Place::Top => 0,
                Place::Bottom => list.len(),
                Place::Nth(n) => (n as usize).min(list.len()),
            };
            list.insert(at, id);
        } else {
            list.push(id);
        }
    }

    /// Takes an object off the list of its zone for a while, and tells its place there; those on the battlefield and the
    /// stack stay.
    pub(crate) fn lift(&mut self, id: ObjectId) -> Option<usize> {
        let (zone, owner) = self.get(id).map(|o| (o.zone, o.owner))?;
        if matches!(zone, Zone::Battlefield | Zone::Stack) {
            return None;
        }
        let list = self.list(zone, owner);
        let place = list.iter().position(|o| *o == id)?;
        list.remove(place);
        Some(place)
    }

    /// Puts an object that was lifted back onto the list of its zone.
    pub(crate) fn lay(&mut self, id: ObjectId, place: usize) {
        let Some((zone, owner)) = self.get(id).map(|o| (o.zone, o.owner)) else { return };
        let list = self.list(zone, owner);
        list.insert(place.min(list.len()), id);
    }

    /// Shuffles a library (701.20).
    pub fn shuffle_library(&mut self, player: PlayerId) {
        let Self { players, rng, .. } = self;
        rng.shuffle(&mut players[player.index()].library);
        self.forget_library(player);
    }

    /// Gives the cards of a library their ids by their places in it: an id tells nothing of the deck list that a card stood in, which
    /// only its owner has seen (400.2).
    pub(crate) fn name_by_place(&mut self, player: PlayerId) {
        let library = std::mem::take(&mut self.players[player.index()].library);
        let cards: Vec<Object> = library.iter().map(|id| self.objects[id.index()].clone()).collect();
        let mut slots: Vec<u32> = library.iter().map(|id| id.slot).collect();
        slots.sort_unstable();
        for (slot, _) in &mut self.chosen_before {
            if let Some(place) = library.iter().position(|id| id.slot == *slot) {
                *slot = slots[place];
            }
        }
        for (slot, card) in slots.iter().zip(cards) {
            let generation = self.objects[*slot as usize].generation;
            self.objects[*slot as usize] = Object { generation, ..card };
            self.players[player.index()].library.push(ObjectId { slot: *slot, generation });
            self.note_roaming(*slot);
        }
        self.touch();
    }

    /// How often an ability of an object was used: this turn, and since the object exists.
    #[must_use]
    pub fn uses(&self, id: ObjectId, key: AbilityKey) -> (u32, u32) {
        let used = self.ability_use(id, key);
        (used.this_turn, used.ever)
    }

    /// How an ability of an object was used this turn, and since the object exists.
    #[must_use]
    pub fn ability_use(&self, id: ObjectId, key: AbilityKey) -> AbilityUse {
        let memory = self.seen(id).and_then(|s| s.object.memory.as_deref());
        let used = memory.and_then(|m| m.uses.iter().find(|u| u.key == key));
        let turn = self.turn.number;
        match used {
            Some(used) if used.turn == turn => used.clone(),
            used => {
                let ever = used.map_or(0, |u| u.ever);
                AbilityUse { key, turn, this_turn: 0, resolved: 0, ever, added_mana: SmallVec::new() }
            }
        }
    }

    /// Notes that an ability of an object was used.
    pub fn note_use(&mut self, id: ObjectId, key: AbilityKey) {
        let before = self.ability_use(id, key);
        self.set_use(id, AbilityUse { this_turn: before.this_turn + 1, ever: before.ever + 1, ..before });
    }

    /// Notes that an ability of an object begins to resolve.
    pub fn note_resolution(&mut self, id: ObjectId, key: AbilityKey) {
        let before = self.ability_use(id, key);
        self.set_use(id, AbilityUse { resolved: before.resolved + 1, ..before });
    }

    /// Notes that a player has added mana with an ability of an object.
    pub fn note_added_mana(&mut self, id: ObjectId, key: AbilityKey, player: PlayerId) {
        let mut used = self.ability_use(id, key);
        used.added_mana.push(player);
        self.set_use(id, used);
    }

    fn set_use(&mut self, id: ObjectId, now: AbilityUse) {
        let Some(object) = self.get_mut(id) else { return };
        let memory = object.memory.get_or_insert_with(Box::<Memory>::default);
        match memory.uses.iter_mut().find(|u| u.key == now.key) {
            Some(used) => *used = now,
            None => memory.uses.push(now),
        }
    }

    /// The permanents attached to an object or player, oldest first.
    #[must_use]
    pub fn attachments(&self, host: Entity) -> SmallVec<[ObjectId; 2]> {
        match host {
            Entity::Object(id) => self.permanent(id).map(|p| p.attachments.clone()).unwrap_or_default(),
            Entity::Player(_) => self
                .permanents()
                .filter(|id| self.permanent(*id).is_some_and(|p| p.attached_to == Some(host)))
                .collect(),
        }
    }
}
