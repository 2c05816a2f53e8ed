//! What mana is made, and what holds of it (106).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::visit::Node;
use crate::{Amount, Color, Continuous, Duration, Filter, ManaType, Selector, TriggeredAbility};

/// What mana an ability adds (106.1).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum ManaYield {
    /// Exactly this.
    Fixed(Vec<ManaType>),
    /// One of these bundles, the player's choice: "{W} or {U}".
    OneOf(Vec<Vec<ManaType>>),
    /// That many of any one color (`combination: false`), or in any combination of colors.
    AnyColor {
        /// How many.
        count: Amount,
        /// Whether they may differ.
        combination: bool,
        /// Among these colors.
        colors: Vec<Color>,
    },
    /// One mana of the color chosen as linked number `n`.
    Chosen(u8),
    /// One mana of that type, or of the color chosen as linked number `n`: "{W} or one mana of the chosen color".
    OrChosen(ManaType, u8),
    /// One mana of the type noted under linked number `n`.
    Noted(u8),
    /// Any type that a land of the selection could produce (106.7).
    CouldProduce(Box<Selector>),
    /// Any color that a land of the selection could produce (106.7).
    ColorCouldProduce(Box<Selector>),
    /// A color among these objects.
    ColorsOf(Box<Selector>),
    /// One mana of each color among these objects.
    EachColorOf(Box<Selector>),
    /// A color in your commander's color identity (903.4).
    InIdentity,
    /// The types just produced, in the event of tapping for mana.
    SameAsEvent,
}

/// A restriction or rider on mana (106.6).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, Node)]
pub struct ManaRider {
    /// Only on spells that fit.
    pub spells: Option<Filter>,
    /// Only on abilities of sources that fit; with `spells`, on either.
    pub abilities: Option<Filter>,
    /// Also on costs of these sorts; with `spells` and `abilities` empty, on those alone.
    #[serde(default)]
    pub costs: Vec<CostUse>,
    /// Not on spells that fit; on all else.
    pub not_spells: Option<Filter>,
    /// Not on generic mana of costs (107.4b).
    #[serde(default)]
    pub not_generic: bool,
    /// Effects on the spell it is spent on ("that spell can't be countered").
    pub on_spell: Vec<Continuous>,
    /// What one mana of it brings to a spell that fits.
    pub brings: Option<Box<Brought>>,
    /// A delayed ability that triggers as one mana of it is spent to cast such a spell (106.6, 603.7a).
    pub when_cast: Option<Arc<TriggeredAbility>>,
    /// Stays until end of turn rather than step.
    pub until_end_of_turn: bool,
    /// Stays until end of combat rather than step.
    #[serde(default)]
    pub until_end_of_combat: bool,
}

/// A sort of costs that mana may be spent on (106.6), whatever spell, ability or action they are of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum CostUse {
    /// Costs that contain {X} (107.3).
    WithX,
    /// Costs that contain {C} (107.4c).
    WithColorless,
    /// What activating abilities of that keyword costs (602.2b).
    Abilities(crate::Keyword),
    /// What turning such permanents face up costs (116.2b).
    TurningUp(Filter),
    /// The mana cost of a manifested creature, paid to turn it face up (701.34b).
    ManifestedUp,
    /// Costs that stand behind such a keyword: morph costs (702.37e), cumulative upkeep costs (702.24a).
    OfKeyword(crate::Keyword),
    /// What unlocking doors costs (116.2m).
    Unlocking,
    /// What foretelling cards costs (702.143a).
    Foretelling,
    /// What gaining a Class level costs (716.2c).
    ClassLevels,
}

/// What mana brings to a spell that it is spent on, if the spell fits (106.6).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct Brought {
    /// Which spells.
    pub spells: Filter,
    /// Effects on the spell, which is [`crate::Ref::This`] in them.
    pub effects: Vec<Continuous>,
    /// For how long.
    pub duration: Duration,
}
