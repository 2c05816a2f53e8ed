//! Changing targets and choosing new ones (115.7).

use std::sync::Arc;

use lawmage_ir::{Filter, Retarget, TargetSpec, rule};
use smallvec::SmallVec;

use crate::read::context::Context;
use crate::state::State;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::stack::{ChosenMode, Frame, StackItem};
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

/// What a new target has to be besides legal, and in whose terms.
pub(crate) type Wanted<'a> = Option<(&'a Filter, &'a Context<'a>)>;

/// Ways to choose the rest that are tried; beyond, nothing more can be changed.
const MOST_WAYS: u32 = 4_096;

/// One of the targets chosen for something on the stack: the place of its mode, its phrase, its place in the phrase.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place(usize, usize, usize);

impl Place {
    fn target(self, modes: &mut [ChosenMode]) -> Option<&mut Entity> {
        modes.get_mut(self.0)?.targets.get_mut(self.1)?.chosen.get_mut(self.2)
    }

    fn has(self, modes: &[ChosenMode]) -> Option<Entity> {
        modes.get(self.0)?.targets.get(self.1)?.chosen.get(self.2).copied()
    }
}

/// A change of targets: on what, by whom, how, and from which targets.
struct Change<'a> {
    stack: ObjectId,
    player: PlayerId,
    how: Retarget,
    wanted: Wanted<'a>,
    before: &'a [ChosenMode],
}

impl Game<'_> {
    /// Has a player change targets of, or choose new targets for, an object on the stack (115.7, 707.10c), as many as `how`
    /// says. They are judged as a whole (115.7e), and chosen modes (115.8, 700.2f) and divisions (115.7f) are kept.
    ///
    /// # Errors
    /// The table's halt.
    pub(crate) fn choose_new_targets(
        &mut self,
        player: PlayerId,
        stack: ObjectId,
        how: Retarget,
        wanted: Wanted<'_>,
    ) -> Res<()> {
        let Some(item) = self.state.get(stack).and_then(|o| o.stack.as_deref()) else { return Ok(()) };
        let before = item.modes.clone();
        let change = Change { stack, player, how, wanted, before: &before };
        let mut modes = before.clone();
        let mut fresh: SmallVec<[Entity; 4]> = SmallVec::new();
        let mut places = places(&before);
        if how == Retarget::One {
            places = self.one_place(&change, places)?;
        }
        for (number, place) in places.iter().enumerate() {
            let later = places.get(number + 1..).unwrap_or_default();
            // 115.7a: all change or none does. 115.7e: only the set at the end is judged.
            let options = self.state.targets_that_serve(&change, &mut modes, *place, later);
            if options.is_empty() {
                return Ok(());
            }
            let options = options.into_iter().map(Choice::from).collect();
            let ask = Decision::pick(player, Ask::NewTargets, rule!("115.7"), Some(stack), options, 1, 1);
            let picked = self.pick(ask)?.first().and_then(Choice::entity);
            if let (Some(new), Some(slot)) = (picked, place.target(&mut modes))
                && new != *slot
            {
                *slot = new;
                fresh.push(new);
            }
        }
        if let Some(item) = self.state.get_mut(stack).and_then(|o| o.stack.as_mut()) {
            item.modes = modes;
        }
        self.record_targets(stack, &fresh, rule!("115.7"));
        Ok(())
    }

    /// 115.7b: which one of the targets that can be changed is.
    fn one_place(&mut self, change: &Change<'_>, mut places: Vec<Place>) -> Res<Vec<Place>> {
        let mut modes = change.before.to_vec();
        places.retain(|place| !self.state.targets_that_serve(change, &mut modes, *place, &[]).is_empty());
        if places.len() < 2 {
            return Ok(places);
        }
        let targets = places.iter().filter_map(|p| p.has(&modes)).map(Choice::from).collect();
        let rule = rule!("115.7b");
        let ask = Decision::pick(change.player, Ask::NewTargets, rule, Some(change.stack), targets, 1, 1);
        let picked = self.pick(ask)?.first().and_then(Choice::entity);
        places.retain(|p| p.has(&modes) == picked);
        places.truncate(1);
        Ok(places)
    }
}

