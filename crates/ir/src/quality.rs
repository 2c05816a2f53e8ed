//! What objects may have in common.

use serde::{Deserialize, Serialize};

use crate::visit::Node;

/// What two objects may have in common (700 and passim).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Quality {
    /// A color.
    Color,
    /// A creature type.
    CreatureType,
    /// A card type.
    CardType,
    /// A card type that permanents have (110.4).
    PermanentType,
    /// A land type (205.3i).
    LandType,
    /// The name.
    Name,
    /// The controller.
    Controller,
    /// The mana value.
    ManaValue,
    /// The power.
    Power,
    /// The toughness.
    Toughness,
}
