//! Effects that say the same, one after another ("{0}: This creature gets +1/+0 until end of turn", activated a thousand times;
//! a hundred anthems): they are applied as one, as often as there are of them, wherever that comes to the same.

use std::sync::Arc;

use lawmage_ir::{Ability, Amount, Continuous, Modification};

use crate::state::ids::{ObjectId, PlayerId};
use crate::state::{Effect, State};

use super::apply::Work;
use super::change::Change;
use super::in_force::{Live, Origin, Part, layers_of, static_of};
use super::layer::Layer;
use super::looks_at;
use super::trial::is_blunt;

/// So many are applied as one at most: far below what would overflow.
pub(super) const MOST: u32 = 1 << 14;

/// Bonuses up to this are counted up.
const MOST_BONUS: u32 = 1 << 15;

/// A run of resolved effects that say the same, by their places among [`crate::state::State::effects`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// The place of the first.
    pub first: usize,
    /// How many.
    pub times: u32,
    /// The timestamp of the last.
    pub until: u32,
}

impl Default for Run {
    fn default() -> Self {
        Self { first: 0, times: 1, until: 0 }
    }
}

impl Run {
    /// A run of one.
    pub fn from(first: usize, timestamp: u32) -> Self {
        Self { first, until: timestamp, ..Self::default() }
    }
}

impl Work {
    /// Whether effects that say the same are taken for one: not where each is looked at for itself.
    pub fn folds(&self) -> bool {
        !self.careful && self.record.is_none()
    }

    /// Notes that effects have begun to apply (613.6) as one with another that was applied for all.
    pub fn begin_with(&mut self, others: &[usize], place: usize) {
        for other in others {
            let reach = self.parts[place].begun.clone();
            let part = &self.parts[*other];
            if let Origin::Static { key, .. } = part.origin
                && !self.has_begun(part)
            {
                let source = part.source;
                self.begun.push((source, key));
            }
            self.parts[*other].begun = reach;
        }
    }
}

/// What a definition of power and toughness comes to: of which ability, by its effect and the modification in that; whose; what.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    of: (Arc<Ability>, usize, usize),
    you: PlayerId,
    change: Change,
}

impl State {
    /// What a modification does to an object now. Of a characteristic-defining ability that many cards have (a library full of
    /// them: 604.3 has it work everywhere) and that speaks of nothing but what is common to a player's cards, it is worked out once.
    pub(super) fn change_known(
        &self,
        work: &mut Work,
        live: &Live,
        modification: &Modification,
        place: usize,
        object: ObjectId,
    ) -> Option<Change> {
        let (Origin::Static { ability, index, .. }, true) = (&live.origin, work.folds()) else {
            return self.change(live, modification, object);
        };
        if !static_of(ability).is_some_and(|s| s.defines) {
            return self.change(live, modification, object);
        }
        let same =
            |d: &&Definition| d.you == live.you && d.of.1 == *index && d.of.2 == place && Arc::ptr_eq(&d.of.0, ability);
        if let Some(known) = work.defined.iter().find(same) {
            return Some(known.change.clone());
        }
        let change = self.change(live, modification, object)?;
        if is_common(modification) {
            work.defined.push(Definition {
                of: (ability.clone(), *index, place),
                you: live.you,
                change: change.clone(),
            });
        }
        Some(change)
    }
}

/// Whether a definition of power and toughness comes to the same for all objects of a controller, and while others are worked out.
fn is_common(modification: &Modification) -> bool {
    let Modification::SetPowerToughness(power, toughness) = modification else { return false };
    let all = || [power, toughness].into_iter().flatten();
    all().all(looks_at::is_common) && looks_at::of_modification(modification) & looks_at::NUMBERS == 0
}

impl Part {
    /// Takes in the effect at that place, if it follows on this one and says the same. Tells whether it does.
    pub fn take_in(&mut self, effect: &Effect, place: usize) -> bool {
        let Origin::Resolved { what, locked, .. } = &self.origin else { return false };
        let follows = place == self.run.first + self.run.times as usize && self.run.times < MOST;
        let Some(theirs) = effect.locked.as_ref().filter(|_| follows) else { return false };
        let same = Arc::ptr_eq(what, &effect.what) || *what == effect.what;
        if !same || locked != theirs || self.run.times == 1 && !is_countable(what) {
            return false;
        }
        self.run.times += 1;
        self.run.until = effect.timestamp;
        true
    }
}

/// Whether doing that several times in a row is one change in every layer. A modification for each, so that nothing comes
/// between two times of another.
fn is_countable(what: &Continuous) -> bool {
    let Continuous::Modify { mods, .. } = what else { return false };
    layers_of(mods, false).count_ones() as usize == mods.len() && mods.iter().all(counts)
}

/// The same of a part's share in a layer.
pub(super) fn is_countable_in(part: &Part, layer: Layer) -> bool {
    let Some((_, mods)) = part.origin.text() else { return false };
    let mut mods = mods.iter().filter(|m| Layer::of(m, part.defines) == layer);
    mods.next().is_some_and(counts) && mods.next().is_none()
}

/// Whether doing that several times in a row is one change: a bonus so many times as large, or what is the same done once.
fn counts(modification: &Modification) -> bool {
    let is_small = |n: &Amount| matches!(n, Amount::Const(n) if n.unsigned_abs() <= MOST_BONUS);
    match modification {
        Modification::AddPowerToughness(power, toughness) => is_small(power) && is_small(toughness),
        Modification::LoseKeyword(_)
        | Modification::LoseLandwalk(_)
        | Modification::LoseAllAbilities
        | Modification::LoseAllButMana => true,
        other => is_blunt(other),
    }
}

impl Change {
    /// The change made so many times in a row; `None` where that is none.
    pub(super) fn repeated(self, times: u32) -> Option<Self> {
        let many = times as i32;
        match self {
            change if times == 1 => Some(change),
            Self::Add(power, toughness) => Some(Self::Add(power.saturating_mul(many), toughness.saturating_mul(many))),
            // Two switches cancel each other (613.4d).
            Self::Plain(Modification::SwitchPowerToughness) if times.is_multiple_of(2) => None,
            change => Some(change),
        }
    }
}