impl State {
    /// What a target can be changed to, or left as, such that all can be legal at the end.
    fn targets_that_serve(
        &self,
        change: &Change<'_>,
        modes: &mut [ChosenMode],
        place: Place,
        later: &[Place],
    ) -> Vec<Entity> {
        let Some(old) = place.has(modes) else { return Vec::new() };
        let mut ways = MOST_WAYS;
        let mut options = self.other_targets(change, modes, place, later);
        options.retain(|option| self.serves(change, modes, (place, *option), later, &mut ways));
        if let Some(slot) = place.target(modes) {
            *slot = old;
        }
        options
    }

    /// Whether the rest can be chosen after one has changed to that.
    fn serves(
        &self,
        change: &Change<'_>,
        modes: &mut [ChosenMode],
        (place, option): (Place, Entity),
        later: &[Place],
        ways: &mut u32,
    ) -> bool {
        let Some(slot) = place.target(modes) else { return false };
        let old = std::mem::replace(slot, option);
        let found = match later.split_first() {
            None => self.is_legal_whole(change, modes),
            Some((next, later)) => {
                let options = self.other_targets(change, modes, *next, later);
                options.into_iter().any(|option| {
                    *ways = ways.saturating_sub(1);
                    *ways > 0 && self.serves(change, modes, (*next, option), later, ways)
                })
            }
        };
        if let Some(slot) = place.target(modes) {
            *slot = old;
        }
        found
    }

    /// What a target could be changed to (115.7a): another legal target, once for each instance of the word (115.3); and
    /// first, where it may be left unchanged, what it is. `later` are still to be chosen.
    fn other_targets(&self, change: &Change<'_>, modes: &[ChosenMode], place: Place, later: &[Place]) -> Vec<Entity> {
        let (Some(spec), Some(old)) = (self.phrase_of(change, modes, place), place.has(change.before)) else {
            return Vec::new();
        };
        let settled = |e: &Entity| {
            let others = places(modes).into_iter().filter(|p| p.0 == place.0 && p.1 == place.1 && *p != place);
            others.filter(|p| !later.contains(p)).any(|p| p.has(modes) == Some(*e))
        };
        let mut options = self
            .in_terms_of(change, modes, place, |context| self.target_candidates(&spec, change.stack, context))
            .unwrap_or_default();
        options.retain(|e| {
            *e != old
                && self.reaches_entity(change.player, *e) // 801.5a
                && change.wanted.is_none_or(|(filter, of)| self.fits(*e, filter, of))
        });
        // 115.7c-d: it may be left unchanged, even if it is illegal.
        if matches!(change.how, Retarget::Any | Retarget::New) {
            options.insert(0, old);
        }
        options.retain(|e| !settled(e));
        options
    }

