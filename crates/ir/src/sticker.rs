//! Stickers (123): what is put on objects from the sticker sheets a player has access to.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::Ability;
use crate::visit::Node;

/// The four kinds of stickers (123.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum StickerKind {
    /// 123.6.
    Name,
    /// 123.7.
    Ability,
    /// 123.8.
    PowerToughness,
    /// 123.9.
    Art,
}

impl StickerKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Name, Self::Ability, Self::PowerToughness, Self::Art];

    /// How it stands before "sticker".
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Ability => "ability",
            Self::PowerToughness => "power and toughness",
            Self::Art => "art",
        }
    }
}

/// What is printed on a sticker.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum StickerFace {
    /// One or more words (123.6).
    Name(Arc<str>),
    /// One or more abilities (123.7), and their text as printed.
    Abilities(Vec<Arc<Ability>>, Arc<str>),
    /// Two numbers and a slash (123.8).
    PowerToughness(i32, i32),
    /// A picture, by a name to tell it by (123.9).
    Art(Arc<str>),
}

/// A sticker as it is found on a sheet.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct Sticker {
    /// What is printed on it.
    pub face: StickerFace,
    /// Its ticket cost (123.3c), if it has one.
    pub tickets: u32,
}

impl Sticker {
    /// Which of the four kinds it is (123.1).
    #[must_use]
    pub const fn kind(&self) -> StickerKind {
        match self.face {
            StickerFace::Name(_) => StickerKind::Name,
            StickerFace::Abilities(..) => StickerKind::Ability,
            StickerFace::PowerToughness(..) => StickerKind::PowerToughness,
            StickerFace::Art(_) => StickerKind::Art,
        }
    }

    /// What it says, to tell it by.
    #[must_use]
    pub fn text(&self) -> String {
        match &self.face {
            StickerFace::Name(text) | StickerFace::Abilities(_, text) | StickerFace::Art(text) => text.to_string(),
            StickerFace::PowerToughness(power, toughness) => format!("{power}/{toughness}"),
        }
    }
}

/// A sticker sheet (123.2): stickers that are found together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, Node)]
pub struct StickerSheet {
    /// What it is called.
    pub name: Arc<str>,
    /// Its stickers.
    pub stickers: Vec<Arc<Sticker>>,
}

/// Which letters of name stickers are counted (123.6d-e).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Letters {
    /// Each time that letter stands there; it is a capital here.
    Each(char),
    /// The different vowels that stand there.
    UniqueVowels,
}

/// Stickers spoken of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum StickersOf {
    /// "that sticker": the one that the instruction of a slot put or moved.
    Slot(crate::Slot),
    /// Those on an object.
    On(crate::Ref),
}
