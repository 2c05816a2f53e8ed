//! Changing targets and choosing new ones (115.7).

use std::sync::Arc;

use lawmage_ir::rule;
use smallvec::SmallVec;

use crate::context::Context;
use crate::decision::{Ask, Choice, Decision};
use crate::game::{Game, Res};
use crate::ids::{Entity, ObjectId, PlayerId};
use crate::object::Frame;

impl Game<'_> {
    /// Has a player choose new targets, which are judged as a whole (115.7e), as chosen modes (115.8) and divisions (115.7f) are kept, for an object on the stack (115.7d, 707.10c), or with `must` change all of its
    /// targets (115.7a).
    ///
    /// # Errors
    /// The table's halt.
    pub fn choose_new_targets(&mut self, player: PlayerId, stack: ObjectId, must: bool) -> Res<()> {
        let Some(item) = self.state.get(stack).and_then(|o| o.stack.as_deref()) else { return Ok(()) };
        let Some(program) = item.program.clone() else { return Ok(()) };
        let mut modes = item.modes.clone();
        let mut frame = item.frame.as_deref().cloned().unwrap_or_else(Frame::default);
        frame.event = item.event.clone().or(frame.event);
        frame.facts = Arc::clone(&item.facts);
        let (source, controller) = (item.source, self.state.controller(stack));
        let mut fresh: SmallVec<[Entity; 4]> = SmallVec::new();
        let mut all_changed = true;
        for chosen in &mut modes {
            let Some(mode) = program.modes.get(usize::from(chosen.mode)) else { continue };
            for (number, spec) in mode.targets.iter().enumerate() {
                let count = chosen.targets.get(number).map_or(0, |t| t.chosen.len());
                for place in 0..count {
                    frame.targets = chosen.targets.clone();
                    let context = Context::with(source, controller, &frame);
                    let Some(phrase) = chosen.targets.get_mut(number) else { continue };
                    let Some(old) = phrase.chosen.get(place).copied() else { continue };
                    // 115.3: once for each instance of the word.
                    let mut options = self.state.target_candidates(spec, stack, &context);
                    options.retain(|e| !phrase.chosen.contains(e));
                    if must {
                        all_changed &= !options.is_empty();
                    } else {
                        // 115.7d: it may be left unchanged, even if it is illegal.
                        options.insert(0, old);
                    }
                    let options: Vec<Choice> = options.into_iter().map(Choice::from).collect();
                    if options.is_empty() {
                        continue;
                    }
                    let ask = Decision::pick(player, Ask::NewTargets, rule!("115.7"), Some(stack), options, 1, 1);
                    let picked = self.pick(ask)?.first().and_then(Choice::entity);
                    if let (Some(new), Some(slot)) = (picked, phrase.chosen.get_mut(place))
                        && new != old
                    {
                        *slot = new;
                        fresh.push(new);
                    }
                }
            }
        }
        // 115.7a: all change or none does.
        if must && !all_changed {
            return Ok(());
        }
        if let Some(item) = self.state.get_mut(stack).and_then(|o| o.stack.as_mut()) {
            item.modes = modes;
        }
        self.record_targets(stack, &fresh, rule!("115.7"));
        Ok(())
    }
}
