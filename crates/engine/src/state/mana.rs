//! Mana and mana pools (106).

use std::sync::Arc;

use lawmage_ir::{Color, ManaCost, ManaRider, ManaSymbol, ManaType, Step};
use serde::{Deserialize, Serialize};

use crate::state::ids::ObjectId;

/// One mana with something to remember about it: a restriction, a rider, a snow source (106.6, 107.4h).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SpecialMana {
    /// Its type.
    pub mana: ManaType,
    /// From a snow source.
    pub snow: bool,
    /// What it may be spent on and what it does then.
    pub rider: Option<Arc<ManaRider>>,
    /// The source, for restrictions that speak of it.
    pub source: ObjectId,
    /// Stays through the steps of this turn.
    pub until_end_of_turn: bool,
    /// Stays through the steps of this combat.
    #[serde(default)]
    pub until_end_of_combat: bool,
}

/// A player's mana pool (106.4): plain mana counted by type, and mana that needs remembering, one by one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct ManaPool {
    /// Plain mana, by [`ManaType::index`].
    pub plain: [u16; 6],
    /// Mana with restrictions, riders or snow.
    pub special: Vec<SpecialMana>,
}

impl ManaPool {
    /// How much there is.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.plain.iter().map(|n| u32::from(*n)).sum::<u32>() + self.special.len() as u32
    }

    /// How much of one type there is, special mana included.
    #[must_use]
    pub fn of(&self, mana: ManaType) -> u32 {
        u32::from(self.plain[mana.index()]) + self.special.iter().filter(|s| s.mana == mana).count() as u32
    }

    /// Adds plain mana.
    pub fn add(&mut self, mana: ManaType, count: u16) {
        let place = &mut self.plain[mana.index()];
        *place = place.saturating_add(count);
    }

    /// Whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.special.is_empty() && self.plain == [0; 6]
    }

    /// Empties as a step ends (106.4): all but mana of colors `keep` says, and mana that lasts. What would be lost becomes mana of
    /// the type `into` instead, where one is said.
    pub fn empty(&mut self, keep: impl Fn(Option<Color>) -> bool, ends: Step, into: Option<ManaType>) {
        let (end_of_turn, end_of_combat) = (ends == Step::Cleanup, matches!(ends, Step::EndCombat | Step::Cleanup));
        let color = |mana: ManaType| match mana {
            ManaType::Color(c) => Some(c),
            ManaType::Colorless => None,
        };
        let lasts = |s: &SpecialMana| {
            (s.until_end_of_turn && !end_of_turn) || (s.until_end_of_combat && !end_of_combat) || keep(color(s.mana))
        };
        let mut lost = 0_u16;
        for mana in ManaType::ALL.into_iter().filter(|mana| !keep(color(*mana))) {
            lost = lost.saturating_add(std::mem::take(&mut self.plain[mana.index()]));
        }
        match into {
            Some(into) => {
                self.add(into, lost);
                self.special.iter_mut().filter(|s| !lasts(s)).for_each(|s| s.mana = into);
            }
            None => self.special.retain(lasts),
        }
    }
}

/// The symbols of a bundle of mana, for showing.
#[must_use]
pub fn symbols(bundle: &[u16; 6]) -> ManaCost {
    ManaCost(
        ManaType::ALL
            .into_iter()
            .flat_map(|t| std::iter::repeat_n(ManaSymbol::from(t), usize::from(bundle[t.index()])))
            .collect(),
    )
}

/// The same mana as mana of one type: as much of it, or one (106.12b). No mana stays none.
pub(crate) fn all_of(mana: [u16; 6], kind: ManaType, one: bool) -> [u16; 6] {
    let total = mana.iter().fold(0_u16, |sum, n| sum.saturating_add(*n));
    let mut made = [0; 6];
    made[kind.index()] = if one { total.min(1) } else { total };
    made
}
