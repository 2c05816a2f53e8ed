//! A card as it is written: what importers and card files give the compiler.

use std::sync::Arc;

use lawmage_ir::Layout;
use serde::{Deserialize, Serialize};

use crate::lexicon::Lexicon;

/// A card in Oracle English. Also the shape of lawmage's own card files.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CardSource {
    /// The full name: "Wear // Tear" for two faces.
    pub name: String,
    /// How the faces make up the card.
    #[serde(default)]
    pub layout: Layout,
    /// The layout's name in the data, where lawmage doesn't know it. Its faces are kept, but the card can't be complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unknown_layout: Option<String>,
    /// Its faces, front or left first.
    pub faces: Vec<FaceSource>,
    /// The words that its card file adds to those of the rules.
    #[serde(skip)]
    pub lexicon: Arc<Lexicon>,
}

/// One face in Oracle English.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FaceSource {
    /// The face's name.
    pub name: String,
    /// The mana cost as printed, `{2}{G}`; none for lands and the like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mana_cost: Option<String>,
    /// The color indicator (204) as letters, "WU"; only where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color_indicator: Option<String>,
    /// The type line: "Legendary Creature — Elf Druid".
    pub type_line: String,
    /// Rules text, one ability a line, reminder text in parentheses.
    #[serde(default)]
    pub text: String,
    /// Power as printed: "2", "*", "1+*".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power: Option<String>,
    /// Toughness as printed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toughness: Option<String>,
    /// Loyalty as printed: "4", "X".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loyalty: Option<String>,
    /// Defense as printed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defense: Option<String>,
    /// A vanguard's hand modifier (313.6).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<i32>,
    /// A vanguard's life modifier (313.7).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub life: Option<i32>,
    /// The numbers lit up on an Attraction (717.1).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lights: Vec<u8>,
}
