//! Replacement and prevention effects (614-616).
//!
//! A proposal is settled by letting effects at it one after the other until none applies (616.1), each at most once
//! (614.5). What rules themselves replace (indestructible, regeneration, protection, shield counters) stands in
//! [`crate::events::rules_first`].

use std::sync::Arc;

use lawmage_ir::{
    Ability, Amount, Cause, Clause, Continuous, Destination, EventPattern, Instead, Instruction, Kind, Ref,
    Replacement, Rule, Selector, Test, Who, Zone, rule,
};

use crate::events::entering::enters_itself;
use crate::events::happen::{Afterwards, Batch};
use crate::read::context::Context;
use crate::read::eval::comes_from;
use crate::state::chars::AbilityKey;
use crate::state::event::{Entry, Event, Occurrence, Proposal};
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::last_known::Seen;
use crate::state::object::Frame;
use crate::state::{PutOff, State};
use crate::table::about::Matter;
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

/// A replacement or prevention effect that could apply.
#[derive(Clone)]
pub(crate) struct Applicable {
    source: ObjectId,
    you: PlayerId,
    key: Option<AbilityKey>,
    effect: Option<u32>,
    /// Which of the ability's effects, when it has several.
    nth: usize,
    /// Whether it is an ability that the object enters with as a copy (614.12): another one than the object's own.
    copied: bool,
    frame: Option<Arc<Frame>>,
    node: Node,
}

#[derive(Clone)]
enum Node {
    Static(Arc<Ability>, usize),
    Effect(Arc<Continuous>),
}

impl Applicable {
    fn replacement(&self) -> Option<&Replacement> {
        let what = match &self.node {
            Node::Static(ability, n) => match &**ability {
                Ability::Static(s) => s.effects.get(*n),
                _ => None,
            },
            Node::Effect(what) => Some(&**what),
        };
        match what {
            Some(Continuous::Replace(replacement)) => Some(replacement),
            _ => None,
        }
    }

    fn same(&self, other: &Self) -> bool {
        self.source == other.source
            && self.key == other.key
            && self.effect == other.effect
            && self.nth == other.nth
            && self.copied == other.copied
    }

