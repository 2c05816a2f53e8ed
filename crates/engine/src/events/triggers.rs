//! Triggered abilities (603): looking for them, and putting them on the stack.

mod backup;
mod before;
mod patterns;
mod watch;

use std::sync::Arc;

use lawmage_ir::{
    Ability, Amount, Continuous, EventPattern, Filter, Instruction, Kind, Rule, TriggeredAbility, Who, Zone, rule,
};
use smallvec::SmallVec;

use crate::events::entering::enters_itself;
use crate::read::context::Context;
use crate::state::State;
use crate::state::cache::ActiveRule;
use crate::state::chars::AbilityKey;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::last_known::Seen;
use crate::state::object::{ObjectKind, is_uncounterable};
use crate::state::occurrence::Occurrence;
use crate::state::stack::{CastFacts, Frame, StackItem, StackKind};
use crate::state::waiting::Pending;
use crate::state::zones::no_chars;
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

pub(crate) use before::Before;
use patterns::{
    is_batch, is_of_another_door, is_of_each_player, is_of_one_source, is_of_several, part, same_mover, same_source,
    same_target, times, told,
};
use watch::{Sight, Watcher, pattern_looks_back};

impl Game<'_> {
    /// Looks for abilities that trigger on the events recorded from `start` on in a batch (603.2).
    /// Characteristics are worked out anew before, so that what enters is looked at as it is there (603.6b).
    /// Only what happened is recorded (603.2h), and whether anything could be cast or activated is not asked (603.2a).
    /// What looks back at them looks at what was `before` (603.10).
    pub(crate) fn look_for_triggers(&mut self, start: usize, batch: u32, before: Option<&Before>) {
        let mut triggered: Vec<Pending> = Vec::new();
        let mut states = false;
        let state = &self.state;
        let recorded = state.history.get(start..).unwrap_or_default();
        let watch = state.watch(recorded, before);
        for occurrence in recorded.iter().filter(|o| o.batch == batch) {
            state.watchers(occurrence, &watch, &mut |watcher| {
                states |= state.look(watcher, occurrence, &mut triggered);
            });
            state.look_at_delayed(occurrence, &mut triggered);
        }
        drop(watch);
        for pending in triggered {
            self.note_trigger(pending);
        }
        // 603.8: as soon as the state is so, though it may be over before anyone gets priority.
        if states {
            self.look_for_state_triggers();
        }
        self.monarch_is_struck(start);
        self.initiative_is_struck(start);
        self.look_for_speed(start);
    }

    /// 702.179d: whenever opponents lose life during a player's turn, that player's speed increases, once each turn.
    fn look_for_speed(&mut self, start: usize) {
        for active in self.state.active_players() {
            let seat = self.state.player(active);
            if seat.speed == 0 || seat.speed >= 4 || seat.sped_up {
                continue;
            }
            let state = &self.state;
            let theirs =
                |e: &Event| matches!(e, Event::LifeLost { player, .. } if state.are_opponents(*player, active));
            if state.history.get(start..).unwrap_or_default().iter().any(|o| theirs(&o.event)) {
                self.state.player_mut(active).sped_up = true;
                let event = EventPattern::Or(Vec::new());
                self.trigger_without_source(active, event, Instruction::SpeedUp(Who::You, Amount::ONE), None);
            }
        }
    }

    /// Makes an ability that has triggered wait; "one or more" triggers of one batch become one (603.2c), limits hold.
    pub(crate) fn note_trigger(&mut self, pending: Pending) {
        if self.state.is_kept_from_triggering(&pending, self.echoes_for(&pending)) || self.merge_batch(&pending) {
            return;
        }
        if let Some(key) = pending.key {
            if let Some(limit) = pending.ability.per_turn
                && self.state.uses(pending.source, key).0 >= limit
            {
                return;
            }
            // 603.2i
            if pending.ability.do_once && self.state.uses(pending.source, key).0 > 0 {
                return;
            }
            if pending.ability.once && self.state.uses(pending.source, key).1 > 0 {
                return;
            }
            if pending.ability.per_turn.is_some() || pending.ability.once {
                self.state.note_use(pending.source, key);
            }
        } else if let Some(place) = self.delayed_of(&pending) {
            // 603.7b: a delayed trigger triggers once, unless it has a duration.
            if self.state.delayed[place].once {
                self.state.delayed.remove(place);
            }
        }
        let times = 1 + self.state.more_times(&pending, self.echoes_for(&pending));
        self.tell_of_final_chapter(&pending, times);
        self.state.pending.extend(std::iter::repeat_n(pending, times));
    }

    /// What may have an ability that has triggered trigger once more, or keep it from that: as it is right after the event
    /// (603.6b), but as it was before for what looks back (603.10a).
    fn echoes_for(&self, pending: &Pending) -> &[ActiveRule] {
        match &self.echoes_before {
            Some(before) if pattern_looks_back(&pending.ability.event) => before,
            _ => &self.state.rules().echoes,
        }
    }

    fn delayed_of(&self, pending: &Pending) -> Option<usize> {
        // Several of one instruction share the ability; each has terms of its own.
        self.state.delayed.iter().position(|d| pending.frame.as_ref().is_some_and(|f| Arc::ptr_eq(&d.frame, f)))
    }

    /// Adds the event to a trigger of the same ability on the same batch: being attacked by several is one event (508.3b).
    fn merge_batch(&mut self, pending: &Pending) -> bool {
        let Some(event) = &pending.event else { return false };
        let state = &self.state;
        let context = Context::of(pending.source, pending.controller);
        let pattern = part(state, &pending.ability.event, event, &context);
        if !is_batch(pattern) {
            return false;
        }
        let (each_player, several, dealer) =
            (is_of_each_player(pattern), is_of_several(pattern), is_of_one_source(pattern));
        let is_one = |earlier: &Event| match dealer {
            true => same_source(earlier, &event.event),
            false => several || same_target(state, pattern, earlier, &event.event),
        };
        let earlier = state.pending.iter().position(|p| {
            p.source == pending.source
                && p.key == pending.key
                && (p.key.is_some() || is_of_one_frame(p, pending))
                && p.event.as_ref().is_some_and(|e| {
                    e.batch == event.batch
                        && is_one(&e.event)
                        && (!each_player || same_mover(&e.event, &event.event))
                        && part(state, &p.ability.event, e, &context) == pattern
                })
        });
        let Some(earlier) = earlier.and_then(|place| self.state.pending[place].event.as_mut()) else { return false };
        let all = Arc::make_mut(earlier);
        if let Some(subject) = event.event.roles().subject
            && !all.subjects.contains(&subject)
        {
            all.subjects.push(subject);
        }
        all.sum += event.event.roles().number;
        true
    }

    /// Looks for state triggers (603.8, 704.1a): each triggers again only when its last instance has left the stack.
    pub fn look_for_state_triggers(&mut self) {
        let state = &self.state;
        let mut found = Vec::new();
        for id in state.permanents() {
            let chars = state.chars(id);
            if !chars.marks.triggers {
                continue;
            }
            for on in &chars.abilities {
                let Ability::Triggered(ability) = &*on.ability else { continue };
                let EventPattern::State(condition) = &ability.event else { continue };
                let waits = state.pending.iter().any(|p| p.source == id && p.key == Some(on.key))
                    || state.stack.iter().any(|s| state.is_trigger_of(*s, id, on.key));
                let controller = state.controller(id);
                if !waits && state.holds(condition, &Context::of(id, controller)) {
                    found.push(Pending {
                        source: id,
                        controller,
                        key: Some(on.key),
                        ability: Arc::new(ability.clone()),
                        event: None,
                        frame: None,
                    });
                }
            }
        }
        self.state.pending.extend(found);
    }

    /// Puts abilities that have triggered onto the stack (603.3): each player in APNAP order, in the order they choose (405.3).
    /// Tells whether there were any.
    ///
    /// # Errors
    /// The table's halt.
    pub fn put_triggers_on_stack(&mut self) -> Res<bool> {
        self.resolve_mana_triggers()?;
        if self.state.pending.is_empty() {
            return Ok(false);
        }
        let players: SmallVec<[PlayerId; 4]> = self.state.apnap().collect();
        for player in players {
            // 805.7: the members of a team together.
            let pending = std::mem::take(&mut self.state.pending);
            let (mine, others) = pending.into_iter().partition(|p| self.state.acts_for(p.controller, player));
            self.state.pending = others;
            for pending in self.order_triggers(player, mine)? {
                match self.stack_for(&pending)? {
                    Some(other) => self.with_stack(other, |game| game.put_trigger(pending))?,
                    None => self.put_trigger(pending)?,
                }
            }
        }
        // Those of players who have left the game are not put on the stack (800.4d).
        self.state.pending.retain(|p| self.state.players[p.controller.index()].is_playing());
        Ok(true)
    }

    /// 603.3b: a player puts their triggers on the stack in any order.
    fn order_triggers(&mut self, player: PlayerId, mine: Vec<Pending>) -> Res<Vec<Pending>> {
        let alike = mine.windows(2).all(|two| {
            two[0].ability == two[1].ability && two[0].event == two[1].event && two[0].controller == two[1].controller
        });
        if mine.len() < 2 || alike {
            return Ok(mine);
        }
        let options = mine.iter().map(|p| Choice::Ability { source: p.source, key: p.key }).collect();
        let domain = crate::table::decision::Domain::Order(options);
        let decision =
            Decision { player, ask: Ask::OrderTriggers, rule: rule!("603.3b"), source: None, domain, about: None };
        let crate::table::decision::Answer::Order(order) = self.ask(decision)? else { return Ok(mine) };
        let mut mine: Vec<Option<Pending>> = mine.into_iter().map(Some).collect();
        Ok(order.iter().filter_map(|i| mine.get_mut(*i as usize).and_then(Option::take)).collect())
    }

    /// 603.3c-d, 700.2b: one trigger goes on the stack; without a legal choice of modes or targets it is removed.
    fn put_trigger(&mut self, pending: Pending) -> Res<()> {
        let Pending { source, controller, key, ability, event, frame } = pending;
        let mut object = State::blank(ObjectKind::Ability, controller, Zone::Stack, no_chars());
        let program = Arc::new(self.state.handed_on(source, key, &ability.program));
        let facts = self.state.facts_for(source, key, &ability, frame.as_deref());
        let kind = StackKind::Triggered { key, ability };
        object.stack = Some(Box::new(StackItem {
            kind,
            source,
            program: Some(program.clone()),
            modes: SmallVec::new(),
            facts: facts.clone(),
            event: event.clone(),
            frame: frame.clone(),
            leaves_to: None,
            uncounterable: is_uncounterable(&program),
            face_down: None,
        }));
        let id = self.state.allocate(object);
        let mut terms = frame.as_deref().cloned().unwrap_or_default();
        terms.event = event;
        terms.facts = facts;
        terms.targets.clear();
        let context = Context::with(source, controller, &terms);
        let Some(modes) = self.choose_modes_and_targets(controller, &program, id, &context)? else {
            self.state.cease(id);
            self.note(rule!("603.3d"), |s| {
                format!("{}: no legal choice; the ability is removed", s.object_name(source))
            });
            return Ok(());
        };
        let targets: SmallVec<[Entity; 4]> =
            modes.iter().flat_map(|m| m.targets.iter()).flat_map(|t| t.chosen.iter().copied()).collect();
        if let Some(item) = self.state.get_mut(id).and_then(|o| o.stack.as_mut()) {
            item.modes = modes;
        }
        self.record(Event::Triggered { source, ability: id, by: controller }, rule!("603.3"), None);
        self.record_targets(id, &targets, rule!("603.3d"));
        Ok(())
    }

    /// Records that things became targets (603.2f), each once.
    pub(crate) fn record_targets(&mut self, by: ObjectId, targets: &[Entity], rule: Rule) {
        let mut batch = None;
        for (place, target) in targets.iter().enumerate() {
            if !targets[..place].contains(target) {
                batch = Some(self.record(Event::Targeted { target: *target, by }, rule, batch));
            }
        }
    }

    /// Triggered mana abilities resolve at once, without the stack (605.4a).
    ///
    /// # Errors
    /// The table's halt.
    pub fn resolve_mana_triggers(&mut self) -> Res<()> {
        while let Some(place) = self.state.pending.iter().position(|p| p.ability.mana) {
            let Pending { source, controller, ability, event, frame, .. } = self.state.pending.remove(place);
            let mut terms = frame.as_deref().cloned().unwrap_or_default();
            terms.event = event;
            if let Some(mode) = ability.program.modes.first() {
                self.run(&mode.clauses, source, controller, &mut terms)?;
            }
        }
        Ok(())
    }
}

