//! Replacement and prevention effects (614-616).
//!
//! A proposal is settled by letting effects at it one after the other until none applies (616.1), each at most once
//! (614.5). What rules themselves replace (indestructible, regeneration, protection, shield counters) stands in
//! [`crate::events::rules_first`].

use std::sync::Arc;

use lawmage_ir::{
    Ability, Amount, Clause, Continuous, Destination, Instead, Instruction, Modification, Ref, Replacement, Rule, Who,
    Zone, rule,
};

use crate::events::elsewhere::elsewhere;
use crate::events::entering::enters_itself;
use crate::events::happen::{Afterwards, Batch, NOBODY};
use crate::events::more_tokens::{creates_tokens, more_once};
use crate::read::context::Context;
use crate::state::State;
use crate::state::cache::RuleNode;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId};
use crate::state::occurrence::Occurrence;
use crate::state::proposal::{Entry, Proposal};
use crate::state::stack::{Frame, SlotValue};
use crate::state::waiting::PutOff;
use crate::table::about::Matter;
use crate::table::decision::{Answer, Ask, Choice, Decision};
use crate::table::game::{Game, Res};
use crate::table::replacing::{Applicable, Node};

impl State {
    /// Ends effects.
    pub(crate) fn end_effects(&mut self, ids: &[u32]) {
        self.effects.retain(|e| !ids.contains(&e.id));
        self.touch();
    }
}

impl Proposal {
    /// The source that would deal damage.
    fn damage_source(&self) -> Option<ObjectId> {
        match self {
            Self::Damage { source, .. } => Some(*source),
            _ => None,
        }
    }
}

