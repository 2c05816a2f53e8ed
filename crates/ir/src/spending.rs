//! As what mana may be spent (609.4b).

use serde::{Deserialize, Serialize};

use crate::visit::Node;
use crate::{ColorSet, Filter, ManaType};

/// On what mana may be spent as though it were other mana (609.4b).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum SpendingOn {
    /// Casting such spells.
    Spells(Filter),
    /// Activating abilities of such sources.
    Abilities(Filter),
}

/// How freely mana may be spent on a cost (609.4b).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, Node)]
pub enum Spending {
    /// As what it is.
    #[default]
    AsIs,
    /// Mana of that sort as though it were mana of any of those colors.
    Like(SpendSort, ColorSet),
    /// As though it were mana of any color: not of what is colorless (105.4, 106.1b).
    AnyColor,
    /// As though it were mana of any type.
    AnyType,
}

/// Mana of which sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum SpendSort {
    /// Of that type.
    Type(ManaType),
    /// From snow sources (107.4h).
    Snow,
}
