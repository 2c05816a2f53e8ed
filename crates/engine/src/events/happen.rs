//! The choke point: what would happen, happens (design §3).
//!
//! propose → replacement and prevention (614-616, [`crate::events::replace`]) → commit ([`crate::events::commit`]) → triggers
//! (603, [`crate::events::triggers`]) → listeners. State-based actions wait for the next priority (704.3).

use std::sync::Arc;

use lawmage_ir::{Clause, Destination, Rule};

use crate::events::damage::Hurts;
use crate::events::merged_tokens::Diverted;
use crate::events::triggers::Before;
use crate::state::State;
use crate::state::cache::ActiveRule;
use crate::state::chars::AbilityKey;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::occurrence::{Look, Occurrence};
use crate::state::proposal::{Outcome, Proposal};
use crate::state::stack::Frame;
use crate::table::game::{Game, Res};
use crate::table::replacing::Applicable;

/// The index of proposals that follow from others: no caller waits for their outcome.
pub(crate) const NOBODY: usize = usize::MAX;

/// Clauses that a replacement effect adds to an event, run right after it.
pub(crate) struct Afterwards {
    /// What to do.
    pub clauses: Vec<Clause>,
    /// Whose effect.
    pub source: ObjectId,
    /// "you" in it.
    pub you: PlayerId,
    /// What its references denote.
    pub frame: Frame,
    /// The effects that have replaced the event, which get no second chance (614.5).
    pub applied: Vec<Applicable>,
}

/// What gathers while proposals settle and are committed: one batch of simultaneous events.
#[derive(Default)]
pub(crate) struct Batch {
    /// Its number.
    pub number: u32,
    /// What follows as a result of the events, in the same batch: life lost to damage, counters on what entered.
    pub follow: Vec<(usize, Proposal)>,
    /// Tokens that replacement effects add to a proposal that settles, with the effects that get no chance at them (614.5).
    pub more: Vec<(Proposal, Vec<Applicable>)>,
    /// Which effects have added some.
    pub added: Vec<(ObjectId, Option<AbilityKey>)>,
    /// What replacement effects add.
    pub afterwards: Vec<Afterwards>,
    /// What objects were before any of it happened, where triggers look back at that (603.10).
    pub before: Option<Box<Before>>,
    /// Permanents that left the battlefield.
    pub left: Vec<ObjectId>,
    /// Cards among the components of merged tokens that go elsewhere.
    pub diverted: Vec<Diverted>,
    /// Permanents that entered it.
    pub entered: Vec<ObjectId>,
    /// Of them those that entered attacking, and whom (508.4): creatures by then, with the counters that they entered with (614.12).
    pub attacking: Vec<(ObjectId, Entity)>,
    /// Likewise those that entered blocking, and which attacker (509.4).
    pub blocking: Vec<(ObjectId, ObjectId)>,
    /// Permanents dealt damage in the wave at hand (120.10).
    pub hurt: Hurts,
    /// Effects of "the next time" that have been applied to damage, with its source: they are over after the wave at hand.
    pub used: Vec<(u32, ObjectId)>,
    /// Sources with lifelink that deal damage in the wave at hand, with the places of what is gained for them in `follow`.
    pub linked: Vec<(ObjectId, usize)>,
}

/// How deep what comes right after events may be nested: only a loop of mandatory actions goes deeper (104.4b), since an effect
/// doesn't apply again to what stems from it (614.5).
const DEEPEST: u32 = 64;

/// Whether that shuffles a library.
const fn is_shuffled_in(proposal: &Proposal) -> bool {
    matches!(proposal, Proposal::Move { to: Destination::LibraryShuffled, .. })
}

