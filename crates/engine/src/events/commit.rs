//! Making settled proposals so (design §3): the only place where most of the state changes.

use std::sync::Arc;

use lawmage_ir::{Cause, Continuous, CounterKind, Destination, Prohibition, Rule, Supertype, Zone};

use crate::events::happen::Batch;
use crate::read::context::Context;
use crate::state::State;
use crate::state::chars::Chars;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::mana::SpecialMana;
use crate::state::object::{Object, ObjectKind};
use crate::state::player::Standing;
use crate::state::proposal::{Entry, Outcome, Proposal};
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
            Proposal::Damage { source, to, amount, combat, .. } => {
                self.commit_damage(index, source, to, amount, combat, rule, batch, outcome);
                Ok(())
            }
            Proposal::GainLife { player, amount } => {
                self.commit_life(player, amount, true, rule, batch, outcome);
                Ok(())
            }
            Proposal::LoseLife { player, amount, .. } => {
                self.commit_life(player, amount, false, rule, batch, outcome);
                Ok(())
            }
            Proposal::PutCounters { on, kind, amount, by, effect } => {
                self.commit_counters(on, kind, amount, (by, effect), rule, batch, outcome);
                self.state.share_with_team(on);
                Ok(())
            }
            Proposal::RemoveCounters { from, kind, amount, .. } => {
                self.commit_removal(from, kind, amount, rule, batch, outcome);
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
            Proposal::Tap(id, by) => {
                self.commit_tapping(id, true, by, rule, batch, outcome);
                Ok(())
            }
            Proposal::Untap(id, by) => {
                self.commit_tapping(id, false, by, rule, batch, outcome);
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
            Proposal::Act { player, number, .. } => {
                done(outcome, [player.into()], number); // What it means follows.
                Ok(())
            }
            Proposal::Explore(permanent) => {
                done(outcome, [permanent.into()], 1); // Likewise.
                Ok(())
            }
            Proposal::BeginTurn { player, .. } => {
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

    /// Gains life, or loses it (119.3).
    fn commit_life(
        &mut self,
        player: PlayerId,
        amount: u32,
        gains: bool,
        rule: Rule,
        batch: &Batch,
        outcome: &mut Outcome,
    ) {
        if amount == 0 {
            return;
        }
        let life = &mut self.state.player_mut(player).life;
        let event = if gains {
            *life = life.saturating_add(amount as i32);
            Event::LifeGained { player, amount }
        } else {
            *life = life.saturating_sub(amount as i32);
            Event::LifeLost { player, amount }
        };
        self.state.share_with_team(player.into());
        self.state.touch_passing();
        self.push_event(event, rule, batch.number);
        done(outcome, [player.into()], amount);
    }

    /// Removes counters, as many as there are.
    fn commit_removal(
        &mut self,
        from: Entity,
        kind: CounterKind,
        amount: u32,
        rule: Rule,
        batch: &Batch,
        outcome: &mut Outcome,
    ) {
        if self.state.forbids_removal(from, &kind) {
            return;
        }
        let counters = match from {
            Entity::Player(player) => Some(&mut self.state.player_mut(player).counters),
            Entity::Object(id) => self.state.get_mut(id).map(|o| &mut o.counters),
        };
        let Some(counters) = counters else { return };
        let gone = counters.remove(&kind, amount);
        let left = counters.get(&kind);
        if gone > 0 {
            self.state.share_with_team(from);
            self.state.touch();
            self.push_event(Event::CountersRemoved { from, kind, amount: gone, left }, rule, batch.number);
            done(outcome, [from], gone);
        }
    }

    /// Taps or untaps a permanent that isn't so already (701.21).
    fn commit_tapping(
        &mut self,
        id: ObjectId,
        tapped: bool,
        by: PlayerId,
        rule: Rule,
        batch: &Batch,
        outcome: &mut Outcome,
    ) {
        let Some(permanent) = self.state.permanent_mut(id).filter(|p| p.tapped != tapped) else { return };
        permanent.tapped = tapped;
        self.state.touch_passing();
        self.push_event(if tapped { Event::Tapped(id, by) } else { Event::Untapped(id, by) }, rule, batch.number);
        done(outcome, [id.into()], 1);
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
            let object = self.state.allocate(Object { face: u8::from(chars.back_up), ..token }); // 707.8a
            let mut entry = Box::new(Entry { controller: Some(player), ..entry.clone() });
            // 508.4: of each of them it is chosen, once what replaces their creation has been applied. 508.4a: whoever gets them
            // instead may be no attacking player.
            if let Some(may_attack) = entry.may_attack.take() {
                let (source, mut fits) = *may_attack;
                let can = self.state.can_enter_attacking(player);
                fits.retain(|defender| can.contains(defender));
                entry.attacking = self.choose_defender(player, fits, source)?;
            }
            let to = Destination::Battlefield(Box::default());
            let moved = Proposal::Move { object, to, cause: Cause::Create, by: Some(player), entry };
            batch.follow.push((index, moved));
        }
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "one proposal's parts, taken apart once")]
    fn commit_counters(
        &mut self,
        on: Entity,
        kind: CounterKind,
        amount: u32,
        (by, effect): (Option<PlayerId>, bool),
        rule: Rule,
        batch: &Batch,
        outcome: &mut Outcome,
    ) {
        // 101.2: whatever the event has become, an ability that says so can't cause there to be more.
        let room = self.counters_within.as_ref().filter(|(of, _)| *of == kind).map(|(_, within)| {
            within.saturating_sub(self.state.counters_on(on).map_or(0, |counters| counters.get(&kind)))
        });
        let amount = amount.min(room.unwrap_or(amount));
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
        self.push_event(Event::CountersPut { on, kind, amount, now, by, effect }, rule, batch.number);
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
        let plain = rider.is_none() && !snow && !self.state.traces_mana;
        let pool = &mut self.state.players[player.index()].mana;
        for kind in lawmage_ir::ManaType::ALL {
            let count = mana[kind.index()];
            if plain {
                pool.add(kind, count);
                continue;
            }
            let until_end_of_turn = rider.as_ref().is_some_and(|r| r.until_end_of_turn);
            let until_end_of_combat = rider.as_ref().is_some_and(|r| r.until_end_of_combat);
            for _ in 0..count {
                let rider = rider.clone();
                let lasts = SpecialMana { mana: kind, snow, rider, source, until_end_of_turn, until_end_of_combat };
                pool.special.push(lasts);
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
    /// Whether such counters can't be removed from there.
    pub(crate) fn forbids_removal(&self, from: Entity, kind: &CounterKind) -> bool {
        self.rules().cants.iter().any(|active| match active.what() {
            Some(Continuous::Cant(Prohibition::LoseCounters(what, which))) => {
                which.as_ref().is_none_or(|k| k == kind) && self.is_selected(from, what, &active.context())
            }
            _ => false,
        })
    }

    /// Whether such counters can't be put there; of what has just entered, asked as it is there (614.17d).
    pub(crate) fn forbids_counters(&self, on: Entity, kind: &CounterKind) -> bool {
        self.rules().cants.iter().any(|active| match active.what() {
            Some(Continuous::Cant(Prohibition::Counters(what, which))) => {
                let context =
                    Context { frame: active.frame.as_deref(), ..Context::of(active.source, active.controller) };
                // 810.10c: whose poison counters they would be, too.
                let shared = *kind == CounterKind::Poison && self.shares_poison();
                let teammates = on.player().filter(|_| shared).into_iter().flat_map(|player| self.team_of(player));
                which.as_ref().is_none_or(|k| k == kind)
                    && (self.is_selected(on, what, &context)
                        || teammates.map(Entity::Player).any(|p| self.is_selected(p, what, &context)))
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
