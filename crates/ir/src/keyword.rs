//! Keyword abilities (702).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::visit::Node;
use crate::{Ability, Amount, Cost, Filter, ManaCost, Rule, Subtype};

macro_rules! keywords {
    ($($variant:ident => $word:literal, $rule:literal,)+) => {
        /// A keyword ability's name (702.2 on). Later words than the rules at hand cite 702.1.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
        #[repr(u8)]
        pub enum Keyword {
            $(#[doc = concat!($word, " (", $rule, ")")] $variant),+
        }

        impl Keyword {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The word in lower case, as it stands in running text.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// The rule that defines it.
            #[must_use]
            pub const fn rule(self) -> Rule {
                match self { $(Self::$variant => $crate::rule!($rule)),+ }
            }
        }
    };
}

include!("keyword_table.rs");

impl Keyword {
    /// The keyword of that name, whatever its capitals.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|k| k.word().eq_ignore_ascii_case(word))
    }
}

/// A set of keywords, for the quick question "has it flying?". Most of those that only the engine's rules know are asked for in no
/// other way, so that several instances of one are as good as one: deathtouch (702.2f), defender (702.3c), double strike (702.4e),
/// first strike (702.7d), flash (702.8b), flying (702.9c), haste (702.10d), indestructible (702.12c), intimidate (702.13c), lifelink
/// (702.15f), reach (702.17c), shroud (702.18b), trample and trample over planeswalkers (702.19g), vigilance (702.20c), phasing
/// (702.26p), shadow (702.28c), horsemanship (702.31c), fear (702.36c), convoke (702.51d), split second (702.61c), delve (702.66c).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, Node)]
pub struct KeywordSet([u64; 4]);

impl KeywordSet {
    /// Adds one.
    pub fn insert(&mut self, keyword: Keyword) {
        self.0[keyword as usize / 64] |= 1 << (keyword as usize % 64);
    }

    /// Whether it holds that keyword.
    #[inline]
    #[must_use]
    pub const fn has(&self, keyword: Keyword) -> bool {
        self.0[keyword as usize / 64] & (1 << (keyword as usize % 64)) != 0
    }
}

/// What stands behind a keyword: `ward {2}`, `protection from black`, `islandwalk`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, Node)]
pub enum KeywordParam {
    /// Nothing.
    #[default]
    None,
    /// A number: annihilator 2, toxic 1. X when it is an amount.
    Number(Amount),
    /// A cost: equip {3}, ward—Pay 3 life.
    Cost(Cost),
    /// A number and a cost: suspend 3—{R}, awaken 4—{5}{U}, reinforce 2—{1}{W}.
    NumberCost(Amount, Cost),
    /// What it is about: protection from black creatures, enchant creature, islandwalk, affinity for artifacts.
    Quality(Box<Filter>),
    /// A quality and a cost: equip Knight {1}, Plainscycling {2}, splice onto Arcane {1}{R}.
    QualityCost(Box<Filter>, Cost),
    /// Protection from everything (702.16j).
    Everything,
    /// From the color or kind chosen as linked slot `n` (607).
    Chosen(u8),
    /// A second set of characteristics: prototype {2}{R} — 3/2 (718.1).
    Prototype(ManaCost, i32, i32),
    /// What it asks of a starting deck: companion (702.139).
    Deck(Box<crate::DeckRule>),
    /// The name that both of a pair have: partner—survivors (702.124).
    Pair(Arc<str>),
    /// A creature type: champion an Elf, soulshift's kin, offering.
    Subtype(Subtype),
    /// The word of a keyword that a card file defines ([`Keyword::Own`]), with what stands behind it as printed: "zap 2".
    Own {
        /// The word in lower case.
        word: Arc<str>,
        /// All of it.
        printed: Arc<str>,
    },
}

/// A keyword ability an object has: the word, its parameter, and the abilities that the word stands for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct KeywordAbility {
    /// The word.
    pub keyword: Keyword,
    /// What stands behind it.
    pub param: KeywordParam,
    /// The abilities it means (702.1a), compiled from lawmage's own templates with the parameter filled in. Empty
    /// for keywords that the engine's own rules know (flying, trample, …).
    pub means: Arc<[Ability]>,
}

impl KeywordAbility {
    /// The activated ability that the word stands before: "Boast — {1}: …" (702.142a), "Exhaust — …" (702.177a), "Power-up — …"
    /// (2026:702.193a).
    #[must_use]
    pub fn prefixed(&self) -> Option<&crate::ActivatedAbility> {
        match (self.keyword, &*self.means) {
            (
                Keyword::Boast | Keyword::Exhaust | Keyword::Forecast | Keyword::PowerUp,
                [Ability::Activated(ability)],
            ) => Some(ability),
            _ => None,
        }
    }
}