impl Game<'_> {
    /// Makes proposals happen at once: replacement and prevention effects apply to each (614-616), what remains is
    /// committed as one batch, triggers look at it (603.2), listeners hear it. An outcome for each proposal.
    ///
    /// # Errors
    /// The table's halt.
    pub fn happen(&mut self, proposals: Vec<Proposal>, rule: Rule) -> Res<Vec<Outcome>> {
        let mut outcomes = vec![Outcome::default(); proposals.len()];
        let start = self.state.history.len();
        let mut batch = Batch { number: self.state.next_batch, ..Batch::default() };
        self.state.next_batch += 1;
        let mut wave: Vec<(usize, Proposal)> = proposals.into_iter().enumerate().collect();
        // A wave is settled whole before any of it is committed; results of its events (120.3) make the next wave.
        while !wave.is_empty() {
            self.order_damage(&mut wave, rule)?; // 615.7
            let mut settled = Vec::with_capacity(wave.len());
            self.settle_wave(wave, rule, &mut batch, &mut settled)?;
            self.divert_cards(&settled, rule, &mut batch)?; // 727.3e
            if !batch.used.is_empty() {
                let over: Vec<u32> = batch.used.drain(..).map(|(effect, _)| effect).collect();
                self.state.end_effects(&over);
            }
            if !batch.afterwards.is_empty() {
                self.choose_among_contradictory(&mut settled, &batch)?; // 400.6
            }
            self.order_arrivals(&mut settled)?; // 613.7m
            self.settle_hosts(&mut settled)?; // 303.4f, 608.2f
            self.order_burials(&mut settled)?; // 404.3
            // 701.20g: what is put at a certain position of a library is put there once that library is shuffled.
            settled.sort_by_key(|(_, p)| !is_shuffled_in(p));
            self.keep_combat(&settled);
            self.keep_echoes(&settled);
            if batch.before.is_none() && settled.iter().any(|(_, p)| self.state.is_looked_back_at(p)) {
                batch.before = Some(self.state.before());
            }
            for (index, proposal) in settled {
                self.commit(index, proposal, rule, &mut batch, &mut outcomes)?;
            }
            self.state.combat_before = None;
            if !batch.hurt.is_empty() {
                self.note_excess(rule, &mut batch, &mut outcomes); // 120.10
            }
            wave = std::mem::take(&mut batch.follow);
            batch.linked.clear();
            if !wave.is_empty() {
                crate::events::damage::tell_gains(&mut wave);
                self.state.refresh();
            }
        }
        self.enter_combat(&batch);
        self.close(start, &batch)?;
        self.echoes_before = None;
        self.after_all(batch.afterwards)?;
        Ok(outcomes)
    }

    /// What comes right after an event, before anything else goes on: the rest of what replaced or prevented it (614.11a,
    /// 615.5), and cards drawn instead, after the parts of the event that were not replaced (121.7).
    fn after_all(&mut self, afterwards: Vec<Afterwards>) -> Res<()> {
        if self.nested >= DEEPEST && !afterwards.is_empty() {
            self.loop_is_a_draw(); // two shields, say, that deal each other's damage back
            return Ok(());
        }
        self.nested += 1;
        let done = afterwards.into_iter().try_for_each(|after| {
            if self.is_over() {
                return Ok(());
            }
            let Afterwards { clauses, source, you, mut frame, applied } = after;
            let before = std::mem::replace(&mut self.replaced, applied);
            let done = self.run(&clauses, source, you, &mut frame);
            self.replaced = before;
            done
        });
        self.nested -= 1;
        done
    }

    /// 603.10a: what leaves combat at once is looked at as it was before any of it left.
    fn keep_combat(&mut self, settled: &[(usize, Proposal)]) {
        let moves = settled.iter().filter(|(_, p)| matches!(p, Proposal::Move { .. })).count();
        if moves > 1 {
            self.state.combat_before.clone_from(&self.state.combat);
        }
    }

    /// 603.10a: a dying creature causes what it would have caused as it was on the battlefield, beside what dies with it.
    fn keep_echoes(&mut self, settled: &[(usize, Proposal)]) {
        let echoes = &self.state.rules().echoes;
        let leaves = |rule: &ActiveRule| {
            settled.iter().any(|(_, p)| matches!(p, Proposal::Move { object, .. } if *object == rule.source))
        };
        if self.echoes_before.is_none() && echoes.iter().any(leaves) {
            self.echoes_before = Some(echoes.clone());
        }
    }

    /// Settles what would happen at once. What would enter the battlefield is known meanwhile (614.13a).
    fn settle_wave(
        &mut self,
        wave: Vec<(usize, Proposal)>,
        rule: Rule,
        batch: &mut Batch,
        settled: &mut Vec<(usize, Proposal)>,
    ) -> Res<()> {
        let arriving = wave.iter().filter_map(|(_, p)| p.arrival().map(|(object, _)| object)).collect();
        let before = std::mem::replace(&mut self.entering, arriving);
        let done = wave.into_iter().try_for_each(|(index, p)| self.settle(index, p, rule, batch, settled));
        self.entering = before;
        done
    }

    /// Makes one proposal happen.
    ///
    /// # Errors
    /// The table's halt.
    pub fn happen_one(&mut self, proposal: Proposal, rule: Rule) -> Res<Outcome> {
        Ok(self.happen(vec![proposal], rule)?.pop().unwrap_or_default())
    }

    /// After a batch is committed: characteristics, control, triggers, listeners, and what returns now (610.3).
    pub(crate) fn close(&mut self, start: usize, batch: &Batch) -> Res<()> {
        self.state.refresh(); // 611.3c: before triggers look at what has entered
        if self.state.has_ascend {
            self.bless_who_ascends();
        }
        self.run_while_entering_attached(start, batch)?;
        batch.entered.iter().for_each(|entered| self.state.fix_copies(*entered)); // 707.2c
        self.state.keep_looks(start, batch.number);
        self.follow_control_changes();
        // What happened while it settled (a sacrifice as something enters) was a batch of its own and has been seen.
        self.look_for_triggers(start, batch.number, batch.before.as_deref());
        self.tell(start, batch.number);
        if self.state.has_daybound {
            self.watch_day();
        }
        for gone in &batch.left {
            self.on_left_battlefield(*gone)?;
        }
        Ok(())
    }

    /// Records an event that nothing can replace (a spell was cast, an attacker was declared), as a batch of its own or as
    /// part of the batch `batch`; triggers look at it, listeners hear it. Returns its batch.
    pub fn record(&mut self, event: Event, rule: Rule, batch: Option<u32>) -> u32 {
        self.record_all([event], rule, batch)
    }

    /// The same of several events that happen at once.
    pub(crate) fn record_all(
        &mut self,
        events: impl IntoIterator<Item = Event>,
        rule: Rule,
        batch: Option<u32>,
    ) -> u32 {
        let number = batch.unwrap_or(self.state.next_batch);
        self.state.next_batch = self.state.next_batch.max(number + 1);
        let start = self.state.history.len();
        events.into_iter().for_each(|event| self.push_event(event, rule, number));
        let before = self.state.before_if_looked_back_at(start); // 603.10: before it is worked out what they made of others
        self.state.refresh();
        self.state.keep_looks(start, number);
        self.follow_control_changes();
        self.look_for_triggers(start, number, before.as_deref());
        self.tell(start, number);
        number
    }

    /// Writes an event into the record; triggers and listeners come when its batch closes.
    pub(crate) fn push_event(&mut self, event: Event, rule: Rule, batch: u32) {
        self.state.learn_from(&event);
        self.state.history.push(Occurrence::new(event, rule, batch));
        self.state.touch_history();
    }

    fn tell(&mut self, start: usize, batch: u32) {
        if !self.table.listens() {
            return;
        }
        for occurrence in self.state.history.get(start..).unwrap_or_default().iter().filter(|o| o.batch == batch) {
            self.table.hear(&self.state, occurrence);
        }
    }

    /// An occurrence for what a trigger or replacement effect speaks of as "that".
    pub(crate) fn occurrence(event: Event, rule: Rule, batch: u32) -> Arc<Occurrence> {
        Arc::new(Occurrence::new(event, rule, batch))
    }
}

impl State {
    /// 608.2i: keeps what objects were in the events of a batch, for what looks back at them this turn.
    fn keep_looks(&mut self, start: usize, batch: u32) {
        for place in start..self.history.len() {
            let occurrence = &self.history[place];
            let Some(id) = Look::of(&occurrence.event).filter(|_| occurrence.batch == batch) else { continue };
            let again = matches!(occurrence.event, Event::Damage { .. } | Event::CountersPut { .. });
            if !(again && self.looks.iter().rev().take_while(|l| l.batch == batch).any(|l| l.id == id)) {
                let (chars, controller) = (self.chars_arc(id), self.controller(id));
                self.looks.push(Look { batch, id, chars, controller });
            }
        }
    }
}