    /// Whether the targets at the end are right together: limits are kept, and none that is unchanged has become illegal
    /// (115.7d-e).
    fn is_legal_whole(&self, change: &Change<'_>, modes: &[ChosenMode]) -> bool {
        if modes != change.before && !self.has_different_players(change.stack, modes) {
            return false;
        }
        for (index, (mode, old)) in modes.iter().zip(change.before).enumerate() {
            if mode == old {
                continue;
            }
            for (number, (phrase, before)) in mode.targets.iter().zip(&old.targets).enumerate() {
                let Some(spec) = self.phrase_of(change, modes, Place(index, number, 0)) else { continue };
                let terms = |of: &[ChosenMode], judge: &dyn Fn(&Context<'_>) -> bool| {
                    self.in_terms_of(change, of, Place(index, number, 0), judge).unwrap_or(true)
                };
                let all: SmallVec<[u32; 4]> = (0..phrase.chosen.len() as u32).collect();
                let within = |context: &Context<'_>| {
                    let limit = spec.limit.as_ref().map(|l| self.pick_limit(l, &phrase.chosen, context));
                    limit.is_none_or(|l| l.check(&all).is_ok())
                };
                if phrase != before && !terms(modes, &within) {
                    return false;
                }
                let mut unchanged = phrase.chosen.iter().zip(&before.chosen).filter(|(new, old)| new == old);
                let harmed = |target: Entity| {
                    let legal = |context: &Context<'_>| self.is_legal_target(target, &spec, change.stack, context);
                    terms(change.before, &legal) && !terms(modes, &legal)
                };
                if mode.targets.len() > 1 && unchanged.any(|(target, _)| harmed(*target)) {
                    return false;
                }
            }
        }
        true
    }

    /// Whether each mode has a player of its own as its target, where it must.
    fn has_different_players(&self, stack: ObjectId, modes: &[ChosenMode]) -> bool {
        let item = self.get(stack).and_then(|o| o.stack.as_deref());
        let modal = item.and_then(|item| item.program.as_ref()?.modal.as_ref());
        let mut seen: SmallVec<[Entity; 4]> = SmallVec::new();
        let targets = modes.iter().flat_map(|mode| &mode.targets).flat_map(|phrase| &phrase.chosen);
        !modal.is_some_and(|modal| modal.different_players)
            || targets.copied().all(|target| {
                let new = !seen.contains(&target);
                seen.push(target);
                new
            })
    }

    /// 707.10d: whether that is a legal target for each instance of the word "target" that something on the stack has.
    pub(crate) fn could_target(&self, stack: ObjectId, player: PlayerId, target: Entity) -> bool {
        let Some(item) = self.get(stack).and_then(|o| o.stack.as_deref()) else { return false };
        let before = item.modes.clone();
        let change = Change { stack, player, how: Retarget::All, wanted: None, before: &before };
        let places = places(&before);
        let mut modes = before.clone();
        aim(&mut modes, target);
        // 115.3: the same thing only once for each instance.
        let once = |place: &Place| places.iter().filter(|p| p.0 == place.0 && p.1 == place.1).count() == 1;
        let legal = |place: &Place| {
            let Some(spec) = self.phrase_of(&change, &modes, *place) else { return false };
            let legal = |context: &Context<'_>| self.is_legal_target(target, &spec, stack, context);
            self.in_terms_of(&change, &modes, *place, legal).unwrap_or(false)
        };
        self.has_different_players(stack, &modes)
            && !places.is_empty()
            && self.reaches_entity(player, target)
            && places.iter().all(|p| once(p) && legal(p))
    }

    /// Makes that the target of each instance of the word "target" that something on the stack has.
    pub(crate) fn aim_all(&mut self, stack: ObjectId, target: Entity) {
        if let Some(item) = self.get_mut(stack).and_then(|o| o.stack.as_mut()) {
            aim(&mut item.modes, target);
        }
    }

    /// The phrase that a place belongs to.
    fn phrase_of(&self, change: &Change<'_>, modes: &[ChosenMode], place: Place) -> Option<TargetSpec> {
        let program = self.item_of(change)?.program.as_ref()?;
        let mode = program.modes.get(usize::from(modes.get(place.0)?.mode))?;
        mode.targets.get(place.1).cloned()
    }

    fn item_of(&self, change: &Change<'_>) -> Option<&StackItem> {
        self.get(change.stack)?.stack.as_deref()
    }

    /// Looks at something in the terms of the object on the stack, with the targets that a mode has: at one of its phrases, which
    /// whoever chose its targets before has chosen still.
    fn in_terms_of<T>(
        &self,
        change: &Change<'_>,
        modes: &[ChosenMode],
        place: Place,
        look: impl FnOnce(&Context<'_>) -> T,
    ) -> Option<T> {
        let item = self.item_of(change)?;
        let mut frame = item.frame.as_deref().cloned().unwrap_or_else(Frame::default);
        frame.event = item.event.clone().or(frame.event);
        frame.facts = Arc::clone(&item.facts);
        frame.targets = modes.get(place.0)?.targets.clone();
        let chooser = frame.targets.get(place.1).and_then(|choice| choice.by);
        let context = Context::with(item.source, self.controller(change.stack), &frame);
        Some(look(&Context { chooser, ..context }))
    }
}

fn aim(modes: &mut [ChosenMode], at: Entity) {
    let phrases = modes.iter_mut().flat_map(|mode| &mut mode.targets);
    phrases.flat_map(|phrase| &mut phrase.chosen).for_each(|target| *target = at);
}

fn places(modes: &[ChosenMode]) -> Vec<Place> {
    let mut all = Vec::new();
    for (mode, chosen) in modes.iter().enumerate() {
        for (phrase, targets) in chosen.targets.iter().enumerate() {
            all.extend((0..targets.chosen.len()).map(|place| Place(mode, phrase, place)));
        }
    }
    all
}
