//! Choosing modes (601.2b, 700.2).

use lawmage_ir::{Program, rule};
use smallvec::SmallVec;

use crate::context::Context;
use crate::decision::{Ask, Choice, Decision};
use crate::game::{Game, Res};
use crate::ids::{ObjectId, PlayerId};
use crate::state::State;

/// Modes by index, in printed order.
pub type Modes = SmallVec<[u8; 2]>;

impl State {
    /// The modes of a program that could be chosen: their targets exist (700.2a).
    pub(crate) fn open_modes<'a>(
        &'a self,
        program: &'a Program,
        stack: ObjectId,
        context: &'a Context<'_>,
    ) -> impl Iterator<Item = u8> + 'a {
        let modes = program.modes.iter().enumerate();
        modes.filter(move |(_, m)| self.mode_has_targets(m, stack, context)).map(|(i, _)| i as u8)
    }

    /// Whether the modes and targets of a program can be chosen at all.
    #[must_use]
    pub fn has_legal_choices(&self, program: &Program, stack: ObjectId, context: &Context<'_>) -> bool {
        match &program.modal {
            None => program.modes.iter().all(|m| self.mode_has_targets(m, stack, context)),
            Some(modal) => {
                let least = self.count(&modal.min, context) as usize;
                let open = self.open_modes(program, stack, context).take(least.max(1)).count();
                least == 0 || open >= least || (modal.repeats && open > 0)
            }
        }
    }
}

impl Game<'_> {
    /// Chooses modes. `None`: not enough can be chosen.
    pub(crate) fn choose_modes(
        &mut self,
        player: PlayerId,
        program: &Program,
        stack: ObjectId,
        context: &Context<'_>,
        affordable: &dyn Fn(&State, &[u8]) -> bool,
    ) -> Res<Option<Modes>> {
        let Some(modal) = &program.modal else {
            let legal = self.state.has_legal_choices(program, stack, context);
            return Ok(legal.then(|| (0..program.modes.len() as u8).collect()));
        };
        let by = modal.by.as_ref().and_then(|w| self.state.who(w, context).first().copied()).unwrap_or(player);
        let min = self.state.count(&modal.min, context);
        let max = self.state.count(&modal.max, context);
        let open: Modes =
            self.state.open_modes(program, stack, context).filter(|m| affordable(&self.state, &[*m])).collect();
        if open.len() < min as usize && (!modal.repeats || open.is_empty()) {
            return Ok(None);
        }
        if modal.random {
            let mut shuffled: Vec<u8> = open.to_vec();
            self.state.rng.shuffle(&mut shuffled);
            shuffled.truncate(max as usize);
            shuffled.sort_unstable();
            return Ok(Some(shuffled.into_iter().collect()));
        }
        let priced = program.modes.iter().any(|m| m.cost.is_some());
        let mut chosen = Modes::new();
        if modal.repeats || priced {
            // 700.2d, 700.2h: one at a time, each still affordable with those before.
            while (chosen.len() as u32) < max {
                let free = |m: &u8| {
                    let mut all = chosen.clone();
                    all.push(*m);
                    (modal.repeats || !chosen.contains(m)) && affordable(&self.state, &all)
                };
                let mut options: Vec<Choice> = open.iter().copied().filter(free).map(Choice::Mode).collect();
                if options.is_empty() {
                    break;
                }
                if chosen.len() as u32 >= min {
                    options.push(Choice::No);
                }
                let ask = Decision::pick(by, Ask::Modes, rule!("700.2d"), Some(stack), options, 1, 1);
                let Some(Choice::Mode(mode)) = self.pick(ask)?.first().cloned() else { break };
                chosen.push(mode);
            }
        } else {
            let options = open.iter().map(|m| Choice::Mode(*m)).collect();
            let ask = Decision::pick(by, Ask::Modes, rule!("601.2b"), Some(stack), options, min, max);
            let picked = self.pick(ask)?;
            chosen.extend(picked.iter().filter_map(|c| if let Choice::Mode(m) = c { Some(*m) } else { None }));
        }
        if (chosen.len() as u32) < min {
            return Ok(None);
        }
        // 700.2: they are followed in printed order.
        chosen.sort_unstable();
        Ok(Some(chosen))
    }
}
