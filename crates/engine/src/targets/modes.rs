//! Choosing modes (601.2b, 700.2).

use lawmage_ir::{FreshSince, Modal, Mode, Program, rule};
use smallvec::SmallVec;

use super::legal_x::mode_asks_x;
use crate::pay::flow::assign;
use crate::read::context::{Context, widest_frame};
use crate::state::State;
use crate::state::chars::AbilityKey;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::stack::StackKind;
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

/// Modes by index, in printed order.
pub type Modes = SmallVec<[u8; 2]>;

impl State {
    /// The modes of a program that could be chosen (700.2a), some X up to that still to be announced: their targets exist for
    /// one of its values.
    fn open_modes_up_to(&self, most_x: u32, program: &Program, stack: ObjectId, you: PlayerId) -> Modes {
        let open = |m: &Mode| {
            let at = |x: u32| self.mode_has_targets(m, stack, &Context::with(stack, you, &widest_frame(x)));
            if mode_asks_x(m) { (0..=most_x).rev().any(at) } else { at(most_x) }
        };
        program.modes.iter().zip(0..).filter(|(m, _)| open(m)).map(|(_, n)| n).collect()
    }

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

    /// The source of an ability on the stack, which of its abilities that is, and the modes chosen for it before.
    fn used_modes(&self, stack: ObjectId, since: FreshSince) -> Option<(ObjectId, AbilityKey, Modes)> {
        let item = self.get(stack)?.stack.as_deref()?;
        let key = match &item.kind {
            StackKind::Activated { key, .. } | StackKind::Triggered { key: Some(key), .. } => *key,
            _ => return None,
        };
        Some((item.source, key, self.modes_chosen_before(item.source, key, since)?))
    }

    /// The modes chosen since then for an ability of an object.
    pub(crate) fn modes_chosen_before(&self, source: ObjectId, key: AbilityKey, since: FreshSince) -> Option<Modes> {
        let counts = |turn: u32| since == FreshSince::Ever || turn == self.turn.number;
        let memory = self.get(source)?.memory.as_deref();
        let used = memory
            .into_iter()
            .flat_map(|m| &m.modes)
            .filter(|(k, _, turn)| *k == key && counts(*turn))
            .map(|(_, mode, _)| *mode);
        Some(used.collect())
    }

    /// How many modes are chosen: the least and the greatest number.
    pub(crate) fn mode_range(&self, modal: &Modal, context: &Context<'_>) -> (u32, u32) {
        match &modal.instead {
            Some(other) if self.holds(&other.condition, context) => {
                (self.count(&other.min, context), self.count(&other.max, context))
            }
            _ => (self.count(&modal.min, context), self.count(&modal.max, context)),
        }
    }

    /// Whether each of those modes can have a player of its own as its target, none of whom is taken.
    pub(super) fn have_different_players(
        &self,
        program: &Program,
        modes: &[u8],
        taken: &[Entity],
        stack: ObjectId,
        terms: &Context<'_>,
    ) -> bool {
        let phrase = |mode: &u8| program.modes.get(usize::from(*mode)).and_then(|m| m.targets.first());
        let offers = modes.iter().filter_map(phrase).map(|spec| self.offer(spec, terms.you, stack, terms).candidates);
        let offers: Vec<Vec<Entity>> = offers.collect();
        let players: Vec<Entity> = self.apnap().map(Entity::Player).filter(|e| !taken.contains(e)).collect();
        let fits = |player: usize, mode: usize| offers[mode].contains(&players[player]);
        offers.len() == modes.len() && assign(players.len(), offers.len(), fits).is_some()
    }

    /// Whether the modes and targets of a program can be chosen at all.
    #[must_use]
    pub fn has_legal_choices(&self, program: &Program, stack: ObjectId, context: &Context<'_>) -> bool {
        self.has_legal_choices_but(program, &[], stack, context)
    }

    /// The same where some modes can't be chosen again.
    pub(crate) fn has_legal_choices_but(
        &self,
        program: &Program,
        spent: &[u8],
        stack: ObjectId,
        context: &Context<'_>,
    ) -> bool {
        match &program.modal {
            None => program.modes.iter().all(|m| self.mode_has_targets(m, stack, context)),
            Some(modal) => {
                let least = self.mode_range(modal, context).0 as usize;
                let open = self.open_modes(program, stack, context).filter(|m| !spent.contains(m));
                let open = open.take(least.max(1)).count();
                least == 0 || open >= least || (modal.repeats && open > 0)
            }
        }
    }
}

impl Game<'_> {
    /// Chooses modes. `None`: not enough can be chosen. `most_x`: the greatest X, where X is still to be announced.
    pub(crate) fn choose_modes(
        &mut self,
        player: PlayerId,
        program: &Program,
        stack: ObjectId,
        context: &Context<'_>,
        most_x: Option<u32>,
        affordable: &dyn Fn(&State, &[u8]) -> bool,
    ) -> Res<Option<Modes>> {
        let Some(modal) = &program.modal else {
            // Whether they have targets is seen as those are chosen, when X is known.
            return Ok(Some((0..program.modes.len() as u8).collect()));
        };
        let by = self.chooser(player, modal.by.as_ref(), stack, context)?;
        let (min, max) = self.state.mode_range(modal, context);
        let used = modal.fresh.and_then(|since| self.state.used_modes(stack, since));
        let spent = |m: &u8| used.as_ref().is_some_and(|(.., modes)| modes.contains(m));
        let mut open: Modes = match most_x {
            Some(most) => self.state.open_modes_up_to(most, program, stack, context.you),
            None => self.state.open_modes(program, stack, context).collect(),
        };
        open.retain(|m| affordable(&self.state, &[*m]) && !spent(m));
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
        let priced = program.modes.iter().any(|m| m.cost.is_some())
            || self.state.chars(stack).has(lawmage_ir::Keyword::Escalate);
        let mut chosen = Modes::new();
        if modal.repeats || priced || modal.different_players || !modal.pawprints.is_empty() {
            // 700.2d, 700.2h, 700.2a: one at a time, each still affordable, and with a target, with those before.
            while modal.worth(&chosen) < max {
                let free = |m: &u8| {
                    let mut all = chosen.clone();
                    all.push(*m);
                    (modal.repeats || !chosen.contains(m))
                        && modal.worth(&all) <= max // 700.2i
                        && (!modal.different_players
                            || self.state.have_different_players(program, &all, &[], stack, context))
                        && affordable(&self.state, &all)
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
        let turn = self.state.turn.number;
        if let Some((source, key, _)) = used
            && let Some(object) = self.state.get_mut(source)
        {
            let memory = object.memory.get_or_insert_with(Box::<crate::state::object::Memory>::default);
            memory.modes.extend(chosen.iter().map(|m| (key, *m, turn)));
        }
        Ok(Some(chosen))
    }
}
