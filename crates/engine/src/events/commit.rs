//! Making settled proposals so (design §3): the only place where most of the state changes.

use std::sync::Arc;

use lawmage_ir::{
    CardType, Cause, Continuous, CounterKind, Destination, Permission, Prohibition, Rule, Selector, Subtype, Supertype,
    Zone, rule,
};
use smallvec::SmallVec;

use crate::events::happen::{Batch, NOBODY};
use crate::read::context::Context;
use crate::state::chars::Chars;
use crate::state::event::{Entry, Event, Outcome, Proposal};
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::mana::SpecialMana;
use crate::state::object::{Designations, Frame, Memory, ObjectKind};
use crate::state::player::Standing;
use crate::state::zones::Place;
use crate::state::{Effect, Expiry, State};
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Halt, Res};

/// The most objects a game may hold; beyond it the game is reported as capped.
const MOST_OBJECTS: usize = 20_000;

impl Game<'_> {
    /// Commits one settled proposal.
    pub(crate) fn commit(
        &mut self,
        index: usize,
        proposal: Proposal,
        rule: Rule,
        batch: &mut Batch,
        outcomes: &mut [Outcome],
    ) -> Res<()> {
        let mut unasked = Outcome::default();
        let outcome = outcomes.get_mut(index).unwrap_or(&mut unasked);
        match proposal {
            Proposal::Move { object, to, cause, by, entry } => {
                self.commit_move(object, &to, cause, by, *entry, rule, batch, outcome)
            }
            // Destruction that nothing stopped was settled into a move (701.7).
            Proposal::Destroy { .. } => Ok(()),
            Proposal::Damage { source, to, amount, combat } => {
                self.commit_damage(index, source, to, amount, combat, rule, batch, outcome);
                Ok(())
            }
            Proposal::GainLife { player, amount } => {
                if amount > 0 {
                    let life = &mut self.state.player_mut(player).life;
                    *life = life.saturating_add(amount as i32);
                    self.state.share_with_team(player.into());
                    self.state.touch();
                    self.push_event(Event::LifeGained { player, amount }, rule, batch.number);
                    done(outcome, [player.into()], amount);
                }
                Ok(())
            }
            Proposal::LoseLife { player, amount, .. } => {
                if amount > 0 {
                    let life = &mut self.state.player_mut(player).life;
                    *life = life.saturating_sub(amount as i32);
                    self.state.share_with_team(player.into());
                    self.state.touch();
                    self.push_event(Event::LifeLost { player, amount }, rule, batch.number);
                    done(outcome, [player.into()], amount);
                }
                Ok(())
            }
            Proposal::PutCounters { on, kind, amount, by } => {
                self.commit_counters(on, kind, amount, by, rule, batch, outcome);
                self.state.share_with_team(on);
                Ok(())
            }
            Proposal::RemoveCounters { from, kind, amount } => {
                let counters = match from {
                    Entity::Player(player) => Some(&mut self.state.player_mut(player).counters),
                    Entity::Object(id) => self.state.get_mut(id).map(|o| &mut o.counters),
                };
                if let Some(counters) = counters {
                    let gone = counters.remove(&kind, amount);
                    let left = counters.get(&kind);
                    if gone > 0 {
                        self.state.share_with_team(from);
                        self.state.touch();
                        let event = Event::CountersRemoved { from, kind, amount: gone, left };
                        self.push_event(event, rule, batch.number);
                        done(outcome, [from], gone);
                    }
                }
                Ok(())
            }
            // 121.2a: how many are drawn is settled; they are drawn one by one.
            Proposal::DrawCards { player, count } => {
                done(outcome, [player.into()], count);
                Ok(())
            }
            Proposal::Draw { player } => self.commit_draw(player, rule, batch, outcome),
            Proposal::CreateTokens { player, chars, count, entry } => {
                self.commit_tokens(index, player, &chars, count, &entry, batch)
            }
            Proposal::Tap(id) => {
                if let Some(permanent) = self.state.permanent_mut(id)
                    && !permanent.tapped
                {
                    permanent.tapped = true;
                    self.state.touch();
                    self.push_event(Event::Tapped(id), rule, batch.number);
                    done(outcome, [id.into()], 1);
                }
                Ok(())
            }
            Proposal::Untap(id) => {
                if let Some(permanent) = self.state.permanent_mut(id)
                    && permanent.tapped
                {
                    permanent.tapped = false;
                    self.state.touch();
                    self.push_event(Event::Untapped(id), rule, batch.number);
                    done(outcome, [id.into()], 1);
                }
                Ok(())
            }
            Proposal::AddMana { player, source, mana, rider, .. } => {
                self.commit_mana(player, source, mana, rider, rule, batch, outcome);
                Ok(())
            }
            Proposal::Lose { player, rule: why } => {
                if self.state.player(player).is_playing() {
                    self.state.player_mut(player).standing = Standing::Lost(why);
                    self.push_event(Event::Lost(player), why, batch.number);
                    done(outcome, [player.into()], 1);
                }
                Ok(())
            }
            Proposal::PayLife { player, amount } => {
                done(outcome, [player.into()], amount); // 119.4: what becomes of it is lost life.
                Ok(())
            }
            Proposal::BeginTurn { player } => {
                done(outcome, [player.into()], 1); // The turn tells of itself.
                Ok(())
            }
            Proposal::BeginStep { step, active } => {
                self.push_event(Event::StepBegan { step, active }, rule, batch.number);
                done(outcome, [active.into()], 1);
                Ok(())
            }
        }
    }

    fn commit_draw(&mut self, player: PlayerId, rule: Rule, batch: &mut Batch, outcome: &mut Outcome) -> Res<()> {
        let Some(top) = self.state.player(player).library.first().copied() else {
            // 121.4: the attempt counts for 704.5b. 121.6a: what replaces draws has done so before.
            self.state.player_mut(player).drew_from_empty = true;
            return Ok(());
        };
        self.state.player_mut(player).drawn += 1;
        let entry = Entry::default();
        self.commit_move(top, &Destination::Hand, Cause::Draw, Some(player), entry, rule, batch, outcome)?;
        let first = self.state.player(player).drawn == 1 && self.state.turn.number > 0;
        if self.paying > 0 {
            self.state.cover(self.state.current(top), first);
        } else if first {
            self.reveal_as_drawn(player, self.state.current(top), batch)?;
        }
        Ok(())
    }

    /// 121.8: once a spell has become cast, or an ability activated, the cards drawn meanwhile are looked at, and those that may
    /// be revealed as they are drawn are revealed.
    pub(crate) fn uncover_drawn(&mut self) -> Res<()> {
        if self.paying > 0 || self.state.covered.is_empty() {
            return Ok(());
        }
        let first: Vec<ObjectId> = self.state.uncover();
        for card in first {
            let start = self.state.history.len();
            let batch = Batch { number: self.state.next_batch, ..Batch::default() };
            self.state.next_batch += 1;
            let player = self.state.controller(card);
            self.reveal_as_drawn(player, card, &batch)?;
            self.close(start, &batch)?;
        }
        Ok(())
    }

    /// 603.11: static abilities may have a player reveal the first card they draw in a turn, as they draw it. The card is in their
    /// hand as they choose: they may look at it (121.9).
    fn reveal_as_drawn(&mut self, player: PlayerId, card: ObjectId, batch: &Batch) -> Res<()> {
        let mut by: SmallVec<[(ObjectId, bool); 1]> = SmallVec::new();
        for rule in &self.state.rules().mays {
            if let Some(Continuous::May(Permission::RevealDrawn { optional, .. })) = rule.what()
                && rule.controller == player
            {
                by.push((rule.source, *optional));
            }
        }
        if self.state.chars(card).marks.elsewhere {
            let own = self.state.own_statics(card).flat_map(|(_, ability)| &ability.effects);
            by.extend(own.filter_map(|effect| match effect {
                Continuous::May(Permission::RevealDrawn { optional, .. }) => Some((card, *optional)),
                _ => None,
            }));
        }
        for (source, optional) in by {
            if !optional || self.yes(Decision::yes_no(player, Ask::May, rule!("702.94a"), Some(source)))? {
                let event = Event::RevealedDrawn { source, card, by: player };
                self.push_event(event, rule!("603.11"), batch.number);
            }
        }
        Ok(())
    }

    /// Tokens are made outside the game and enter from there, so that all that holds of entering holds of them (616.1g).
    fn commit_tokens(
        &mut self,
        index: usize,
        player: PlayerId,
        chars: &Arc<Chars>,
        count: u32,
        entry: &Entry,
        batch: &mut Batch,
    ) -> Res<()> {
        if self.state.objects.len() + count as usize > MOST_OBJECTS {
            return Err(Halt::Capped("more objects than a game may hold"));
        }
        for _ in 0..count {
            let token = State::blank(ObjectKind::Token, player, Zone::Outside, chars.clone());
            let object = self.state.allocate(token);
            let entry = Box::new(Entry { controller: Some(player), ..entry.clone() });
            let to = Destination::Battlefield(Box::default());
            let moved = Proposal::Move { object, to, cause: Cause::Create, by: Some(player), entry };
            batch.follow.push((index, moved));
        }
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "one proposal's parts, taken apart once")]
    fn commit_move(
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
        // 309.2c: a dungeon card leaves the command zone only as it leaves the game.
        if from == Zone::Command && self.state.is_dungeon(object) {
            return Ok(());
        }
        // 111.8: a token that has left the battlefield can't change zones again. (On the stack it is a copy of a permanent
        // spell about to enter: 608.3f.)
        let token = self.state.objects[object.index()].is_token();
        if token && !matches!(from, Zone::Battlefield | Zone::Outside | Zone::Stack) {
            return Ok(());
        }
        // 400.4a, 110.4, 304.4, 307.4, 712.14b: what is no permanent card doesn't enter; it stays where it is.
        if let Destination::Battlefield(_) = to
            && entry.face_down.is_none()
            && (entry.copy.is_none() || entry.transformed) // 712.13a
            // 110.4, 111.5
            && !self.entering_types(object, &entry).any_permanent()
        {
            return Ok(());
        }
        if let Destination::Battlefield(_) = to {
            self.state.unconceal(object); // It is face up as it enters, unless something has it enter face down.
        }
        // 712.14a: a card that is no transforming double-faced one doesn't come transformed; it stays where it is.
        if let Destination::Battlefield(_) = to
            && entry.transformed
            && !token
            && entry.melded.is_none()
            && cause != Cause::Play
            && !self.state.is_double_faced_card(&self.state.objects[object.index()].kind)
        {
            return Ok(());
        }
        let host = self.host_for(object, to, &entry)?;
        if let Some(None) = host {
            return Ok(()); // 303.4g: an Aura that can't enchant anything stays where it is.
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
        let now = self.state.rehome(object, to.zone(), place);
        if cause == Cause::Play && from != Zone::Stack {
            self.state.carry_grants(object, now); // 400.7i, 611.3d
        }
        if let Some(lookers) = lookers {
            self.state.conceal(now, lookers);
        }
        if from == Zone::Battlefield {
            batch.left.push(object);
            if to.zone() == Zone::Library {
                self.order_parted(now, place)?;
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
            self.arrive(now, &entry, host.flatten(), batch);
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
            let event = Event::Moved { object, now, from, to: to.zone(), cause, by };
            self.push_event(event, rule, batch.number);
        }
        // 712.21, 727.3: one permanent has left, but each card is put where it goes.
        let parted: SmallVec<[ObjectId; 1]> = self.state.parted(now).collect();
        for card in parted {
            let event = Event::Moved { object: card, now: card, from: Zone::Outside, to: to.zone(), cause, by };
            self.push_event(event, rule, batch.number);
        }
        outcome.members.push(now.into());
        outcome.members.extend(self.state.parted(now).map(Entity::Object)); // 727.3c
        outcome.number += 1;
        outcome.done = true;
        Ok(())
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

    /// What an Aura that enters otherwise than by resolving is put onto (303.4f): `None` when nothing needs choosing,
    /// `Some(None)` when there is nothing to enchant.
    fn host_for(&mut self, object: ObjectId, to: &Destination, entry: &Entry) -> Res<Option<Option<Entity>>> {
        let Destination::Battlefield(_) = to else { return Ok(None) };
        if entry.attached_to.is_some() {
            return Ok(Some(entry.attached_to));
        }
        let source = &self.state.objects[object.index()];
        let chars = entry.copy.as_ref().unwrap_or(&source.base).clone();
        // What resolves as an Aura spell has its host; what enters as a copy of an Aura has not.
        let resolves = source.zone == Zone::Stack && entry.copy.is_none();
        if !chars.has_subtype(Subtype::AURA) || resolves || entry.face_down.is_some() {
            return Ok(None);
        }
        let chooser = entry.controller.unwrap_or(source.controller);
        let mut hosts: Vec<Choice> = self.state.permanents().map(Choice::Object).collect();
        hosts.extend(self.state.apnap().map(Choice::Player));
        hosts.retain(|h| h.entity().is_some_and(|e| self.state.can_attach_as(object, &chars, chooser, e).is_ok()));
        if hosts.is_empty() {
            return Ok(Some(None));
        }
        let decision = Decision::pick(chooser, Ask::Enchant, rule!("303.4f"), Some(object), hosts, 1, 1);
        let picked = self.pick(decision)?;
        Ok(Some(picked.first().and_then(Choice::entity)))
    }

    /// What holds of a permanent as it enters (110.5b, 614.12).
    fn arrive(&mut self, now: ObjectId, entry: &Entry, host: Option<Entity>, batch: &mut Batch) {
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
        if let Some(copy) = &entry.copy {
            object.base = copy.clone();
        }
        if let Some(other) = entry.melded {
            self.state.combine(now, other); // 712.14c
        }
        let Some(object) = self.state.get_mut(now) else { return };
        if !entry.chosen.is_empty() || !entry.members.is_empty() {
            let memory = object.memory.get_or_insert_with(Box::<Memory>::default);
            memory.chosen.clone_from(&entry.chosen);
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
        self.state.settle_doors(now);
        let chars = self.state.objects[now.index()].base.clone();
        if let Some(host) = host {
            self.state.link(now, host);
            self.push_event(Event::Attached { what: now, to: host }, rule!("303.4f"), batch.number);
        }
        self.counters_on_arrival(now, &chars, entry, batch);
        if let Some(defender) = entry.attacking {
            self.enter_attacking(now, defender); // 508.4
        }
        if let Some(attacker) = entry.blocking {
            self.enter_blocking(now, attacker, batch); // 509.4
        }
        if !entry.mods.is_empty() {
            self.lasting_mods(now, controller, entry);
        }
    }

    /// Counters an object enters with (122.6a); loyalty and defense among them (306.5b, 310.4b).
    fn counters_on_arrival(&mut self, now: ObjectId, chars: &Chars, entry: &Entry, batch: &mut Batch) {
        let mut counters: SmallVec<[(CounterKind, u32); 2]> = entry.counters.iter().cloned().collect();
        if chars.is(CardType::Planeswalker)
            && let Some(loyalty) = &chars.loyalty
        {
            // 107.3m: the X of the spell that it was.
            let object = &self.state.objects[now.index()];
            let facts = object.permanent.as_ref().and_then(|p| p.cast.clone()).unwrap_or_default();
            let frame = Frame { facts, ..Frame::default() };
            let context = Context::with(now, object.controller, &frame);
            counters.push((CounterKind::Loyalty, self.state.count(loyalty, &context)));
        }
        if chars.is(CardType::Battle)
            && let Some(defense) = chars.defense
        {
            counters.push((CounterKind::Defense, defense));
        }
        // 714.3a
        if chars.has_subtype(Subtype::SAGA) {
            counters.push((CounterKind::Lore, 1));
        }
        let by = Some(self.state.objects[now.index()].controller);
        for (kind, amount) in counters {
            // 614.16: effects on counters apply to these too.
            batch.follow.push((NOBODY, Proposal::PutCounters { on: now.into(), kind, amount, by }));
        }
    }

    fn enter_attacking(&mut self, now: ObjectId, defender: Entity) {
        self.state.refresh(); // Whether it is a creature is asked of what has just entered.
        self.state.put_attacking(now, defender);
    }

    /// 509.3a, 509.3d: it never blocked, but what it blocks becomes blocked by it.
    fn enter_blocking(&mut self, now: ObjectId, attacker: ObjectId, batch: &Batch) {
        self.state.refresh();
        for (attacker, first) in self.state.put_blocking(now, attacker) {
            let event = Event::BecameBlocked { attacker, by: Some(now), first };
            self.push_event(event, rule!("509.4"), batch.number);
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

    #[expect(clippy::too_many_arguments, reason = "one proposal's parts, taken apart once")]
    fn commit_counters(
        &mut self,
        on: Entity,
        kind: CounterKind,
        amount: u32,
        by: Option<PlayerId>,
        rule: Rule,
        batch: &Batch,
        outcome: &mut Outcome,
    ) {
        if amount == 0 || self.state.forbids_counters(on, &kind) {
            return;
        }
        let stamp = self.state.stamp();
        let counters = match on {
            Entity::Player(player) => &mut self.state.player_mut(player).counters,
            Entity::Object(id) => match self.state.get_mut(id) {
                Some(object) => &mut object.counters,
                None => return,
            },
        };
        counters.add_at(&kind, amount, stamp);
        let now = counters.get(&kind);
        self.state.touch();
        self.push_event(Event::CountersPut { on, kind, amount, now, by }, rule, batch.number);
        if !outcome.members.contains(&on) {
            outcome.members.push(on);
        }
        outcome.number += amount;
        outcome.done = true;
    }

    #[expect(clippy::too_many_arguments, reason = "one proposal's parts, taken apart once")]
    fn commit_mana(
        &mut self,
        player: PlayerId,
        source: ObjectId,
        mana: [u16; 6],
        rider: Option<Arc<lawmage_ir::ManaRider>>,
        rule: Rule,
        batch: &Batch,
        outcome: &mut Outcome,
    ) {
        let snow = self.state.seen(source).is_some_and(|s| s.chars.has_supertype(Supertype::Snow));
        let pool = &mut self.state.players[player.index()].mana;
        for kind in lawmage_ir::ManaType::ALL {
            let count = mana[kind.index()];
            if rider.is_none() && !snow {
                pool.add(kind, count);
                continue;
            }
            let until_end_of_turn = rider.as_ref().is_some_and(|r| r.until_end_of_turn);
            for _ in 0..count {
                pool.special.push(SpecialMana { mana: kind, snow, rider: rider.clone(), source, until_end_of_turn });
            }
        }
        let total = mana.iter().map(|n| u32::from(*n)).sum();
        if total > 0 {
            self.push_event(Event::ManaAdded { player, source, made: mana }, rule, batch.number);
            done(outcome, [player.into()], total);
        }
    }
}

impl State {
    /// 121.8: a card drawn while a spell is being cast or an ability activated is face down: it has no characteristics, and
    /// pays for nothing that asks for some.
    fn cover(&mut self, card: ObjectId, first: bool) {
        if let Some(object) = self.get_mut(card) {
            let base = std::mem::replace(&mut object.base, crate::state::zones::no_chars());
            self.covered.push((card, base, first));
            self.touch();
            self.refresh();
        }
    }

    /// Turns those cards face up; gives those that were the first their player drew this turn.
    pub(crate) fn uncover(&mut self) -> Vec<ObjectId> {
        let mut firsts = Vec::new();
        for (card, base, first) in std::mem::take(&mut self.covered) {
            if let Some(object) = self.get_mut(card) {
                object.base = base;
                firsts.extend(first.then_some(card));
            }
        }
        self.touch();
        self.refresh();
        firsts
    }

    /// Whether such counters can't be put there; of what has just entered, asked as it is there (614.17d).
    pub(crate) fn forbids_counters(&self, on: Entity, kind: &CounterKind) -> bool {
        self.rules().cants.iter().any(|active| match active.what() {
            Some(Continuous::Cant(Prohibition::Counters(what, which))) => {
                let context =
                    Context { frame: active.frame.as_deref(), ..Context::of(active.source, active.controller) };
                which.as_ref().is_none_or(|k| k == kind) && self.is_selected(on, what, &context)
            }
            _ => false,
        })
    }
}

fn done(outcome: &mut Outcome, members: impl IntoIterator<Item = Entity>, number: u32) {
    outcome.members.extend(members);
    outcome.number += number;
    outcome.done = true;
}
