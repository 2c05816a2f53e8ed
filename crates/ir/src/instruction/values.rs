//! What is chosen by name (608.2d).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::visit::Node;
use crate::{CardType, Color, Filter, Subtype, Who};

/// What kind of thing is chosen by name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum ValueKind {
    /// A color.
    Color,
    /// One or more colors: "the color or colors of your choice".
    Colors,
    /// A color other than that.
    ColorBut(Color),
    /// A creature type.
    CreatureType,
    /// A creature type other than that.
    CreatureTypeBut(Subtype),
    /// One of these subtypes: "Island or Swamp".
    SubtypeAmong(Vec<Subtype>),
    /// A land type (205.3i).
    LandType,
    /// A planeswalker type.
    PlaneswalkerType,
    /// A basic land type.
    BasicLandType,
    /// A card type.
    CardType,
    /// One of these card types: "artifact, creature, or land".
    CardTypeAmong(Vec<CardType>),
    /// A card name; of nonland cards, when so restricted.
    CardName(Option<Box<Filter>>),
    /// A number from 0 up.
    Number,
    /// A number from one of these to the other.
    NumberBetween(u32, u32),
    /// A number from one to the final chapter number of the Saga whose ability it is (714.2d).
    Chapter,
    /// A player among these.
    Player(Who),
    /// One of these words.
    Word(Vec<Arc<str>>),
    /// Any of that, secretly: nobody else knows it before it is revealed ([`crate::CostPart::RevealChosen`]).
    Secret(Box<ValueKind>),
}
