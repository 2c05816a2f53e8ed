//! Cards and tokens as defined objects (108, 111, 200).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::visit::Node;
use crate::{Ability, Amount, ColorSet, Condition, ManaCost, SubtypeSet, SupertypeSet, TypeSet};

/// The layout of a card: how its faces make up the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, Node)]
pub enum Layout {
    /// One face.
    #[default]
    Normal,
    /// Split cards (709), Rooms included.
    Split,
    /// Split cards with aftermath (702.127).
    Aftermath,
    /// Flip cards (710).
    Flip,
    /// Leveler cards (711).
    Leveler,
    /// Nonmodal double-faced cards (712).
    Transform,
    /// Modal double-faced cards (712).
    ModalDfc,
    /// Meld cards (712.4).
    Meld,
    /// Sagas (714).
    Saga,
    /// Adventurer cards (715).
    Adventure,
    /// Classes (716).
    Class,
    /// Cases (719).
    Case,
    /// Prototype cards (718).
    Prototype,
    /// Mutate cards (702.140).
    Mutate,
    /// Preparation cards (2026:722).
    Preparation,
}

impl Layout {
    /// All of them.
    pub const ALL: [Self; 15] = [
        Self::Normal,
        Self::Split,
        Self::Aftermath,
        Self::Flip,
        Self::Leveler,
        Self::Transform,
        Self::ModalDfc,
        Self::Meld,
        Self::Saga,
        Self::Adventure,
        Self::Class,
        Self::Case,
        Self::Prototype,
        Self::Mutate,
        Self::Preparation,
    ];

    /// Its name in card data and card files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Split => "split",
            Self::Aftermath => "aftermath",
            Self::Flip => "flip",
            Self::Leveler => "leveler",
            Self::Transform => "transform",
            Self::ModalDfc => "modal_dfc",
            Self::Meld => "meld",
            Self::Saga => "saga",
            Self::Adventure => "adventure",
            Self::Class => "class",
            Self::Case => "case",
            Self::Prototype => "prototype",
            Self::Mutate => "mutate",
            Self::Preparation => "prepare",
        }
    }

    /// The layout of that name.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|layout| layout.word() == word)
    }
}

/// Power or toughness as printed: a number, or `*` with an optional number (`1+*`), defined by an ability (208.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Printed {
    /// A number.
    Number(i32),
    /// A star, plus that number; 0 + n where no ability defines it (208.2a).
    Star(i32),
}

impl Printed {
    /// The value where no ability defines it.
    #[must_use]
    pub const fn base(self) -> i32 {
        match self {
            Self::Number(n) | Self::Star(n) => n,
        }
    }
}

/// A room of a dungeon card (309.4). Its ability is the one that triggers on entering it
/// ([`EventPattern::EntersRoom`](crate::EventPattern::EntersRoom)).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, Node)]
pub struct Room {
    /// Its name, which means nothing to the rules (309.4b).
    pub name: Arc<str>,
    /// The rooms to which its arrows point, by their places; none on the bottommost.
    pub exits: Vec<u8>,
}

/// One face of a card, or a token: its characteristics (109.3) with abilities compiled.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, Node)]
pub struct Face {
    /// 201.
    pub name: Arc<str>,
    /// 202; `None` for no mana cost.
    pub mana_cost: Option<ManaCost>,
    /// 105.2, 204: from the mana cost or the color indicator; devoid and the like are abilities.
    pub colors: ColorSet,
    /// 205.4.
    pub supertypes: SupertypeSet,
    /// 205.2.
    pub types: TypeSet,
    /// 205.3.
    pub subtypes: SubtypeSet,
    /// 208.
    pub power: Option<Printed>,
    /// 208.
    pub toughness: Option<Printed>,
    /// 209; X loyalty is an amount.
    pub loyalty: Option<Amount>,
    /// 210.
    pub defense: Option<u32>,
    /// The hand and life modifiers of a vanguard (211, 212, 313.6, 313.7).
    pub modifiers: Option<(i32, i32)>,
    /// The numbers that are lit up on an Attraction (717.1).
    pub lights: Vec<u8>,
    /// 113, in printed order.
    pub abilities: Vec<Ability>,
    /// What is noted as the object becomes cast, for [`Condition::AsCast`] by its place here: "if you controlled a
    /// Dragon as you cast this spell".
    pub noted: Vec<Condition>,
    /// Likewise the numbers, for [`Amount::Noted`]: "the greatest power among creatures you controlled as you cast this spell".
    #[serde(default)]
    pub noted_numbers: Vec<Amount>,
    /// Whether its text speaks of the order of a graveyard, so that the order matters in games with the card (404.3).
    pub orders_graveyard: bool,
    /// The rooms of a dungeon card, the topmost first (309.4).
    pub rooms: Vec<Room>,
    /// The cards that its text names for tokens to be like (111.11), each once: whoever hands out the card gives them with it
    /// ([`Card::related`]).
    pub names: Vec<Arc<str>>,
    /// The back face, of a transforming double-faced token (111.10i). A card's faces are side by side in [`Card::faces`].
    pub back: Option<Arc<Face>>,
    /// The printed rules text, for showing. Never read by the engine.
    pub text: Arc<str>,
    /// What the compiler could not compile, sentence by sentence; empty on a complete face.
    pub uncompiled: Vec<Arc<str>>,
}

/// A card (108). Known by its full name; face names are not unique across cards.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, Node)]
pub struct Card {
    /// The full name: "Wear // Tear" for two faces.
    pub name: Arc<str>,
    /// How the faces make up the card.
    pub layout: Layout,
    /// One or two faces, front or left first.
    pub faces: Vec<Arc<Face>>,
    /// The color identity (903.4).
    pub identity: ColorSet,
    /// Cards that its text names ([`Face::names`]), which a game knows along with it.
    pub related: Vec<Arc<Card>>,
}

impl Card {
    /// Whether it is an Attraction card (717.1).
    #[must_use]
    pub fn is_attraction(&self) -> bool {
        self.faces.first().is_some_and(|face| face.subtypes.has(crate::Subtype::ATTRACTION))
    }

    /// Whether its front is an instant or sorcery: of cards that lead a deck, a signature spell.
    #[must_use]
    pub fn is_instant_or_sorcery(&self) -> bool {
        let is =
            |face: &Arc<Face>| face.types.has(crate::CardType::Instant) || face.types.has(crate::CardType::Sorcery);
        self.faces.first().is_some_and(is)
    }

    /// The names of cards that its text needs.
    pub fn names(&self) -> impl Iterator<Item = &Arc<str>> {
        self.faces.iter().flat_map(|f| &f.names)
    }

    /// Whether every sentence of every face was compiled.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.faces.iter().all(|f| f.uncompiled.is_empty())
    }
}
