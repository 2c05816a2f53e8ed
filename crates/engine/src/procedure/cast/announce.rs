//! What is announced of a spell (601.2b-d): modes, additional costs, X, targets. Each choice is offered only as far as the
//! spell can then still be completed (601.4).

use std::sync::Arc;

use lawmage_ir::{
    Amount, Condition, Continuous, Cost, CostLabel, Keyword, KeywordParam, Modal, ModalInstead, Program, Ref, Zone,
    rule,
};
use smallvec::SmallVec;

use super::cost::{Announced, Extra};
use super::labels_of;
use super::program::{aimed, own_target, paragraphs, whole_program};
use super::ways::Terms;
use crate::pay::{Purpose, Supply};
use crate::read::context::{Context, widest_frame};
use crate::state::State;
use crate::state::chars::Chars;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::stack::{CastFacts, ChosenMode, Frame, TargetChoice};
use crate::table::about::Matter;
use crate::table::decision::{Ask, Choice, Decision, Illegal};
use crate::table::game::{Game, Res};
use crate::targets::asks_x;

impl Game<'_> {
    /// 601.2b: modes, paragraph by paragraph. The indices count through all paragraphs.
    pub(super) fn announce_modes(
        &mut self,
        player: PlayerId,
        spell: ObjectId,
        terms: &Terms,
        announced: &mut Announced,
    ) -> Res<Vec<u8>> {
        let chars = self.state.chars(spell);
        let Some(first) = paragraphs(chars).next() else {
            // 303.4a, 702.140a: such a spell has the one phrase.
            return Ok(if own_target(chars, terms.label.as_ref()).is_some() { vec![0] } else { Vec::new() });
        };
        if paragraphs(chars).all(|p| p.modal.is_none()) {
            // Nothing to choose; that targets exist is asked when they are chosen.
            let count: usize = paragraphs(chars).map(|p| p.modes.len()).sum();
            return Ok((0..count.max(first.modes.len()) as u8).collect());
        }
        let programs: Vec<Program> = paragraphs(chars).cloned().collect();
        if self.announce_entwine(player, spell, terms, announced)? {
            let count: usize = programs.iter().map(|p| p.modes.len()).sum();
            return Ok((0..count as u8).collect());
        }
        let escalate = escalate_cost(self.state.chars(spell));
        let mut chosen = Vec::new();
        let mut offset = 0;
        for program in &programs {
            let supply = self.state.supply(player, false);
            let so_far = announced.clone();
            let affordable = |state: &State, modes: &[u8]| {
                let mut with = so_far.clone();
                with.modes.extend(modes.iter().filter_map(|m| program.modes.get(usize::from(*m))?.cost.clone()));
                with.modes.extend(modes.iter().skip(1).filter_map(|_| escalate.clone()));
                with.modes.len() == so_far.modes.len() || state.affords(player, spell, terms, &with, &supply)
            };
            let wider = self.state.with_kicked_modes(player, spell, terms, program, announced, &supply);
            let program = wider.as_ref().unwrap_or(program);
            // X comes later: what has targets with some X is open.
            let most_x = self.state.most_x(player, spell, terms, announced, &supply);
            let frame = widest_frame(most_x.unwrap_or(0));
            let context = Context::with(spell, player, &frame);
            let Some(modes) = self.choose_modes(player, program, spell, &context, most_x, &affordable)? else {
                return Err(Illegal::new(rule!("601.2c"), "not enough modes or targets can be chosen").into());
            };
            self.state.kicker_by_modes(spell, player, program, modes.len() as u32, announced);
            // 702.120a
            announced.modes.extend(modes.iter().skip(1).filter_map(|_| escalate.clone()));
            for mode in &modes {
                announced.modes.extend(program.modes.get(usize::from(*mode)).and_then(|m| m.cost.clone()));
            }
            chosen.extend(modes.iter().map(|m| offset + m));
            offset += program.modes.len() as u8;
        }
        Ok(chosen)
    }

    /// 702.42a: whether the entwine cost is paid, and so every mode chosen.
    fn announce_entwine(
        &mut self,
        player: PlayerId,
        spell: ObjectId,
        terms: &Terms,
        announced: &mut Announced,
    ) -> Res<bool> {
        let Some(place) = announced.extras.iter().position(is_entwine) else { return Ok(false) };
        let program = whole_program(self.state.chars(spell), terms.label.as_ref());
        let supply = self.state.supply(player, false);
        let most_x = self.state.most_x(player, spell, terms, announced, &supply).unwrap_or(0);
        let open_at = |x: u32| {
            let frame = widest_frame(x);
            let context = Context::with(spell, player, &frame);
            program.as_ref().is_some_and(|p| p.modes.iter().all(|m| self.state.mode_has_targets(m, spell, &context)))
        };
        let open = if program.as_deref().is_some_and(asks_x) { (0..=most_x).any(open_at) } else { open_at(0) };
        let context = Context::of(spell, player);
        announced.extras[place].times = 1;
        let able = open && self.state.affords(player, spell, terms, announced, &supply);
        let ask = Ask::OptionalCost(CostLabel::Keyword(Keyword::Entwine, 0));
        let about = self.about(|| Matter::Cost(announced.extras[place].cost.clone()), &context);
        let paid = able && self.yes(Decision::yes_no(player, ask, rule!("702.42a"), Some(spell)).about(about))?;
        announced.extras[place].times = u32::from(paid);
        Ok(paid)
    }

    /// 601.2b: optional additional costs (118.8b), each offered only if it can be paid.
    pub(super) fn announce_extras(
        &mut self,
        player: PlayerId,
        spell: ObjectId,
        terms: &Terms,
        announced: &mut Announced,
    ) -> Res<()> {
        for place in 0..announced.extras.len() {
            let extra = &announced.extras[place];
            if !extra.optional || is_entwine(extra) {
                continue;
            }
            if self.announce_count(player, spell, terms, announced, place)?
                || self.announce_offering(player, spell, terms, announced, place)?
            {
                continue;
            }
            let extra = &announced.extras[place];
            let repeat = extra.repeat;
            let label = extra.label.clone().unwrap_or(CostLabel::Other(place as u8));
            let supply = self.state.supply(player, false);
            let most = if repeat { 1000 } else { 1 };
            let mut able = 0;
            while able < most {
                announced.extras[place].times = able + 1;
                if !self.state.affords(player, spell, terms, announced, &supply)
                    || !self.state.has_targets_so(player, spell, terms, announced, &supply)
                {
                    break;
                }
                able += 1;
            }
            let ask = Ask::OptionalCost(label);
            let cost = || Matter::Cost(announced.extras[place].cost.clone());
            let about = self.about(cost, &Context::of(spell, player));
            let mut settled = announced.extras.get(place).and_then(|e| e.settled);
            // 601.3c: where the spell may be cast at this time only so, it has to be paid.
            if terms.owes.is_some() && terms.owes == announced.extras[place].label {
                settled = Some(true);
            }
            // 601.2c: where there are targets only if it is paid, and no other cost could be, it has to be.
            let last = announced.extras.iter().skip(place + 1).all(|e| !e.optional);
            if able > 0 && settled.is_none() && last && !repeat {
                announced.extras[place].times = 0;
                if !self.state.has_targets_so(player, spell, terms, announced, &supply)
                    || !self.state.affords(player, spell, terms, announced, &supply)
                {
                    settled = Some(true);
                }
            }
            if able == 0 && settled == Some(true) {
                return Err(Illegal::new(rule!("601.4"), "those modes need a cost that can't be paid").into());
            }
            let times = if able == 0 || settled == Some(false) {
                if able == 0 {
                    // Nobody is asked; the table knows that it came to nothing.
                    self.ask(Decision::pick(player, ask, rule!("601.2b"), Some(spell), vec![Choice::No], 1, 1))?;
                }
                0
            } else if settled == Some(true) {
                1
            } else if repeat {
                let decision = Decision::number(player, ask, rule!("601.2b"), Some(spell), (0, able));
                self.number(decision.about(about))?
            } else {
                u32::from(self.yes(Decision::yes_no(player, ask, rule!("601.2b"), Some(spell)).about(about))?)
            };
            announced.extras[place].times = times;
        }
        Ok(())
    }

    /// 601.2c-d: targets and divisions; of phrases with a variable number, only as many as can be paid for.
    pub(super) fn announce_targets(
        &mut self,
        player: PlayerId,
        spell: ObjectId,
        terms: &Terms,
        chosen: &[u8],
        announced: &mut Announced,
    ) -> Res<SmallVec<[ChosenMode; 1]>> {
        let Some(program) = whole_program(self.state.chars(spell), terms.label.as_ref()) else {
            return Ok(SmallVec::new());
        };
        let program = aimed(&program, terms.aims.as_ref());
        let x = self.state.announced_x(spell, terms, announced);
        let facts = CastFacts { by: Some(player), x, labels: labels_of(terms, announced), ..CastFacts::default() };
        let frame = Frame { facts: Arc::new(facts), ..Frame::default() };
        let context = Context::with(spell, player, &frame);
        // Only a cost that speaks of targets depends on how many there are.
        let priced = self.state.cost_counts_targets(player, spell);
        let supply = if priced { self.state.supply(player, false) } else { Supply::default() };
        let so_far = announced.clone();
        let affordable = |state: &State, targets: &[TargetChoice]| {
            !priced || {
                let mut with = so_far.clone();
                with.targets = targets.iter().cloned().collect();
                state.affords(player, spell, terms, &with, &supply)
            }
        };
        let indices = chosen.iter().copied().collect();
        let Some(modes) = self.choose_targets(player, &program, &indices, spell, &context, &affordable)? else {
            return Err(Illegal::new(rule!("601.2c"), "there are not enough legal targets").into());
        };
        announced.targets = modes.iter().flat_map(|m| m.targets.iter().cloned()).collect();
        Ok(modes)
    }
}

