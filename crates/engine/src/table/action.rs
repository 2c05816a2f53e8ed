//! Actions a player with priority may take (117.1).

use lawmage_ir::CostLabel;
use serde::{Deserialize, Serialize};

use crate::state::chars::AbilityKey;
use crate::state::ids::ObjectId;

/// A way to cast a card or to play a land: which face, and by which permission or cost.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Way {
    /// Which face or half.
    pub face: u8,
    /// By which permission or at which cost.
    pub kind: WayKind,
    /// The name of the way ("flashback", "evoke"), spoken of later.
    pub label: Option<CostLabel>,
}

/// By which permission or at which cost a card is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum WayKind {
    /// As the rules let anyone: from the hand for its mana cost (601.2).
    Normal,
    /// For an alternative cost that an ability of the card itself offers (118.9): one of them, if the player likes (118.9a-b).
    Alternative(AbilityKey),
    /// By a permission that an ability of an object gives (601.3).
    Permission {
        /// The object whose ability it is.
        source: ObjectId,
        /// Which ability.
        key: AbilityKey,
    },
    /// By a permission of a resolved effect, by its number.
    Effect(u32),
}

/// What a player with priority can do.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Action {
    /// Pass priority (117.3d).
    Pass,
    /// Cast a spell (601).
    Cast {
        /// The card.
        card: ObjectId,
        /// How.
        way: Way,
    },
    /// Play a land (305.1, 116.2a).
    PlayLand {
        /// The card.
        card: ObjectId,
        /// How.
        way: Way,
    },
    /// Activate an ability (602), a mana ability (605) too.
    Activate {
        /// The source.
        source: ObjectId,
        /// Which ability.
        key: AbilityKey,
    },
    /// Unlock a half of a permanent for its unlock cost (116.2m).
    Unlock {
        /// Which permanent.
        permanent: ObjectId,
        /// Which half.
        half: u8,
    },
    /// Turn a face-down conspiracy face up (116.2j).
    Unveil {
        /// Which.
        conspiracy: ObjectId,
    },
    /// Roll the planar die (116.2i).
    RollPlanarDie,
    /// Do what an effect allows (116.2c-d).
    Special(SpecialAction),
    /// Turn a face-down permanent face up (116.2b).
    TurnFaceUp {
        /// Which.
        permanent: ObjectId,
        /// For which cost.
        by: TurnUp,
    },
}

/// How a face-down permanent is turned face up by a special action (116.2b).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TurnUp {
    /// For its morph cost (702.37e).
    Morph,
    /// For its disguise cost (702.168d).
    Disguise,
    /// A manifested or cloaked creature card, for its mana cost (701.34b, 701.56b).
    ManaCost,
}

/// An action that an effect lets a player take while they have priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SpecialAction {
    /// End the effect of that number, or stop that delayed triggered ability from triggering (116.2c).
    End(u32),
    /// Ignore the effects of a static ability until end of turn (116.2d).
    Ignore {
        /// The object whose ability it is.
        source: ObjectId,
        /// Which ability.
        key: AbilityKey,
    },
}
