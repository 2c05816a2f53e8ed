//! Changing targets and choosing new ones (115.7).

use std::sync::Arc;

use lawmage_ir::{Filter, Retarget, rule};
use smallvec::SmallVec;

use crate::context::Context;
use crate::decision::{Ask, Choice, Decision};
use crate::game::{Game, Res};
use crate::ids::{Entity, ObjectId, PlayerId};
use crate::object::{ChosenMode, Frame};

/// What a new target has to be besides legal, and in whose terms.
pub(crate) type Wanted<'a> = Option<(&'a Filter, &'a Context<'a>)>;

/// One of the targets chosen for something on the stack: the place of its mode, its phrase, its place in the phrase.
#[derive(Clone, Copy)]
struct Place(usize, usize, usize);

impl Place {
    fn target(self, modes: &mut [ChosenMode]) -> Option<&mut Entity> {
        modes.get_mut(self.0)?.targets.get_mut(self.1)?.chosen.get_mut(self.2)
    }
}

impl Game<'_> {
    /// Has a player change targets of, or choose new targets for, an object on the stack (115.7, 707.10c), as many as `how`
    /// says. They are judged as a whole (115.7e), and chosen modes (115.8) and divisions (115.7f) are kept.
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
        let mut modes = item.modes.clone();
        let mut fresh: SmallVec<[Entity; 4]> = SmallVec::new();
        let mut places = places(&modes);
        if how == Retarget::One {
            places = self.one_place(player, stack, &modes, places, wanted)?;
        }
        for place in places {
            let Some(old) = place.target(&mut modes).copied() else { continue };
            let mut options = self.other_targets(stack, &modes, place, wanted);
            match how {
                // 115.7a: all change or none does.
                Retarget::All if options.is_empty() => return Ok(()),
                Retarget::All | Retarget::One => {}
                // 115.7c-d: it may be left unchanged, even if it is illegal.
                Retarget::Any | Retarget::New => options.insert(0, old),
            }
            let options: Vec<Choice> = options.into_iter().map(Choice::from).collect();
            if options.is_empty() {
                continue;
            }
            let ask = Decision::pick(player, Ask::NewTargets, rule!("115.7"), Some(stack), options, 1, 1);
            let picked = self.pick(ask)?.first().and_then(Choice::entity);
            if let (Some(new), Some(slot)) = (picked, place.target(&mut modes))
                && new != old
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
    fn one_place(
        &mut self,
        player: PlayerId,
        stack: ObjectId,
        modes: &[ChosenMode],
        mut places: Vec<Place>,
        wanted: Wanted<'_>,
    ) -> Res<Vec<Place>> {
        places.retain(|place| !self.other_targets(stack, modes, *place, wanted).is_empty());
        if places.len() < 2 {
            return Ok(places);
        }
        let mut modes = modes.to_vec();
        let targets = places.iter().filter_map(|p| p.target(&mut modes).copied()).map(Choice::from).collect();
        let ask = Decision::pick(player, Ask::NewTargets, rule!("115.7b"), Some(stack), targets, 1, 1);
        let picked = self.pick(ask)?.first().and_then(Choice::entity);
        places.retain(|p| p.target(&mut modes).copied() == picked);
        places.truncate(1);
        Ok(places)
    }

    /// What a target could be changed to (115.7a): another legal target, once for each instance of the word (115.3).
    fn other_targets(&self, stack: ObjectId, modes: &[ChosenMode], place: Place, wanted: Wanted<'_>) -> Vec<Entity> {
        let Some(item) = self.state.get(stack).and_then(|o| o.stack.as_deref()) else { return Vec::new() };
        let Some(chosen) = modes.get(place.0) else { return Vec::new() };
        let mode = item.program.as_ref().and_then(|p| p.modes.get(usize::from(chosen.mode)));
        let (Some(spec), Some(phrase)) = (mode.and_then(|m| m.targets.get(place.1)), chosen.targets.get(place.1))
        else {
            return Vec::new();
        };
        let mut frame = item.frame.as_deref().cloned().unwrap_or_else(Frame::default);
        frame.event = item.event.clone().or(frame.event);
        frame.facts = Arc::clone(&item.facts);
        frame.targets = chosen.targets.clone();
        let context = Context::with(item.source, self.state.controller(stack), &frame);
        let mut options = self.state.target_candidates(spec, stack, &context);
        options.retain(|e| {
            !phrase.chosen.contains(e) && wanted.is_none_or(|(filter, of)| self.state.fits(*e, filter, of))
        });
        options
    }
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
