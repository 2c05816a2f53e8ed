//! Which costs are changed, and how (118.7, 601.2f).

use serde::{Deserialize, Serialize};

use crate::visit::Node;
use crate::{Filter, Keyword, ManaCost, Ref};

/// What a cost change is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum CostOf {
    /// Casting spells that fit ([`Ref::It`](crate::Ref::It) is the spell; `Is(This)` for "this spell").
    Spells(Filter),
    /// Activating abilities of such sources; only the abilities of that keyword, when given.
    Abilities(Filter, Option<Keyword>),
    /// Activating mana abilities (605) of such sources.
    ManaAbilities(Filter),
    /// What the keyword of a spell says that is paid for it (118.7): its buyback cost, its blitz cost. Nothing else of the total cost.
    KeywordCosts(Keyword),
    /// Unlocking a door (709.5e).
    Unlocking,
    /// Activating abilities of which more is asked.
    SomeAbilities {
        /// Of such sources.
        source: Filter,
        /// Of that keyword.
        keyword: Option<Keyword>,
        /// That target something that fits.
        targets: Option<Filter>,
        /// No mana abilities (605.1a).
        but_mana: bool,
        /// Loyalty abilities alone (606).
        loyalty: bool,
    },
}

/// How a cost changes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum CostDelta {
    /// Costs that much more.
    More(ManaCost),
    /// Costs that much life more (118.8, 119.4).
    MoreLife(u32),
    /// Costs that much less (118.7); colored reductions fall on colored mana first (118.7c).
    Less(ManaCost),
    /// Costs that much less, but this can't reduce the mana in it below so much: what costs less as it is stays so.
    LessDownTo(ManaCost, u32),
    /// Costs less by the mana cost of that object (2026:702.193a): its X is 0 (107.3g), and of what has none nothing.
    LessByManaCostOf(Ref),
    /// Costs that much less of the colored mana in it alone: what finds none reduces no generic mana.
    LessColored(ManaCost),
    /// Where the total is less mana than that, it is that much: after all other changes (601.2f).
    AtLeast(u32),
    /// Loyalty symbols: an additional [+N] or [-N] (606.4-5).
    Loyalty(i32),
}

impl CostDelta {
    /// Whether it costs that much less, however little is left of it.
    #[must_use]
    pub const fn is_less(&self) -> bool {
        matches!(self, Self::Less(_) | Self::LessColored(_) | Self::LessByManaCostOf(_))
    }
}