impl State {
    /// Whether a spell can be paid for with what is announced of it so far.
    pub(crate) fn affords(
        &self,
        player: PlayerId,
        spell: ObjectId,
        terms: &Terms,
        announced: &Announced,
        supply: &Supply,
    ) -> bool {
        let Some(due) = self.spell_due(player, spell, terms, announced) else { return false };
        let frame = widest_frame(announced.x);
        let context = Context::with(spell, player, &frame);
        self.due_payable(player, &due, Purpose::Spell(spell), supply, &context, Some(spell))
            || self.payable_assisted(player, spell, &due, supply, &context)
    }

    /// Whether what a card costs may be less once it is a spell: effects grant abilities to spells, or ask from where they
    /// are cast.
    pub(crate) fn depends_on_being_cast(&self, card: ObjectId) -> bool {
        self.grants_to_spells()
            || self.gives_to_next_spell()
            || !self.rules().costs.is_empty() && self.get(card).is_some_and(|o| o.zone != Zone::Hand)
    }

    /// The same of the spell that a card would be, with what effects grant to spells (601.2f, 613.1f): a copy of the state in
    /// which it is one is asked.
    pub(crate) fn affords_as_spell(
        &self,
        player: PlayerId,
        card: ObjectId,
        terms: &Terms,
        x: u32,
        supply: &Supply,
    ) -> bool {
        if self.get(card).is_none_or(|o| o.zone == Zone::Stack) {
            return false;
        }
        let (mut trial, spell) = self.as_spell(player, card, self.objects[card.index()].face);
        trial.grant_as_next_spell(spell, player);
        let announced = Announced { extras: trial.extra_costs(player, spell), x, ..Announced::default() };
        trial.affords(player, spell, terms, &announced, supply)
    }

