//! A payment of mana as it is planned, shown and answered (601.2g-h).

use lawmage_ir::{Color, ManaType};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::state::chars::AbilityKey;
use crate::state::ids::ObjectId;

/// A bundle of mana by [`ManaType::index`].
pub type Bundle = [u16; 6];

/// What one mana can be, or what one mana of a cost accepts: bits 0-5 are the types of [`ManaType::ALL`], then
/// [`SNOW`], [`ANY`] and [`WATER`]. A mana pays for a demand when the two masks meet.
pub type Mask = u16;

/// From a snow source (107.4h).
pub const SNOW: Mask = 1 << 6;

/// Pays for generic mana (107.4b): every mana does, and so does what convoke, improvise and delve offer.
pub const ANY: Mask = 1 << 7;

/// What a waterbend cost asks for (2026:701.67a), and what an artifact or creature tapped for it is.
pub const WATER: Mask = 1 << 8;

/// All five colors.
pub const COLORS: Mask = 0b1_1111;

/// All six types.
pub const TYPES: Mask = 0b11_1111;

/// The mask of a color.
#[must_use]
pub const fn color(color: Color) -> Mask {
    1 << color as u8
}

/// The mask of a type of mana.
#[must_use]
pub const fn kind(mana: ManaType) -> Mask {
    1 << mana.index()
}

/// What has to be paid when every symbol is settled.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Demand {
    /// What each colored or otherwise particular mana may be paid with.
    pub masks: SmallVec<[Mask; 6]>,
    /// Generic mana.
    pub generic: u32,
    /// Life for Phyrexian symbols.
    pub life: u32,
}

impl Demand {
    /// How much mana it takes.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.masks.len() as u32 + self.generic
    }

    /// One mask for each mana.
    pub fn units(&self) -> impl Iterator<Item = Mask> + '_ {
        self.masks.iter().copied().chain(std::iter::repeat_n(ANY, self.generic as usize))
    }
}

/// Objects that a cost takes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Need {
    /// What it may be paid with.
    pub from: SmallVec<[ObjectId; 8]>,
    /// How many.
    pub count: u32,
    /// Whether they leave; otherwise they are tapped.
    pub gone: bool,
}

impl Need {
    /// Of one object.
    #[must_use]
    pub fn one(id: ObjectId, gone: bool) -> Self {
        Self { from: smallvec::smallvec![id], count: 1, gone }
    }
}

/// Objects that the steps of a payment still to come need.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pledge {
    /// Objects to tap or give up, of which some choice has to remain.
    pub needs: Vec<Need>,
    /// Objects that have to stay: sources of abilities to come.
    pub kept: SmallVec<[ObjectId; 8]>,
}

/// A way to pay a mana cost: which mana abilities to activate, what else helps, and what is then spent.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Plan {
    /// Mana abilities to activate, in order, with the mana each is to make.
    pub steps: Vec<PlanStep>,
    /// Objects that pay for mana without making any: tapped for convoke and improvise, exiled for delve.
    pub helpers: Vec<(ObjectId, Help)>,
    /// What is spent from the pool then, and the life paid for Phyrexian symbols.
    pub demand: Demand,
}

/// One mana ability to activate.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PlanStep {
    /// Its source.
    pub source: ObjectId,
    /// Which ability.
    pub key: AbilityKey,
    /// The mana to make, by [`ManaType::index`].
    pub mana: Bundle,
    /// The mana that triggered mana abilities are to add (605.1b), as far as there is a choice.
    pub more: Bundle,
    /// The mana it is paid with: each its type, and whether it is snow.
    pub pays: SmallVec<[(ManaType, bool); 2]>,
    /// The objects it takes.
    pub takes: SmallVec<[Need; 2]>,
}

/// How an object helps to pay without making mana.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Help {
    /// A creature tapped (702.51).
    Convoke,
    /// An artifact tapped (702.126).
    Improvise,
    /// A card exiled from the graveyard (702.66).
    Delve,
    /// An artifact or creature tapped for a waterbend cost (2026:701.67a).
    Waterbend,
}

impl Plan {
    /// Whether nothing is left to do for it: no mana ability, no helper.
    #[must_use]
    pub fn is_from_pool(&self) -> bool {
        self.steps.is_empty() && self.helpers.is_empty()
    }
}
