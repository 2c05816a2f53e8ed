//! Whether an effect depends on another (613.8a), found by trying; and which effects are so alike that one trial tells of all.

use std::sync::Arc;

use lawmage_ir::{Ability, Amount, Modification, Selector, Test};
use smallvec::SmallVec;

use crate::state::State;
use crate::state::ids::ObjectId;

use super::apply::Work;
use super::change::Change;
use super::in_force::{Origin, Part, Reach, static_of};
use super::layer::Layer;
use super::looks_at;

/// An effect at a moment: its text, what it applies to and what it does to each. It depends on what changes this (613.8a).
pub(super) type Outcome = Option<(Option<Arc<Ability>>, Vec<(ObjectId, Vec<Change>)>)>;

/// What applying an effect changes of the work, to be put back.
struct Kept {
    begun: usize,
    granted: usize,
    stirred: bool,
    banned: SmallVec<[(ObjectId, lawmage_ir::KeywordSet); 1]>,
    reach: Option<Reach>,
    controllers: usize,
    filled: usize,
}

impl State {
    /// 613.8a: whether applying one effect changes another's text or existence, what it applies to, or what it does:
    /// found by applying it and looking. `before` is what the one is as it stands.
    pub(super) fn depends_by_trial(
        &mut self,
        work: &mut Work,
        layer: Layer,
        one: usize,
        other: usize,
        before: &Outcome,
    ) -> bool {
        let kept = Kept {
            begun: work.begun.len(),
            granted: work.granted.len(),
            stirred: work.stirred,
            banned: work.banned.clone(),
            reach: work.parts[other].begun.clone(),
            controllers: self.cache.controllers.len(),
            filled: self.cache.filled.len(),
        };
        let record = work.record.take();
        self.cache.journal = Some(Vec::new());
        self.apply(work, other, layer, 1);
        let depends = self.outcome(work, layer, one) != *before;
        for (slot, worked) in self.cache.journal.take().into_iter().flatten().rev() {
            self.cache.worked[slot as usize] = worked;
        }
        self.cache.filled.truncate(kept.filled);
        self.cache.controllers.truncate(kept.controllers);
        work.begun.truncate(kept.begun);
        work.granted.truncate(kept.granted);
        work.stirred = kept.stirred;
        work.banned = kept.banned;
        work.parts[other].begun = kept.reach;
        work.record = record;
        depends
    }

    /// What an effect is at the moment; `None` when it does not exist.
    pub(super) fn outcome(&self, work: &Work, layer: Layer, place: usize) -> Outcome {
        let part = &work.parts[place];
        let live = self.live(part, work.has_begun(part))?;
        let reach = part.begun.clone().unwrap_or_else(|| self.reach(&live));
        let (_, mods) = live.text()?;
        let does = reach.iter().map(|id| {
            let mods = mods.iter().filter(|m| Layer::of(m, part.defines) == layer);
            (*id, mods.filter_map(|m| self.change(&live, m, *id)).collect())
        });
        let text = match &live.origin {
            Origin::Static { ability, .. } => Some(ability.clone()),
            Origin::Resolved { .. } | Origin::Sticker { .. } => None,
        };
        Some((text, does.collect()))
    }

    /// Whether two effects of a layer in which nothing ends the existence of any are alike: whatever depends on one depends on
    /// the other, and the other way round. They say the same, of the same player, and speak of no object in particular.
    pub(super) fn are_alike(&self, work: &Work, one: &Part, other: &Part) -> bool {
        let (begun, began) = (work.has_begun(one), work.has_begun(other));
        if one.defines != other.defines || begun != began || one.begun != other.begun {
            return false;
        }
        match (&one.origin, &other.origin) {
            (Origin::Static { ability: a, index: i, .. }, Origin::Static { ability: b, index: j, .. }) => {
                i == j
                    && (Arc::ptr_eq(a, b) || a == b)
                    && self.options.is_none() // 801.4: what is in range depends on where one sits
                    && self.controller(one.source) == self.controller(other.source)
                    && one.origin.text().is_some_and(|(what, mods)| is_blind(what) && mods.iter().all(is_blunt))
                    && (begun || static_of(a).is_some_and(|s| s.condition.is_none()))
                    && self.live(one, begun).is_some() == self.live(other, began).is_some()
            }
            (Origin::Resolved { what: a, locked: x, .. }, Origin::Resolved { what: b, locked: y, .. }) => {
                x == y
                    && (Arc::ptr_eq(a, b) || a == b)
                    && one.origin.text().is_some_and(|(_, mods)| mods.iter().all(is_blunt))
            }
            _ => false,
        }
    }
}

/// Whether a selection is the same whichever object of a player makes it.
fn is_blind(what: &Selector) -> bool {
    matches!(what, Selector::All(filter) if is_blind_test(&filter.test))
}

fn is_blind_test(test: &Test) -> bool {
    match test {
        Test::Stat(_, _, n) | Test::Counters(_, _, n) => matches!(n, Amount::Const(_)),
        Test::And(all) | Test::Or(all) => all.iter().all(is_blind_test),
        Test::Not(inner) => is_blind_test(inner),
        other => looks_at::is_plain(other),
    }
}

/// Whether a modification does the same whichever object it comes from.
pub(super) fn is_blunt(modification: &Modification) -> bool {
    let fixed = |n: &Amount| matches!(n, Amount::Const(_));
    match modification {
        Modification::AddPowerToughness(p, t) => fixed(p) && fixed(t),
        Modification::SetPowerToughness(p, t) => [p, t].into_iter().flatten().all(fixed),
        Modification::SwitchPowerToughness
        | Modification::SetColors(_)
        | Modification::AddColors(_)
        | Modification::AddTypes(_)
        | Modification::SetTypes(_)
        | Modification::RemoveType(_)
        | Modification::RemoveSupertype(_)
        | Modification::AllCreatureTypes
        | Modification::LoseCreatureTypes => true,
        _ => false,
    }
}