impl Game<'_> {
    /// Lets effects at a proposal until none applies (616.1f), others perhaps because of the first (616.2). `None`: nothing of
    /// it is left.
    pub(crate) fn replace(&mut self, mut proposal: Proposal, rule: Rule, batch: &mut Batch) -> Res<Option<Proposal>> {
        // 614.5: what replaces an event gives no further chance to the effects that did.
        let mut applied: Vec<Applicable> = self.replaced.clone();
        loop {
            if let Proposal::Move { object, to: Destination::Battlefield(_), entry, .. } = &mut proposal {
                entry.would_be = self.state.prospect(*object, entry);
            }
            let mut candidates = self.applicable(&proposal, rule, &applied, batch);
            let first = candidates.iter().map(Applicable::order).min().unwrap_or(2);
            // 616.1d: after what decides on its control and makes it a copy
            if first == 2 && self.state.has_daybound && self.state.enters_by_night(&mut proposal) {
                continue;
            }
            if candidates.is_empty() {
                more_once(&mut batch.more, &applied);
                if let Proposal::DrawCards { .. } = proposal {
                    self.draws_changed = applied;
                }
                return Ok(Some(proposal));
            }
            candidates.retain(|c| c.order() == first);
            let chosen = self.choose_replacement(&proposal, candidates)?;
            applied.push(chosen.clone());
            let Some(replacement) = chosen.replacement().cloned() else { continue };
            if let Some(who) = &replacement.optional {
                let context = Context { frame: chosen.frame.as_deref(), ..Context::of(chosen.source, chosen.you) };
                let Some(chooser) = self.state.who(who, &context).first().copied() else { continue };
                let about = self.about(|| Matter::Replacement(replacement.clone()), &context);
                let ask = Decision::yes_no(chooser, Ask::MayReplace, rule!("614.1a"), Some(chosen.source)).about(about);
                if !self.yes(ask)? {
                    continue;
                }
            }
            let context = Context { frame: chosen.frame.as_deref(), ..Context::of(chosen.source, chosen.you) };
            let changed = self.telling(
                || Matter::Replacement(replacement.clone()),
                &context,
                |game| game.apply(&chosen, &replacement, proposal, rule, batch, &applied),
            );
            match changed? {
                Some(changed) => proposal = changed,
                None => return Ok(None),
            }
        }
    }

    /// 616.1: the affected player, or the controller of the affected object, chooses which applies.
    fn choose_replacement(&mut self, proposal: &Proposal, mut candidates: Vec<Applicable>) -> Res<Applicable> {
        // Where all say the same, the order shows no difference.
        if candidates.windows(2).all(|two| two[0].does_as(&two[1])) {
            return Ok(candidates.swap_remove(0));
        }
        let chooser = self.state.affected(proposal);
        let options = candidates.iter().map(|c| Choice::Ability { source: c.source, key: c.key }).collect();
        let decision = Decision::pick(chooser, Ask::Replacement, rule!("616.1"), None, options, 1, 1);
        let picked = match self.ask(decision)? {
            Answer::Picks(picks) => picks.first().copied().unwrap_or(0) as usize,
            _ => 0,
        };
        Ok(candidates.swap_remove(picked.min(candidates.len() - 1)))
    }

    /// The effects that could apply: those there are now, not later (614.4, 615.4), not yet used up (614.3, 615.3), and not
    /// applied to it before (614.5, 615.12a).
    fn applicable(&self, proposal: &Proposal, rule: Rule, applied: &[Applicable], batch: &Batch) -> Vec<Applicable> {
        let state = &self.state;
        let mut found = Vec::new();
        let mut look = |candidate: Applicable| {
            // 615.7, 615.8: what the same batch has used up is there no longer.
            let any_source = || candidate.replacement().is_some_and(|r| super::shields::of_any_source(&r.event));
            let over = candidate.effect.is_some_and(|id| {
                let used = |(used, source): &(u32, ObjectId)| {
                    *used == id && proposal.damage_source() != Some(*source) && !any_source()
                };
                state.effects.iter().all(|e| e.id != id) || batch.used.iter().any(used)
            });
            if over || applied.iter().any(|a| a.same(&candidate)) || batch.came_too_late(proposal, &candidate) {
                return;
            }
            let context = Context { frame: candidate.frame.as_deref(), ..Context::of(candidate.source, candidate.you) };
            if candidate.replacement().is_some_and(|r| state.would_replace(r, proposal, rule, &context)) {
                found.push(candidate);
            }
        };
        for (nth, active) in state.rules().replacements.iter().enumerate() {
            let node = match &active.node {
                RuleNode::Static(ability, n) => Node::Static(ability.clone(), *n),
                RuleNode::Effect(what) => Node::Effect(what.clone()),
            };
            let nth = match &node {
                Node::Static(_, n) => *n,
                Node::Effect(_) => nth,
            };
            look(Applicable {
                source: active.source,
                you: active.controller,
                key: active.key,
                effect: active.effect,
                nth: if active.effect.is_some() { 0 } else { nth },
                copied: false,
                frame: active.frame.clone(),
                node,
            });
        }
        // 614.12, 113.6h-i: an object's own effects on its moving work where it is and as it enters.
        if let Proposal::Move { object, to, entry, .. } = proposal {
            for candidate in state.own_replacements(*object, to, entry) {
                look(candidate);
            }
        }
        found
    }

    /// Applies one effect. `None`: the event does not happen.
    fn apply(
        &mut self,
        chosen: &Applicable,
        replacement: &Replacement,
        proposal: Proposal,
        rule: Rule,
        batch: &mut Batch,
        applied: &[Applicable],
    ) -> Res<Option<Proposal>> {
        let occurrence = Arc::new(Occurrence::new(proposal.as_event(&self.state), rule, batch.number));
        let mut frame = chosen.frame.as_deref().cloned().unwrap_or_default();
        frame.event = Some(occurrence.clone());
        let context = Context::with(chosen.source, chosen.you, &frame);
        let number = |game: &Self, amount| game.state.count(amount, &context);
        if replacement.once
            && let Some(effect) = chosen.effect
            && self.state.uses_up(&replacement.instead, &proposal, &context)
        {
            // 615.8 and its like: "the next time" is over, with all that the source deals at that time.
            match proposal.damage_source() {
                Some(source) => batch.used.push((effect, source)),
                None => self.state.end_effects(&[effect]),
            }
        }
        self.note(rule!("614.6"), |s| match crate::table::narrate::sentence(s, &occurrence) {
            Some(event) => format!("{}: its effect applies to “{event}”", s.object_name(chosen.source)),
            None => format!("{}: its effect applies", s.object_name(chosen.source)),
        });
        if creates_tokens(&replacement.instead, &proposal) {
            return self.tokens_instead(&replacement.instead, chosen, &frame, proposal, applied, batch);
        }
        Ok(match &replacement.instead {
            Instead::Number(amount) => {
                let n = number(self, amount).saturating_add(proposal.gained());
                Some(proposal.with_number(n))
            }
            Instead::Mana(kind, one) => Some(proposal.with_mana_of(*kind, *one)),
            Instead::Prevent { amount, .. } => {
                let limit = self.state.shield_left(chosen, replacement);
                let limit = limit.or_else(|| amount.as_ref().map(|a| number(self, a)));
                self.prevent(chosen, proposal, limit, replacement, rule, batch)
            }
            Instead::Redirect { to, .. } => {
                let there = self.state.selected(to, &context).first().copied();
                let limit = self.state.shield_left(chosen, replacement);
                self.redirect(chosen, proposal, there, limit, batch, applied)
            }
            Instead::MoveTo(to) => Some(self.moved_to(to, chosen, &frame, proposal)?),
            Instead::MoveAnd(to, clauses) => {
                let moved = self.moved_to(to, chosen, &frame, proposal)?;
                batch.afterwards.push(afterwards(clauses, chosen, frame, applied));
                Some(moved)
            }
            Instead::Enter(entering) => match proposal {
                Proposal::Move { object, to, cause, by, mut entry } => {
                    let would_be = entry.would_be.clone();
                    self.as_it_would_be(object, would_be, |game| {
                        game.enter_otherwise(entering, object, chosen, &mut frame, &mut entry)
                    })?;
                    Some(Proposal::Move { object, to, cause, by, entry })
                }
                // 111.2: who creates it instead owns it.
                Proposal::CreateTokens { player, chars, count, entry } => {
                    let other =
                        entering.controller.as_ref().and_then(|who| self.state.who(who, &context).first().copied());
                    Some(Proposal::CreateTokens { player: other.unwrap_or(player), chars, count, entry })
                }
                other => Some(other),
            },
            // 614.11: a draw is replaced even where there is no card; 614.11b: nothing was drawn, for what speaks of it.
            // 614.10b: what is done for a skipped step or turn is done first thing in the next that occurs.
            Instead::Do(clauses) if matches!(proposal, Proposal::BeginStep { .. } | Proposal::BeginTurn { .. }) => {
                if !clauses.is_empty() {
                    let (source, you) = (chosen.source, chosen.you);
                    self.state.put_off.push(PutOff { source, you, clauses: clauses.clone(), frame });
                }
                None
            }
            Instead::Do(clauses) => match elsewhere(clauses) {
                // 614.6: where it goes instead is the same event, modified; the rest speaks of what it becomes there (400.7).
                Some((to, slot, rest)) if let Proposal::Move { object, .. } = proposal => {
                    let moved = self.moved_to(to, chosen, &frame, proposal)?;
                    frame.set(slot, SlotValue::of([Entity::Object(object.next())]));
                    batch.afterwards.push(afterwards(rest, chosen, frame, applied));
                    Some(moved)
                }
                _ => {
                    batch.afterwards.push(afterwards(clauses, chosen, frame, applied));
                    None
                }
            },
            Instead::Also(clauses) => {
                batch.afterwards.push(afterwards(clauses, chosen, frame, applied));
                Some(proposal)
            }
        })
    }

    /// Prevents damage, all of it or up to a limit (615.1, 615.6), of each source by itself (615.10); a shield wears off by
    /// what it prevents (615.7).
    fn prevent(
        &mut self,
        chosen: &Applicable,
        proposal: Proposal,
        limit: Option<u32>,
        replacement: &Replacement,
        rule: Rule,
        batch: &mut Batch,
    ) -> Option<Proposal> {
        let Proposal::Damage { source, to, amount, combat, unpreventable } = proposal else { return Some(proposal) };
        let Instead::Prevent { then, .. } = &replacement.instead else { return Some(proposal) };
        // 615.12: of unpreventable damage nothing is prevented and no shield wears off; what else the effect does is done.
        let preventable = self.state.is_preventable(source, combat, unpreventable);
        let prevented = if preventable { limit.map_or(amount, |l| l.min(amount)) } else { 0 };
        if limit.is_some() {
            self.state.wear_off(chosen, prevented);
        }
        if prevented == 0 && preventable {
            return Some(Proposal::Damage { source, to, amount, combat, unpreventable });
        }
        let event = Event::Prevented { source, to, amount: prevented };
        if prevented > 0 {
            self.push_event(event.clone(), rule!("615.1a"), batch.number);
        }
        if then.is_empty()
            || self.gains_besides(chosen, to, prevented, then, batch)
            || (!replacement.apart && self.joins_earlier(chosen, to, prevented, then, batch))
        {
            // Nothing more to do, or done with what it prevented of the same damage before.
        } else {
            let mut frame = chosen.frame.as_deref().cloned().unwrap_or_default();
            frame.event = Some(Self::occurrence(event, rule, batch.number));
            batch.afterwards.push(afterwards(then, chosen, frame, &[]));
        }
        (amount > prevented).then_some(Proposal::Damage {
            source,
            to,
            amount: amount - prevented,
            combat,
            unpreventable,
        })
    }

    /// 120.4b: life gained for what is prevented of damage to a player is a part of the damage event, beside the life that the
    /// rest of it costs (120.4c). Tells whether that is all that happens besides.
    fn gains_besides(
        &self,
        chosen: &Applicable,
        to: Entity,
        prevented: u32,
        then: &[Clause],
        batch: &mut Batch,
    ) -> bool {
        let ([Clause { does: Instruction::GainLife(Who::You, Amount::Event), out: None }], Entity::Player(_)) =
            (then, to)
        else {
            return false;
        };
        let gain = Proposal::GainLife { player: chosen.you, amount: prevented };
        batch.follow.push((NOBODY, gain));
        true
    }

    /// Damage from several sources at once is prevented as one: what happens besides happens once, with the sum (615.13),
    /// if it does not speak of the source. Tells whether the prevention was added to an earlier one.
    fn joins_earlier(
        &self,
        chosen: &Applicable,
        to: Entity,
        prevented: u32,
        then: &[Clause],
        batch: &mut Batch,
    ) -> bool {
        let at_once = |after: &&mut Afterwards| {
            let earlier = after.frame.event.as_deref().map(|o| &o.event);
            let same = matches!(earlier, Some(Event::Prevented { to: before, .. }) if *before == to);
            after.source == chosen.source && after.you == chosen.you && after.clauses == then && same
        };
        if then.iter().any(|c| !super::shields::forgets_source(&c.does)) {
            return false;
        }
        let Some(earlier) = batch.afterwards.iter_mut().find(at_once) else { return false };
        if let Some(event) = &mut earlier.frame.event
            && let Event::Prevented { amount, .. } = &mut Arc::make_mut(event).event
        {
            *amount += prevented;
        }
        true
    }

    /// 603.6d, 614.12: tapped, with counters, as a copy, after choices.
    fn enter_otherwise(
        &mut self,
        entering: &lawmage_ir::Entering,
        object: ObjectId,
        chosen: &Applicable,
        frame: &mut Frame,
        entry: &mut Entry,
    ) -> Res<()> {
        if !entering.first.is_empty() {
            let aside = self.set_aside(); // 614.12a, 614.13a-c
            let first = self.state.next_effect;
            self.run(&entering.first, chosen.source, chosen.you, frame)?;
            self.put_back(aside);
            // 614.12: what it gains as it enters, it has as the new object that it becomes.
            for change in self.state.take_changes(object, first) {
                match change {
                    // 208.2b, 613.2a, 707.2: what sets its power and toughness as it enters is copiable.
                    Modification::CopyOf(Ref::This, mods) => {
                        let Some(values) = self.state.entering_values(object, entry) else { continue };
                        let context = Context::with(chosen.source, chosen.you, frame);
                        entry.own_values |= entry.copy.is_none();
                        entry.copy = Some(self.state.with_exceptions(&values, &mods, &context));
                    }
                    other => entry.mods.push(other),
                }
            }
            // What was chosen for the object as it enters stays with it: of a copy too, which has no other choices (707.6).
            if chosen.source == object
                && let Some(memory) = self.state.get(object).and_then(|o| o.memory.as_deref())
            {
                entry.chosen.clone_from(&memory.chosen);
                entry.chosen_by.clone_from(&memory.chosen_by);
                entry.members.clone_from(&memory.members);
            }
        }
        if let Some(only) = &entering.only {
            let context = Context::with(chosen.source, chosen.you, frame);
            if !self.state.holds(only, &context) {
                return Ok(());
            }
        }
        if let Some((what, _)) = &entering.copy {
            let picked = self.select(what, chosen.source, chosen.you, frame)?;
            // Nothing to copy: it enters as it is.
            let Some(Entity::Object(original)) = picked.first().copied() else { return Ok(()) };
            let context = Context::with(chosen.source, chosen.you, frame);
            self.state.enter_as_copy(entry, original, entering, &context);
        }
        if let Some(who) = &entering.controller {
            let context = Context::with(chosen.source, chosen.you, frame);
            entry.controller = self.state.who(who, &context).first().copied().or(entry.controller);
        }
        entry.tapped = (entry.tapped || entering.tapped) && !entering.untapped;
        entry.prepared |= entering.prepared;
        entry.mods.extend(entering.mods.iter().cloned());
        if !entering.one_of.is_empty() {
            let player = entry.controller.unwrap_or(chosen.you);
            let options = entering.one_of.iter().cloned().map(Choice::Counter).collect();
            let source = Some(chosen.source);
            let picked = self.pick(Decision::pick(player, Ask::Value, rule!("614.12a"), source, options, 1, 1))?;
            let kinds =
                picked.into_iter().filter_map(|c| if let Choice::Counter(kind) = c { Some((kind, 1)) } else { None });
            entry.counters.extend(kinds);
        }
        // 614.12, 707.9f: of a copy, what it has become is what is asked about.
        let become_so = entering.copy.as_ref().and_then(|_| self.state.entering_values(object, entry));
        let before = become_so.map(|chars| self.state.imagine(Some((object, chars))));
        for (kind, amount) in &entering.counters {
            let context = Context::with(chosen.source, chosen.you, frame);
            let count = self.state.count(amount, &context);
            let counters = if entering.copy.is_some() { &mut entry.copy_counters } else { &mut entry.counters };
            if count > 0 {
                counters.push((kind.clone(), count));
            }
        }
        if let Some(before) = before {
            self.state.imagine(before);
        }
        if let Some(of) = &entering.each_kind_on {
            entry.counters.extend(self.state.one_of_each_kind(of, &Context::with(chosen.source, chosen.you, frame)));
        }
        Ok(())
    }
}

