//! What triggered mana abilities add and what replacement effects make of mana, told in advance (605.1b, 605.4a, 106.6a).

use std::sync::Arc;

use lawmage_ir::{Ability, Clause, Continuous, Instead, Instruction, ManaType, rule};
use smallvec::SmallVec;

use super::source::{Make, Tapping, Way, types_of};
use crate::read::context::Context;
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::mana::all_of;
use crate::state::occurrence::Occurrence;
use crate::state::proposal::Proposal;
use crate::state::waiting::Pending;
use crate::table::payment::{Bundle, Mask, SNOW, TYPES};

/// How many ways a free choice of several mana is told apart into; beyond, all of one type.
const MOST_WAYS: usize = 64;

impl State {
    /// Whether something may add to or change the mana that permanents are tapped for.
    pub(super) fn alters_mana(&self) -> bool {
        let has = |id: ObjectId| {
            let chars = self.chars(id);
            chars.marks.triggers
                && chars.abilities.iter().any(|on| matches!(&*on.ability, Ability::Triggered(t) if t.mana))
        };
        self.permanents().any(has)
            || self.command.iter().any(|id| has(*id))
            || self.delayed.iter().any(|d| d.ability.mana)
            || self.replaces_mana()
    }

    /// How an ability with {T} turns out where triggered abilities or replacement effects have a say; `None` where
    /// they have none. Ways of which nothing can be told in advance are left out.
    pub(super) fn altered(&self, player: PlayerId, id: ObjectId, tapping: &Tapping) -> Option<Vec<Way>> {
        let mut ways = Vec::new();
        let mut differs = false;
        for told in bundles(&tapping.make) {
            let Some(made) = self.replaced(player, id, told) else {
                differs = true;
                continue;
            };
            let more = self.added(player, id, made);
            differs |= made != told || !more.is_empty();
            let own = made.iter().enumerate().flat_map(|(i, n)| std::iter::repeat_n(1 << i, usize::from(*n))).collect();
            ways.push(Way { told: Some(told), own, more });
        }
        differs.then_some(ways)
    }

    /// What replacement effects make of mana that a permanent is tapped for: more of it. `None`: that can't be told.
    fn replaced(&self, player: PlayerId, source: ObjectId, told: Bundle) -> Option<Bundle> {
        let mut made = told;
        // In which order several apply is its player's choice (616.1): what comes of it is told where that doesn't matter.
        let (mut typed, mut more) = (None, false);
        for effect in &self.rules().replacements {
            let Some(Continuous::Replace(replacement)) = effect.what() else { continue };
            let proposal = Proposal::AddMana { player, source, mana: made, rider: None, tapped: true };
            if !self.would_replace(replacement, &proposal, rule!("106.6a"), &effect.context()) {
                continue;
            }
            if replacement.optional.is_some() || replacement.once {
                return None;
            }
            let amount = match &replacement.instead {
                Instead::Number(amount) => amount,
                Instead::Mana(kind, one) => {
                    if typed.replace((*kind, *one)).is_some_and(|other| other != (*kind, *one)) {
                        return None;
                    }
                    made = all_of(made, *kind, *one);
                    continue;
                }
                _ => return None,
            };
            more = true;
            let happened = Occurrence::new(proposal.as_event(self), rule!("106.6a"), u32::MAX);
            let context = effect.context();
            let mut frame = context.frame.cloned().unwrap_or_default();
            frame.event = Some(Arc::new(happened));
            let number = self.count(amount, &Context { frame: Some(&frame), ..context });
            let total: u32 = made.iter().map(|n| u32::from(*n)).sum();
            let times = u16::try_from(number.checked_div(total).unwrap_or(1)).unwrap_or(u16::MAX);
            made = made.map(|n| n.saturating_mul(times).min(250));
        }
        let in_doubt = more && typed.is_some_and(|(_, one)| one);
        (!in_doubt).then_some(made)
    }