    /// 601.4: a modal program whose number of modes depends on an additional cost that is announced later. While that
    /// cost can be paid, its number may be chosen too.
    fn with_kicked_modes(
        &self,
        player: PlayerId,
        spell: ObjectId,
        terms: &Terms,
        program: &Program,
        announced: &Announced,
        supply: &Supply,
    ) -> Option<Program> {
        let (modal, other, place) = kicked_modes(program, announced)?;
        let mut kicked = announced.clone();
        kicked.extras.get_mut(place)?.times = 1;
        if !self.affords(player, spell, terms, &kicked, supply) {
            return None;
        }
        let context = Context::of(spell, player);
        let (min, max) = (self.count(&modal.min, &context), self.count(&modal.max, &context));
        let (least, most) = (self.count(&other.min, &context), self.count(&other.max, &context));
        let mut wider = program.clone();
        let range = wider.modal.as_mut()?;
        range.min = Amount::Const(min.min(least) as i32);
        range.max = Amount::Const(max.max(most) as i32);
        Some(wider)
    }

    /// 601.4: the number of modes chosen settles whether that cost is paid, where it could be chosen only so.
    fn kicker_by_modes(
        &self,
        spell: ObjectId,
        player: PlayerId,
        program: &Program,
        chosen: u32,
        announced: &mut Announced,
    ) {
        let Some((_, other, place)) = kicked_modes(program, announced) else { return };
        let context = Context::of(spell, player);
        let within =
            |min: &Amount, max: &Amount| chosen >= self.count(min, &context) && chosen <= self.count(max, &context);
        let usual = whole_program(self.chars(spell), None).and_then(|p| p.modal.clone());
        let plain = usual.is_none_or(|m| within(&m.min, &m.max));
        let kicked = within(&other.min, &other.max);
        if let Some(extra) = announced.extras.get_mut(place) {
            extra.settled = match (plain, kicked) {
                (false, _) => Some(true),
                (true, false) => Some(false),
                (true, true) => None,
            };
        }
    }

    /// Whether what a spell costs depends on its targets (601.2f).
    pub(crate) fn cost_counts_targets(&self, player: PlayerId, spell: ObjectId) -> bool {
        self.self_statics(spell, player).any(|(_, ability)| {
            ability.effects.iter().any(|e| match e {
                Continuous::CostChange { times, .. } => (0..4).any(|n| crate::targets::mentions(times, n)),
                _ => false,
            })
        })
    }
}

/// The number of modes that depends on whether an additional cost is paid, and which of the announced costs that is.
fn kicked_modes(program: &Program, announced: &Announced) -> Option<(Modal, ModalInstead, usize)> {
    let modal = program.modal.as_ref()?;
    let other = modal.instead.as_deref()?;
    let Condition::Paid(Ref::This, label) = &other.condition else { return None };
    let place = announced.extras.iter().position(|e| e.optional && e.label.as_ref() == Some(label))?;
    Some((modal.clone(), other.clone(), place))
}

fn is_entwine(extra: &Extra) -> bool {
    matches!(extra.label, Some(CostLabel::Keyword(Keyword::Entwine, _)))
}

/// What each mode beyond the first costs (702.120a).
fn escalate_cost(chars: &Chars) -> Option<Cost> {
    let mut costs = chars.keyword(Keyword::Escalate).filter_map(|k| match &k.param {
        KeywordParam::Cost(cost) => Some(cost.clone()),
        _ => None,
    });
    let mut all = costs.next()?;
    costs.for_each(|more| all.parts.extend(more.parts)); // Each instance asks for its own.
    Some(all)
}