fn afterwards(clauses: &[Clause], chosen: &Applicable, frame: Frame, applied: &[Applicable]) -> Afterwards {
    Afterwards { clauses: clauses.to_vec(), source: chosen.source, you: chosen.you, frame, applied: applied.to_vec() }
}

impl State {
    /// The replacement effects of an object on its own moving: those that work in its zone, and, as it would enter the
    /// battlefield, those of the permanent it would be (614.12), or of what it enters as a copy of.
    fn own_replacements(&self, object: ObjectId, to: &Destination, entry: &Entry) -> Vec<Applicable> {
        let Some(seen) = self.seen(object) else { return Vec::new() };
        if seen.zone == Zone::Battlefield {
            return Vec::new(); // those of permanents are among the rules in force
        }
        let chars = match to {
            Destination::Battlefield(_) => entry.would_be.as_deref(), // where nothing would look at it, there is none
            _ => Some(seen.chars),
        };
        let Some(chars) = chars.filter(|c| c.marks.replaces) else { return Vec::new() };
        let you = entry.controller.unwrap_or(seen.controller);
        let mut found = Vec::new();
        for on in &chars.abilities {
            let Ability::Static(ability) = &*on.ability else { continue };
            for (nth, effect) in ability.effects.iter().enumerate() {
                let Continuous::Replace(replacement) = effect else { continue };
                let entering = enters_itself(&replacement.event);
                let context = Context::of_ability(object, you, on.key);
                let works = entering || ability.zones.has(seen.zone);
                if works && ability.condition.as_ref().is_none_or(|c| self.holds(c, &context)) {
                    found.push(Applicable {
                        source: object,
                        you,
                        key: Some(on.key),
                        effect: None,
                        nth,
                        copied: entry.copy.is_some() && !entry.own_values,
                        frame: None,
                        node: Node::Static(on.ability.clone(), nth),
                    });
                }
            }
        }
        found
    }
}
