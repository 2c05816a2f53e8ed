//! Choosing targets (601.2c) and divisions among them (601.2d).

use lawmage_ir::{Mode, Program, TargetSpec, Who, rule};
use smallvec::SmallVec;

use super::modes::Modes;
use super::sets::{Offer, depend_on, mentions};
use crate::read::context::Context;
use crate::state::State;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::stack::{ChosenMode, Frame, TargetChoice};
use crate::table::about::Matter;
use crate::table::decision::{Ask, Choice, Decision, Domain, PickLimit};
use crate::table::game::{Game, Res};

/// Whether what is chosen so far can still be paid for.
pub(crate) type Affordable<'a> = &'a dyn Fn(&State, &[TargetChoice]) -> bool;

impl Game<'_> {
    /// Chooses modes, targets and divisions for a spell or ability being put on the stack (601.2b-d, 603.3c-d).
    /// `None`: no legal choice exists.
    ///
    /// # Errors
    /// The table's halt.
    pub fn choose_modes_and_targets(
        &mut self,
        player: PlayerId,
        program: &Program,
        stack: ObjectId,
        context: &Context<'_>,
    ) -> Res<Option<SmallVec<[ChosenMode; 1]>>> {
        let Some(modes) = self.choose_modes(player, program, stack, context, None, &|_, _| true)? else {
            return Ok(None);
        };
        self.choose_targets(player, program, &modes, stack, context, &|_, _| true)
    }

    /// Chooses the targets of chosen modes, mode by mode, phrase by phrase; none, where none is needed (115.6).
    pub(crate) fn choose_targets(
        &mut self,
        player: PlayerId,
        program: &Program,
        modes: &Modes,
        stack: ObjectId,
        context: &Context<'_>,
        affordable: Affordable<'_>,
    ) -> Res<Option<SmallVec<[ChosenMode; 1]>>> {
        if program.modal.as_ref().is_some_and(|modal| modal.different_players) {
            return self.choose_different_players(player, program, modes, stack, context);
        }
        let mut chosen = SmallVec::new();
        for index in modes {
            let Some(mode) = program.modes.get(usize::from(*index)) else { continue };
            let Some(targets) = self.choose_mode_targets(player, mode, stack, context, affordable)? else {
                return Ok(None);
            };
            chosen.push(ChosenMode { mode: *index, targets });
        }
        Ok(Some(chosen))
    }

    fn choose_mode_targets(
        &mut self,
        player: PlayerId,
        mode: &Mode,
        stack: ObjectId,
        context: &Context<'_>,
        affordable: Affordable<'_>,
    ) -> Res<Option<SmallVec<[TargetChoice; 1]>>> {
        if mode.targets.is_empty() {
            return Ok(Some(SmallVec::new()));
        }
        let mut frame = context.frame.cloned().unwrap_or_default();
        frame.targets.clear();
        // All phrases together, before the first is asked about.
        if mode.targets.len() > 1 && !self.state.rest_has_targets(&mode.targets, stack, context, &frame) {
            return Ok(None);
        }
        if let Some(order) = controller_first(&mode.targets) {
            return self.choose_in_order(player, &mode.targets, &order, stack, context, frame, affordable);
        }
        for (number, spec) in mode.targets.iter().enumerate() {
            let rest = mode.targets.get(number + 1..).unwrap_or_default();
            let Some(choice) = self.choose_phrase(player, spec, rest, stack, context, &frame, affordable)? else {
                return Ok(None);
            };
            frame.targets.push(choice);
        }
        Ok(Some(frame.targets))
    }

    /// 601.6b, 602.3b: where both its controller and another player choose, the controller chooses first, whoever's turn it
    /// is (the exception to 101.4), and whatever stands first in the text.
    #[expect(clippy::too_many_arguments, reason = "the terms of one choice")]
    fn choose_in_order(
        &mut self,
        player: PlayerId,
        specs: &[TargetSpec],
        order: &[usize],
        stack: ObjectId,
        context: &Context<'_>,
        mut frame: Frame,
        affordable: Affordable<'_>,
    ) -> Res<Option<SmallVec<[TargetChoice; 1]>>> {
        let mut chosen: SmallVec<[TargetChoice; 1]> = specs.iter().map(|_| TargetChoice::default()).collect();
        for place in order {
            let Some(spec) = specs.get(*place) else { continue };
            frame.targets = chosen.iter().take(*place).cloned().collect();
            let Some(choice) = self.choose_phrase(player, spec, &[], stack, context, &frame, affordable)? else {
                return Ok(None);
            };
            if let Some(slot) = chosen.get_mut(*place) {
                *slot = choice;
            }
        }
        Ok(Some(chosen))
    }

    /// One target phrase (601.2c).
    #[expect(clippy::too_many_arguments, reason = "the terms of one choice")]
    fn choose_phrase(
        &mut self,
        player: PlayerId,
        spec: &TargetSpec,
        rest: &[TargetSpec],
        stack: ObjectId,
        context: &Context<'_>,
        frame: &Frame,
        affordable: Affordable<'_>,
    ) -> Res<Option<TargetChoice>> {
        let terms = Context { frame: Some(frame), ..*context };
        let number = frame.targets.len() as u8;
        let by = self.phrase_chooser(player, spec, stack, &terms)?;
        let mut offer = self.state.offer(spec, by, stack, &terms);
        // What later phrases need is left to them.
        if depend_on(rest, number) {
            self.leave_to_others(&mut offer, spec, rest, stack, &terms);
        }
        offer.max = self.affordable_number(&offer.candidates, offer.min, offer.max, frame, affordable);
        if !offer.is_open() {
            return Ok(None);
        }
        self.ask_for_targets(player, by, offer, spec, stack, &terms).map(Some)
    }

    /// The question for the targets of a phrase, and how what is divided is divided among them.
    fn ask_for_targets(
        &mut self,
        player: PlayerId,
        by: PlayerId,
        offer: Offer,
        spec: &TargetSpec,
        stack: ObjectId,
        terms: &Context<'_>,
    ) -> Res<TargetChoice> {
        let number = terms.frame.map_or(0, |frame| frame.targets.len() as u8);
        let Offer { mut candidates, min, max, divide, limit } = offer;
        if spec.at_random() {
            self.state.rng.shuffle(&mut candidates);
            candidates.truncate(max as usize);
            return Ok(TargetChoice { chosen: candidates.into_iter().collect(), ..TargetChoice::default() });
        }
        let options = candidates.iter().map(|e| Choice::from(*e)).collect();
        let decision = Decision {
            player: by,
            ask: Ask::Targets(number),
            rule: rule!("601.2c"),
            source: Some(stack),
            domain: Domain::Pick { options, min, max, limit },
            about: self.about(|| Matter::Target(spec.clone()), terms),
        };
        let chosen: SmallVec<[Entity; 2]> = self.pick(decision)?.iter().filter_map(Choice::entity).collect();
        let divided = match divide {
            Some(total) => self.divide_among(player, &chosen, total, stack)?,
            None => SmallVec::new(),
        };
        let by = spec.left_to().is_some().then_some(by);
        Ok(TargetChoice { chosen, divided, by })
    }

    /// "Each mode must target a different player": whoever is chosen for a mode leaves another for each of those that follow.
    fn choose_different_players(
        &mut self,
        player: PlayerId,
        program: &Program,
        modes: &Modes,
        stack: ObjectId,
        context: &Context<'_>,
    ) -> Res<Option<SmallVec<[ChosenMode; 1]>>> {
        let mut chosen: SmallVec<[ChosenMode; 1]> = SmallVec::new();
        let mut taken: Vec<Entity> = Vec::new();
        let mut frame = context.frame.cloned().unwrap_or_default();
        frame.targets.clear();
        let terms = Context { frame: Some(&frame), ..*context };
        for (place, index) in modes.iter().enumerate() {
            let spec = program.modes.get(usize::from(*index)).and_then(|mode| mode.targets.first());
            let Some(spec) = spec else { return Ok(None) };
            let later = modes.get(place + 1..).unwrap_or_default();
            let mut offer = self.state.offer(spec, player, stack, &terms);
            offer.candidates.retain(|e| {
                let with = [taken.as_slice(), &[*e]].concat();
                !taken.contains(e) && self.state.have_different_players(program, later, &with, stack, &terms)
            });
            if !offer.is_open() {
                return Ok(None);
            }
            let choice = self.ask_for_targets(player, player, offer, spec, stack, &terms)?;
            taken.extend(choice.chosen.iter().copied());
            chosen.push(ChosenMode { mode: *index, targets: smallvec::smallvec![choice] });
        }
        Ok(Some(chosen))
    }

    /// Narrows what can be chosen for a phrase to what leaves targets for those after it.
    fn leave_to_others(
        &self,
        offer: &mut Offer,
        spec: &TargetSpec,
        rest: &[TargetSpec],
        stack: ObjectId,
        terms: &Context<'_>,
    ) {
        let Some(frame) = terms.frame else { return };
        let serving = self.state.serving(offer, rest, stack, terms, frame);
        if serving.all {
            return;
        }
        if offer.max > 1 {
            offer.limit = Some(PickLimit::Sets(serving.sets));
            return;
        }
        let none = serving.sets.iter().any(SmallVec::is_empty);
        offer.min = u32::from(!none);
        let kept = serving.sets.iter().flatten().filter_map(|i| offer.candidates.get(*i as usize).copied()).collect();
        offer.candidates = kept;
        offer.limit = spec.limit.as_ref().map(|l| self.state.pick_limit(l, &offer.candidates, terms));
    }

    /// Who chooses for a phrase: one of those to whom it is left who can.
    fn phrase_chooser(
        &mut self,
        player: PlayerId,
        spec: &TargetSpec,
        stack: ObjectId,
        terms: &Context<'_>,
    ) -> Res<PlayerId> {
        if spec.left_to().is_none() {
            return Ok(player);
        }
        let mut able = self.state.choosers(spec.left_to(), terms);
        let first = able.first().copied().unwrap_or(player);
        able.retain(|by| self.state.offer(spec, *by, stack, terms).is_open());
        if able.is_empty() {
            return Ok(first);
        }
        self.one_chooser(player, &able, stack)
    }

    /// Who makes a choice that a spell or ability leaves to another player: of several who could, its controller decides
    /// which of them does (601.6, 601.6a, 602.3, 602.3a).
    pub(super) fn chooser(
        &mut self,
        player: PlayerId,
        by: Option<&Who>,
        stack: ObjectId,
        context: &Context<'_>,
    ) -> Res<PlayerId> {
        let Some(who) = by else { return Ok(player) };
        let able = self.state.who(who, context);
        self.one_chooser(player, &able, stack)
    }

    fn one_chooser(&mut self, player: PlayerId, able: &[PlayerId], stack: ObjectId) -> Res<PlayerId> {
        if able.len() < 2 {
            return Ok(able.first().copied().unwrap_or(player));
        }
        let options = able.iter().map(|p| Choice::Player(*p)).collect();
        let ask = Decision::pick(player, Ask::Choose, rule!("601.6a"), Some(stack), options, 1, 1);
        Ok(match self.pick(ask)?.first() {
            Some(Choice::Player(chosen)) => *chosen,
            _ => player,
        })
    }

    /// How many targets can still be paid for, where their number changes the cost.
    fn affordable_number(
        &self,
        candidates: &[Entity],
        min: u32,
        max: u32,
        frame: &Frame,
        affordable: Affordable<'_>,
    ) -> u32 {
        let max = max.min(candidates.len() as u32);
        let mut targets = frame.targets.clone();
        targets.push(TargetChoice::default());
        let mut able = |n: u32| {
            if let Some(last) = targets.last_mut() {
                last.chosen = candidates.iter().take(n as usize).copied().collect();
            }
            affordable(&self.state, &targets)
        };
        if able(max) {
            return max;
        }
        (min..max).rev().find(|n| able(*n)).unwrap_or(min)
    }

    /// 601.2d
    fn divide_among(
        &mut self,
        player: PlayerId,
        chosen: &[Entity],
        total: u32,
        stack: ObjectId,
    ) -> Res<SmallVec<[u32; 2]>> {
        let among: Vec<Choice> = chosen.iter().map(|e| Choice::from(*e)).collect();
        let least = vec![1; among.len()];
        let domain = Domain::Divide { among, total, least, needs: Vec::new() };
        let decision =
            Decision { player, ask: Ask::Divide, rule: rule!("601.2d"), source: Some(stack), domain, about: None };
        Ok(self.divide(decision)?.into_iter().collect())
    }
}

/// The order in which target phrases are chosen for, if it is not that of the text: the controller's before other players',
/// as long as none depends on another (601.6b, 602.3b).
fn controller_first(specs: &[TargetSpec]) -> Option<Vec<usize>> {
    let others = specs.iter().position(|s| s.left_to().is_some())?;
    if specs.iter().skip(others).all(|s| s.left_to().is_some()) {
        return None;
    }
    let dependent = |spec: &TargetSpec| (0..specs.len()).any(|n| mentions(spec, n as u8));
    if specs.iter().any(dependent) {
        return None;
    }
    let mut order: Vec<usize> = (0..specs.len()).collect();
    order.sort_by_key(|i| specs.get(*i).is_some_and(|s| s.left_to().is_some()));
    Some(order)
}