    /// 616.1b-e: which effects must be chosen before others: those on whose control it enters under, then those that make it
    /// a copy, then other changes of how it enters. (616.1a: self-replacement is part of an effect's own instructions.)
    fn order(&self) -> u8 {
        match self.replacement().map(|r| &r.instead) {
            Some(Instead::Enter(entering)) if entering.controller.is_some() => 0, // 616.1b
            Some(Instead::Enter(entering)) if entering.copy.is_some() => 1,       // 616.1c
            _ => 2,
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
            let mut candidates = self.applicable(&proposal, rule, &applied);
            let first = candidates.iter().map(Applicable::order).min().unwrap_or(2);
            // 616.1d: after what decides on its control and makes it a copy
            if first == 2 && self.state.has_daybound && self.state.enters_by_night(&mut proposal) {
                continue;
            }
            if candidates.is_empty() {
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
        if candidates.windows(2).all(|two| two[0].replacement() == two[1].replacement()) {
            return Ok(candidates.swap_remove(0));
        }
        let chooser = self.state.affected(proposal);
        let options = candidates.iter().map(|c| Choice::Ability { source: c.source, key: c.key }).collect();
        let decision = Decision::pick(chooser, Ask::Replacement, rule!("616.1"), None, options, 1, 1);
        let picked = match self.ask(decision)? {
            crate::table::decision::Answer::Picks(picks) => picks.first().copied().unwrap_or(0) as usize,
            _ => 0,
        };
        Ok(candidates.swap_remove(picked.min(candidates.len() - 1)))
    }

    /// The effects that could apply: those there are now, not later (614.4, 615.4), not yet used up (614.3, 615.3), and not
    /// applied to it before (614.5, 615.12a).
    fn applicable(&self, proposal: &Proposal, rule: Rule, applied: &[Applicable]) -> Vec<Applicable> {
        let state = &self.state;
        let mut found = Vec::new();
        let mut look = |candidate: Applicable| {
            // 615.7, 615.8: what the same batch has used up is there no longer.
            let over = candidate.effect.is_some_and(|id| state.effects.iter().all(|e| e.id != id));
            if over || applied.iter().any(|a| a.same(&candidate)) {
                return;
            }
            let context = Context { frame: candidate.frame.as_deref(), ..Context::of(candidate.source, candidate.you) };
            if candidate.replacement().is_some_and(|r| state.would_replace(r, proposal, rule, &context)) {
                found.push(candidate);
            }
        };
        for (nth, active) in state.rules().replacements.iter().enumerate() {
            let node = match &active.node {
                crate::read::layers::RuleNode::Static(ability, n) => Node::Static(ability.clone(), *n),
                crate::read::layers::RuleNode::Effect(what) => Node::Effect(what.clone()),
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
            && !matches!(replacement.instead, Instead::Prevent { amount: Some(_), .. })
        {
            self.state.effects.retain(|e| e.id != effect); // 615.8 and its like: "the next time" is over
            self.state.touch();
        }
        self.note(rule!("614.6"), |s| match crate::table::narrate::sentence(s, &occurrence) {
            Some(event) => format!("{}: its effect applies to “{event}”", s.name_of(chosen.source)),
            None => format!("{}: its effect applies", s.name_of(chosen.source)),
        });
        Ok(match &replacement.instead {
            Instead::Number(amount) => {
                let n = number(self, amount).saturating_add(proposal.gained());
                Some(proposal.with_number(n))
            }
            Instead::Prevent { amount, then } => {
                let shield = chosen.effect.and_then(|id| self.state.effects.iter().find(|e| e.id == id)?.left);
                let limit = shield.or_else(|| amount.as_ref().map(|a| number(self, a)));
                self.prevent(chosen, proposal, limit, then, rule, batch)
            }
            Instead::Redirect(selector) => {
                let to = self.state.selected(selector, &context).first().copied();
                match (proposal, to) {
                    // 614.9: it does nothing where damage can't be dealt.
                    (Proposal::Damage { source, amount, combat, .. }, Some(to)) if self.state.takes_damage(to) => {
                        Some(Proposal::Damage { source, to, amount, combat })
                    }
                    (other, _) => Some(other),
                }
            }
            Instead::MoveTo(to) => match proposal {
                Proposal::Move { object, by, mut entry, cause, .. } => {
                    if let Destination::Exile { linked: Some(number), .. } = to {
                        entry.exiled_with = Some((chosen.source, *number)); // 607.2b, 614.14
                    }
                    // 701.8c, 701.17: what is discarded, milled or sacrificed into exile is so all the same.
                    let kept = matches!(cause, Cause::Discard | Cause::Mill | Cause::Sacrifice);
                    let cause = if to.zone() == Zone::Exile && !kept { Cause::Exile } else { cause };
                    Some(Proposal::Move { object, to: to.clone(), cause, by, entry })
                }
                other => Some(other),
            },
            Instead::Enter(entering) => match proposal {
                Proposal::Move { object, to, cause, by, mut entry } => {
                    self.enter_otherwise(entering, object, chosen, &mut frame, &mut entry)?;
                    Some(Proposal::Move { object, to, cause, by, entry })
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
            Instead::Do(clauses) => {
                batch.afterwards.push(afterwards(clauses, chosen, frame, applied));
                None
            }
            Instead::Also(clauses) => {
                batch.afterwards.push(afterwards(clauses, chosen, frame, applied));
                Some(proposal)
            }
        })
    }

    /// Prevents damage, all of it or up to a limit (615.1, 615.6), of each source by itself (615.10); a shield wears off by what it prevents (615.7).
    fn prevent(
        &mut self,
        chosen: &Applicable,
        proposal: Proposal,
        limit: Option<u32>,
        then: &[Clause],
        rule: Rule,
        batch: &mut Batch,
    ) -> Option<Proposal> {
        let Proposal::Damage { source, to, amount, combat } = proposal else { return Some(proposal) };
        // 615.12: of unpreventable damage nothing is prevented and no shield wears off; what else the effect does is done.
        let preventable = !self.state.forbids_prevention(source);
        let prevented = if preventable { limit.map_or(amount, |l| l.min(amount)) } else { 0 };
        if let Some(effect) = chosen.effect
            && let Some(place) = self.state.effects.iter().position(|e| e.id == effect)
            && let Some(left) = &mut self.state.effects[place].left
        {
            *left = left.saturating_sub(prevented);
            if *left == 0 {
                self.state.effects.remove(place);
                self.state.touch();
            }
        }
        if prevented == 0 && preventable {
            return Some(Proposal::Damage { source, to, amount, combat });
        }
        let event = Event::Prevented { source, to, amount: prevented };
        if prevented > 0 {
            self.push_event(event.clone(), rule!("615.1a"), batch.number);
        }
        if then.is_empty()
            || self.gains_besides(chosen, to, prevented, then, batch)
            || self.joins_earlier(chosen, to, prevented, then, batch)
        {
            // Nothing more to do, or done with what it prevented of the same damage before.
        } else {
            let mut frame = chosen.frame.as_deref().cloned().unwrap_or_default();
            frame.event = Some(Self::occurrence(event, rule, batch.number));
            batch.afterwards.push(afterwards(then, chosen, frame, &[]));
        }
        (amount > prevented).then_some(Proposal::Damage { source, to, amount: amount - prevented, combat })
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
        batch.follow.push((crate::events::happen::NOBODY, gain));
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
        if then.iter().any(|c| !forgets_source(&c.does)) {
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
            self.run(&entering.first, chosen.source, chosen.you, frame)?;
            self.put_back(aside);
            // What was chosen for the object as it enters stays with it.
            if chosen.source == object
                && let Some(memory) = self.state.get(object).and_then(|o| o.memory.as_deref())
            {
                entry.chosen.clone_from(&memory.chosen);
                entry.members.clone_from(&memory.members);
            }
        }
        if let Some(only) = &entering.only {
            let context = Context::with(chosen.source, chosen.you, frame);
            if !self.state.holds(only, &context) {
                return Ok(());
            }
        }
        if let Some((what, exceptions)) = &entering.copy {
            let picked = self.select(what, chosen.source, chosen.you, frame)?;
            if let Some(Entity::Object(original)) = picked.first().copied() {
                let copied = self.state.copiable(original);
                let context = Context::with(chosen.source, chosen.you, frame);
                entry.copy = Some(self.state.with_exceptions(&copied, exceptions, &context));
            }
        }
        if let Some(who) = &entering.controller {
            let context = Context::with(chosen.source, chosen.you, frame);
            entry.controller = self.state.who(who, &context).first().copied().or(entry.controller);
        }
        entry.tapped |= entering.tapped;
        for (kind, amount) in &entering.counters {
            let context = Context::with(chosen.source, chosen.you, frame);
            let count = self.state.count(amount, &context);
            if count > 0 {
                entry.counters.push((kind.clone(), count));
            }
        }
        Ok(())
    }
}

fn afterwards(clauses: &[Clause], chosen: &Applicable, frame: Frame, applied: &[Applicable]) -> Afterwards {
    Afterwards { clauses: clauses.to_vec(), source: chosen.source, you: chosen.you, frame, applied: applied.to_vec() }
}

/// Whether what follows a prevention is the same whatever the damage's source was.
fn forgets_source(does: &Instruction) -> bool {
    let itself = |what: &Selector| matches!(what, Selector::Ref(Ref::This | Ref::Host(_)));
    match does {
        Instruction::RemoveCounters { from, .. } => itself(from),
        Instruction::PutCounters { on, .. } => itself(on),
        Instruction::GainLife(who, _)
        | Instruction::LoseLife(who, _)
        | Instruction::Draw { who, .. }
        | Instruction::Mill { who, .. }
        | Instruction::CreateToken { who, .. } => *who == Who::You,
        _ => false,
    }
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
                let context = Context::of(object, you);
                let works = entering || ability.zones.has(seen.zone);
                if works && ability.condition.as_ref().is_none_or(|c| self.holds(c, &context)) {
                    found.push(Applicable {
                        source: object,
                        you,
                        key: Some(on.key),
                        effect: None,
                        nth,
                        copied: entry.copy.is_some(),
                        frame: None,
                        node: Node::Static(on.ability.clone(), nth),
                    });
                }
            }
        }
        found
    }

    /// Whether an effect would replace a proposal: asked of the source as it is now (609.7b, 615.9).
    pub(crate) fn would_replace(
        &self,
        replacement: &Replacement,
        proposal: &Proposal,
        rule: Rule,
        context: &Context<'_>,
    ) -> bool {
        self.would_match(&replacement.event, proposal, rule, context)
            && replacement.condition.as_ref().is_none_or(|c| {
                let mut frame = context.frame.cloned().unwrap_or_default();
                frame.event = Some(Arc::new(Occurrence::new(proposal.as_event(self), rule, 0)));
                self.holds(c, &Context { frame: Some(&frame), ..*context })
            })
    }

    /// Whether a proposed event matches a pattern. An object that would enter is looked at as it would be (614.12).
    fn would_match(&self, pattern: &EventPattern, proposal: &Proposal, rule: Rule, context: &Context<'_>) -> bool {
        match (pattern, proposal) {
            (EventPattern::Or(any), _) => any.iter().any(|p| self.would_match(p, proposal, rule, context)),
            (EventPattern::Batch(inner), _) => self.would_match(inner, proposal, rule, context),
            (EventPattern::While(inner, condition), _) => {
                self.would_match(inner, proposal, rule, context) && {
                    let mut frame = context.frame.cloned().unwrap_or_default();
                    frame.event = Some(Arc::new(Occurrence::new(proposal.as_event(self), rule, 0)));
                    self.holds(condition, &Context { frame: Some(&frame), ..*context })
                }
            }
            (EventPattern::Number(inner, cmp, amount), _) => {
                self.would_match(inner, proposal, rule, context)
                    && cmp.holds(proposal.as_event(self).roles().number as i32, self.amount(amount, context))
            }
            (EventPattern::Damage { by, to, combat }, Proposal::Damage { source, to: whom, combat: is_combat, .. })
                if self.is_limited() =>
            {
                combat.is_none_or(|c| c == *is_combat) && self.shields_in_range(by, to, *source, *whom, context)
            }
            (
                EventPattern::Moves { what, from, to, cause, by },
                Proposal::Move { object, to: dest, cause: how, by: who, entry },
            ) => {
                let Some(seen) = self.seen(*object) else { return false };
                comes_from(*from, seen.zone)
                    && to.has(dest.zone())
                    && cause.is_none_or(|c| c == *how)
                    && by.as_ref().is_none_or(|w| who.is_some_and(|p| self.is_among(p, w, context)))
                    && self.would_be(&seen, dest, entry, what, context)
            }
            (EventPattern::Moves { what, cause: Some(Cause::Destroy), .. }, Proposal::Destroy { object, .. }) => {
                self.fits((*object).into(), what, context)
            }
            (EventPattern::Moves { to, cause: Some(Cause::Draw), by, .. }, Proposal::Draw { player }) => {
                to.has(Zone::Hand) && by.as_ref().is_none_or(|w| self.is_among(*player, w, context))
            }
            (EventPattern::TokenCreated { by, what }, Proposal::CreateTokens { player, chars, .. }) => {
                let token =
                    Self::blank(crate::state::object::ObjectKind::Token, *player, Zone::Battlefield, chars.clone());
                let id = ObjectId { slot: u32::MAX, generation: 0 };
                let seen =
                    Seen { id, object: &token, chars, controller: *player, zone: Zone::Battlefield, past_combat: None };
                self.is_among(*player, by, context) && self.fits_seen(&seen, what, context)
            }
            // 121.2a
            (EventPattern::DrawsCards { by, least }, Proposal::DrawCards { player, count }) => {
                count >= least && self.is_among(*player, by, context)
            }
            (
                EventPattern::DamageCostsLife { who, below },
                Proposal::LoseLife { player, amount, damage: Some(gained) },
            ) => {
                let total = i64::from(self.player(*player).life) + i64::from(*gained) - i64::from(*amount);
                self.is_among(*player, who, context) && total < i64::from(self.amount(below, context))
            }
            // 106.12b
            (EventPattern::ProducesMana { source, by }, Proposal::AddMana { player, source: what, tapped, .. }) => {
                *tapped && self.is_among(*player, by, context) && self.fits((*what).into(), source, context)
            }
            (
                _,
                Proposal::Move { .. }
                | Proposal::Destroy { .. }
                | Proposal::Draw { .. }
                | Proposal::DrawCards { .. }
                | Proposal::CreateTokens { .. },
            ) => false,
            _ => self.matches(pattern, &Occurrence::new(proposal.as_event(self), rule, u32::MAX), context),
        }
    }

    fn would_be(
        &self,
        seen: &Seen<'_>,
        to: &Destination,
        entry: &Entry,
        what: &lawmage_ir::Filter,
        context: &Context<'_>,
    ) -> bool {
        if what.test == Test::Is(lawmage_ir::Ref::This) {
            return seen.id == context.source;
        }
        let entering = to.zone() == Zone::Battlefield && matches!(what.kind, Kind::Permanent);
        let landing = matches!(&what.kind, Kind::Card(zones) if zones.has(to.zone()) && !zones.has(seen.zone));
        if entering {
            let chars = entry.would_be.as_deref().or(entry.copy.as_deref()).unwrap_or(seen.chars);
            let controller = entry.controller.unwrap_or(seen.controller);
            let seen = Seen { chars, controller, zone: Zone::Battlefield, ..*seen };
            return self.fits_seen(&seen, what, context);
        }
        if landing {
            return self.fits_seen(&Seen { zone: to.zone(), ..*seen }, what, context);
        }
        self.fits_seen(seen, what, context)
    }

    /// Whom an event affects: who chooses among replacement effects (616.1).
    pub(crate) fn affected(&self, proposal: &Proposal) -> PlayerId {
        match proposal {
            Proposal::Move { object, entry, .. } => entry.controller.unwrap_or_else(|| self.controller(*object)),
            Proposal::Destroy { object, .. } | Proposal::Tap(object) | Proposal::Untap(object) => {
                self.controller(*object)
            }
            Proposal::Damage { to: entity, .. }
            | Proposal::PutCounters { on: entity, .. }
            | Proposal::RemoveCounters { from: entity, .. } => match entity {
                Entity::Player(player) => *player,
                Entity::Object(id) => self.controller(*id),
            },
            Proposal::GainLife { player, .. }
            | Proposal::LoseLife { player, .. }
            | Proposal::Draw { player }
            | Proposal::DrawCards { player, .. }
            | Proposal::CreateTokens { player, .. }
            | Proposal::AddMana { player, .. }
            | Proposal::Lose { player, .. } => *player,
            Proposal::BeginStep { active, .. }
            | Proposal::BeginTurn { player: active }
            | Proposal::PayLife { player: active, .. } => *active,
        }
    }
}

impl Proposal {
    /// The event it would be.
    pub(crate) fn as_event(&self, state: &State) -> Event {
        match self {
            Self::Move { object, to, cause, by, .. } => Event::Moved {
                object: *object,
                now: *object,
                from: state.get(*object).map_or(Zone::Outside, |o| o.zone),
                to: to.zone(),
                cause: *cause,
                by: *by,
            },
            Self::Destroy { object, cause, .. } => Event::Moved {
                object: *object,
                now: *object,
                from: Zone::Battlefield,
                to: Zone::Graveyard,
                cause: *cause,
                by: None,
            },
            Self::Damage { source, to, amount, combat } => {
                Event::Damage { source: *source, to: *to, amount: *amount, combat: *combat }
            }
            Self::GainLife { player, amount } => Event::LifeGained { player: *player, amount: *amount },
            Self::LoseLife { player, amount, .. } => Event::LifeLost { player: *player, amount: *amount },
            Self::PutCounters { on, kind, amount, by } => {
                Event::CountersPut { on: *on, kind: kind.clone(), amount: *amount, now: 0, by: *by }
            }
            Self::RemoveCounters { from, kind, amount } => {
                Event::CountersRemoved { from: *from, kind: kind.clone(), amount: *amount, left: 0 }
            }
            Self::Draw { player } => {
                let top = state.player(*player).library.first().copied();
                let object = top.unwrap_or(ObjectId { slot: 0, generation: u32::MAX });
                let (from, to, cause, by) = (Zone::Library, Zone::Hand, Cause::Draw, Some(*player));
                Event::Moved { object, now: object, from, to, cause, by }
            }
            // Which cards is not known yet, and the tokens don't exist; what counts is who and how many.
            Self::DrawCards { player, count } => Event::Rolled { by: *player, result: *count },
            Self::CreateTokens { player, count, .. } => Event::Rolled { by: *player, result: *count },
            Self::Tap(id) => Event::Tapped(*id),
            Self::Untap(id) => Event::Untapped(*id),
            Self::AddMana { player, source, mana, .. } => {
                Event::ManaAdded { player: *player, source: *source, made: *mana }
            }
            Self::Lose { player, .. } => Event::Lost(*player),
            Self::BeginStep { step, active } => Event::StepBegan { step: *step, active: *active },
            Self::PayLife { player, amount } => Event::LifePaid { player: *player, amount: *amount },
            Self::BeginTurn { player } => Event::TurnBegan { player: *player, number: state.turn.number + 1 },
        }
    }

    /// The life that a player gains in the event in which damage makes them lose life (120.4c).
    const fn gained(&self) -> u32 {
        match self {
            Self::LoseLife { damage: Some(gained), .. } => *gained,
            _ => 0,
        }
    }

    /// The same with another number; what has none stays as it is.
    fn with_number(self, n: u32) -> Self {
        match self {
            Self::Damage { source, to, combat, .. } => Self::Damage { source, to, amount: n, combat },
            Self::GainLife { player, .. } => Self::GainLife { player, amount: n },
            Self::LoseLife { player, damage, .. } => Self::LoseLife { player, amount: n, damage },
            Self::DrawCards { player, .. } => Self::DrawCards { player, count: n },
            Self::PutCounters { on, kind, by, .. } => Self::PutCounters { on, kind, amount: n, by },
            Self::RemoveCounters { from, kind, .. } => Self::RemoveCounters { from, kind, amount: n },
            Self::CreateTokens { player, chars, entry, .. } => Self::CreateTokens { player, chars, count: n, entry },
            // 106.6a: more of each type, with the same rider.
            Self::AddMana { player, source, mana, rider, tapped } => {
                let total: u32 = mana.iter().map(|m| u32::from(*m)).sum();
                let times = u16::try_from(n.checked_div(total).unwrap_or(1)).unwrap_or(u16::MAX);
                Self::AddMana { player, source, mana: mana.map(|m| m.saturating_mul(times)), rider, tapped }
            }
            other => other,
        }
    }
}