    /// One mask for each mana that triggered mana abilities certainly add for a player who taps a permanent for that mana.
    fn added(&self, player: PlayerId, object: ObjectId, made: Bundle) -> SmallVec<[Mask; 2]> {
        let mut more = SmallVec::new();
        let tapped = self.would_trigger(Event::TappedForMana { object, by: player, made });
        let added = self.would_trigger(Event::ManaAdded { player, source: object, made });
        for (pending, times) in tapped.into_iter().chain(added) {
            // What triggers a number of times only is not counted on: another source may have used it up.
            let once =
                self.delayed.iter().any(|d| d.once && pending.frame.as_ref().is_some_and(|f| Arc::ptr_eq(f, &d.frame)));
            if !pending.ability.mana || pending.ability.per_turn.is_some() || pending.ability.do_once || once {
                continue;
            }
            let mut masks = SmallVec::<[Mask; 2]>::new();
            if let Some(mode) = pending.ability.program.modes.first() {
                self.added_by(player, &mode.clauses, &pending, &mut masks);
            }
            for _ in 0..times {
                more.extend(masks.iter().copied());
            }
        }
        more
    }

    fn added_by(&self, player: PlayerId, clauses: &[Clause], pending: &Pending, masks: &mut SmallVec<[Mask; 2]>) {
        let mut frame = pending.frame.as_deref().cloned().unwrap_or_default();
        frame.event.clone_from(&pending.event);
        let context = Context::with(pending.source, pending.controller, &frame);
        let snow = self.seen(pending.source).is_some_and(|s| s.chars.has_supertype(lawmage_ir::Supertype::Snow));
        let mark = if snow { SNOW } else { 0 };
        for clause in clauses {
            match &clause.does {
                Instruction::AddMana { who, mana, times, rider: None }
                    if self.players_in_order(who, &context).contains(&player) =>
                {
                    let options = self.mana_options(mana, &context);
                    let times = self.count(times, &context).min(250) as usize;
                    let all = options.iter().flatten().fold(0, |m: Mask, t: &ManaType| m | 1 << t.index());
                    let combined = matches!(mana, lawmage_ir::ManaYield::AnyColor { combination: true, .. });
                    if let lawmage_ir::ManaYield::AnyColor { count, combination: true, .. } = mana {
                        let count = self.count(count, &context).min(250) as usize;
                        masks.extend(std::iter::repeat_n(all & TYPES | mark, count * times));
                    } else if let [only] = options.as_slice() {
                        let each = only.iter().map(|t| 1 << t.index() | mark);
                        masks.extend(each.cycle().take(only.len() * times));
                    } else if !combined && !options.is_empty() {
                        // One free choice is a mana of any of the types; several at once are counted as generic mana.
                        let least = options.iter().map(SmallVec::len).min().unwrap_or(0) * times;
                        let mask = if least == 1 { all } else { 0 };
                        masks.extend(std::iter::repeat_n(mask | mark, least));
                    }
                }
                Instruction::Seq(inner) => self.added_by(player, inner, pending, masks),
                // "For each other land you control with the same name": as often as there are such.
                Instruction::ForEach { over, body } => {
                    let rounds = self.selected(over, &context).len().min(250);
                    (0..rounds).for_each(|_| self.added_by(player, body, pending, masks));
                }
                _ => {}
            }
        }
    }
}

/// What an ability can be told to make.
fn bundles(make: &Make) -> Vec<Bundle> {
    let all = |mana: ManaType, n: u32| {
        let mut bundle = Bundle::default();
        bundle[mana.index()] = n.min(250) as u16;
        bundle
    };
    match make {
        Make::Fixed(bundle) => vec![*bundle],
        Make::OneOf(bundles) => bundles.to_vec(),
        Make::Same(mask, n) => types_of(*mask).map(|t| all(t, *n)).collect(),
        Make::Each(mask, n) => {
            let mut found = vec![Bundle::default()];
            for _ in 0..*n {
                let next = found.iter().flat_map(|b| {
                    // Each combination once: types in their order.
                    let last = b.iter().rposition(|n| *n > 0).unwrap_or(0);
                    types_of(*mask).filter(move |t| t.index() >= last).map(|t| {
                        let mut more = *b;
                        more[t.index()] += 1;
                        more
                    })
                });
                found = next.collect();
                if found.len() > MOST_WAYS {
                    return types_of(*mask).map(|t| all(t, *n)).collect();
                }
            }
            found
        }
    }
}