/// Whether such an event made the ability trigger.
fn caused(state: &State, pending: &Pending, cause: &EventPattern, context: &Context<'_>) -> bool {
    pending.event.as_ref().is_some_and(|happened| state.matches(cause, happened, context))
}

/// Whether both are of one delayed triggered ability (603.7).
fn is_of_one_frame(a: &Pending, b: &Pending) -> bool {
    a.frame.as_ref().zip(b.frame.as_ref()).is_some_and(|(a, b)| Arc::ptr_eq(a, b))
}

impl State {
    /// What would trigger if that happened now, and how many times each.
    pub(crate) fn would_trigger(&self, event: Event) -> Vec<(Pending, usize)> {
        let occurrence = Occurrence::new(event, rule!("603.2"), u32::MAX);
        let mut found = Vec::new();
        self.watchers(&occurrence, &self.watch(&[], None), &mut |watcher| {
            self.look(watcher, &occurrence, &mut found);
        });
        self.look_at_delayed(&occurrence, &mut found);
        let echoes = &self.rules().echoes;
        found.retain(|pending| !self.is_kept_from_triggering(pending, echoes));
        found.into_iter().map(|pending| (self.more_times(&pending, echoes) + 1, pending)).map(|(n, p)| (p, n)).collect()
    }

    /// How many additional times an ability triggers that has triggered (603.2d); only abilities that objects have
    /// (603.2e).
    fn more_times(&self, pending: &Pending, echoes: &[ActiveRule]) -> usize {
        if echoes.is_empty() || pending.key.is_none() {
            return 0;
        }
        let again = |rule: &&ActiveRule| match rule.what() {
            Some(Continuous::TriggersAgain { event, source }) => {
                let context = rule.context();
                self.is_ability_of(pending, source, &context)
                    && event.as_ref().is_none_or(|cause| caused(self, pending, cause, &context))
            }
            _ => false,
        };
        echoes.iter().filter(again).count()
    }

    /// Whether what happened is not to cause the ability to trigger (101.2, 603.2): "abilities" are those of no object, too,
    /// "abilities of permanents" those they have (603.2e).
    fn is_kept_from_triggering(&self, pending: &Pending, echoes: &[ActiveRule]) -> bool {
        self.is_read_ahead_of(pending)
            || echoes.iter().any(|rule| match rule.what() {
                Some(Continuous::NoTriggers { event, source }) => {
                    let context = rule.context();
                    source.as_ref().is_none_or(|of| pending.key.is_some() && self.is_ability_of(pending, of, &context))
                        && caused(self, pending, event, &context)
                }
                _ => false,
            })
    }

    /// Whether the ability that has triggered is of such an object. 110.1: an emblem and a card in a graveyard are no permanents;
    /// what has left the battlefield was one.
    fn is_ability_of(&self, pending: &Pending, source: &Filter, context: &Context<'_>) -> bool {
        let was_permanent = self.permanent(pending.source).is_some()
            || self.last_known(pending.source).is_some_and(|past| past.object.zone == Zone::Battlefield);
        // 405.4: its controller is who controlled it as the ability triggered.
        let tests = |seen: Seen<'_>| {
            let seen = Seen { controller: pending.controller, ..seen };
            self.test_seen(&seen, &source.test, &context.testing(pending.source.into()))
        };
        let spell = || self.get(pending.source).is_some_and(|object| object.zone == Zone::Stack);
        let sort = match source.kind {
            Kind::Permanent => was_permanent,
            Kind::SpellOrPermanent => was_permanent || spell(),
            _ => true,
        };
        sort && self.seen(pending.source).is_some_and(tests)
    }

    /// Looks at one object's triggered abilities. Tells whether one of them is a state trigger.
    fn look(&self, watcher: &Watcher<'_>, occurrence: &Occurrence, found: &mut Vec<Pending>) -> bool {
        let mut state = false;
        for on in &watcher.chars.abilities {
            let Ability::Triggered(ability) = &*on.ability else { continue };
            if matches!(ability.event, EventPattern::State(_)) {
                state = true;
                continue;
            }
            let sees = match watcher.sight {
                Sight::All => true,
                Sight::After => !pattern_looks_back(&ability.event),
                Sight::Before => pattern_looks_back(&ability.event),
            };
            if !sees || !ability.zones.has(watcher.zone) {
                continue;
            }
            if is_of_another_door(&ability.event, &occurrence.event, on.key) {
                continue;
            }
            let context = Context::of(watcher.id, watcher.controller);
            if !self.matches(&ability.event, occurrence, &context)
                || !self.intervening_if(ability, occurrence, Some(on.key), None, &context)
                || (self.options.is_some() && !self.triggers_for_each(ability, watcher.id, &occurrence.event))
            {
                continue;
            }
            let pending = Pending {
                source: watcher.id,
                controller: watcher.controller, // 405.4: who controlled the source as it triggered
                key: Some(on.key),
                ability: Arc::new(ability.clone()),
                event: Some(Arc::new(told(self, &ability.event, occurrence, &context))),
                frame: None,
            };
            found.extend((1..times(&ability.event, &occurrence.event)).map(|_| pending.clone()));
            found.push(pending);
        }
        state
    }

    fn look_at_delayed(&self, occurrence: &Occurrence, found: &mut Vec<Pending>) {
        for delayed in &self.delayed {
            let context = Context::with(delayed.source, delayed.controller, &delayed.frame);
            let taken =
                delayed.once && found.iter().any(|p| p.frame.as_ref().is_some_and(|f| Arc::ptr_eq(f, &delayed.frame)));
            if taken
                || !delayed.expiry.has_begun(&self.turn)
                || !self.matches(&delayed.ability.event, occurrence, &context)
                || !self.intervening_if(&delayed.ability, occurrence, None, Some(&delayed.frame), &context)
            {
                continue;
            }
            found.push(Pending {
                source: delayed.source,
                controller: delayed.controller,
                key: None,
                ability: delayed.ability.clone(),
                event: Some(Arc::new(told(self, &delayed.ability.event, occurrence, &context))),
                frame: Some(delayed.frame.clone()),
            });
        }
    }

    /// What a trigger knows of costs and X: those of the spell its source was (107.3m), or what made the delayed trigger.
    fn facts_for(
        &self,
        source: ObjectId,
        key: Option<AbilityKey>,
        ability: &TriggeredAbility,
        frame: Option<&Frame>,
    ) -> Arc<CastFacts> {
        if let Some(frame) = frame {
            return frame.facts.clone();
        }
        let mut facts = self.cast_facts(source).cloned().unwrap_or_default();
        // 107.3m: of a permanent, only what it does as it enters knows the X of the spell (and as it is turned face up that of
        // the cost, 702.168e). 107.3j: X in an ability that the object gained is no X of the object.
        let permanent = self.seen(source).is_some_and(|s| s.object.permanent.is_some());
        let own = enters_itself(&ability.event) || matches!(ability.event, EventPattern::TurnedFaceUp(_));
        let foreign = permanent && !own || key.is_some_and(AbilityKey::is_granted);
        if facts.x.is_some() && foreign {
            facts.x = Some(0);
        }
        Arc::new(facts)
    }

    /// 603.4: the condition is asked as the event happens; resolution asks again.
    fn intervening_if(
        &self,
        ability: &TriggeredAbility,
        occurrence: &Occurrence,
        key: Option<AbilityKey>,
        frame: Option<&Frame>,
        context: &Context<'_>,
    ) -> bool {
        ability.condition.as_ref().is_none_or(|condition| {
            let mut terms = frame.cloned().unwrap_or_default();
            terms.ability = key.or(terms.ability);
            terms.facts = self.facts_for(context.source, key, ability, frame);
            // 508.3d: "those creatures" are all that the player attacks with.
            let declared = matches!(occurrence.event, Event::AttackDeclared { .. });
            let event = if declared { told(self, &ability.event, occurrence, context) } else { occurrence.clone() };
            terms.event = Some(Arc::new(event));
            self.holds(condition, &Context { frame: Some(&terms), ..*context })
        })
    }

    fn is_trigger_of(&self, on_stack: ObjectId, source: ObjectId, key: AbilityKey) -> bool {
        self.get(on_stack).and_then(|o| o.stack.as_ref()).is_some_and(|item| {
            item.source == source && matches!(&item.kind, StackKind::Triggered { key: k, .. } if *k == Some(key))
        })
    }
}
