//! Questions, and what may be answered.

use serde::{Deserialize, Serialize};

use crate::observation::{Entity, Handle, Seat};

/// A question to one player, with every legal answer listed or spanned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Ask {
    /// Its number in this game; the answer names it.
    pub id: u32,
    /// Who is asked.
    pub player: Seat,
    /// What about, in one word: "priority", "attack", "targets".
    pub about: String,
    /// By which rule: "117.1".
    pub rule: String,
    /// The question in words.
    pub text: String,
    /// The object it is asked for: the spell cast, the ability resolving.
    pub source: Option<Handle>,
    /// The legal answers.
    pub domain: Domain,
    /// Some legal answer, for whoever doesn't care.
    pub default: Answer,
}

/// One thing that can be picked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Choice {
    /// In words.
    pub text: String,
    /// The object or player that it is, or that it is done with.
    pub entity: Option<Entity>,
    /// A mana ability (605), which is used while a cost is paid: seldom a reason to act by itself.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", ts(as = "Option<bool>", optional))]
    pub mana: bool,
}

/// The legal answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Domain {
    /// Pick at least `min` and at most `max` of the options.
    Pick {
        /// The options.
        options: Vec<Choice>,
        /// The least number.
        min: u32,
        /// The greatest number.
        max: u32,
        /// Not all such picks are legal: they must fit together, which the table judges.
        limited: bool,
    },
    /// A number.
    Number {
        /// The least.
        min: u32,
        /// The greatest.
        max: u32,
        /// Those between them that are no answer, rising.
        but: Vec<u32>,
    },
    /// All options, in an order.
    Order {
        /// The options.
        options: Vec<Choice>,
    },
    /// A total divided among the options.
    Divide {
        /// Among these.
        options: Vec<Choice>,
        /// How much in all.
        total: u32,
        /// The least for each.
        least: Vec<u32>,
        /// What each before the last needs before the last may get any; empty when there is no such rule (702.19b).
        needs: Vec<u32>,
    },
    /// Names of cards, of all there are (201.4).
    Name {
        /// How many.
        count: u32,
        /// Some of them, for whoever doesn't care to type: of the player's own cards and of those seen in the game.
        known: Vec<String>,
    },
    /// A declaration of attackers (508.1).
    Attack {
        /// Each creature that can attack, and what it can attack.
        attackers: Vec<CanAttack>,
    },
    /// A declaration of blockers (509.1).
    Block {
        /// Each creature that can block, and what it can block.
        blockers: Vec<CanBlock>,
        /// Each attacker that the player may have blocked, in the order they were declared.
        attackers: Vec<MayBeBlocked>,
    },
}

/// A creature that can attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct CanAttack {
    /// Which.
    pub creature: Choice,
    /// What it can attack.
    pub defenders: Vec<Choice>,
    /// It can be in a band with others (702.22).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", ts(as = "Option<bool>", optional))]
    pub banding: bool,
}

/// A creature that can block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct CanBlock {
    /// Which.
    pub creature: Choice,
    /// What it can block.
    pub attackers: Vec<Choice>,
}

/// An attacker that may be blocked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct MayBeBlocked {
    /// Which.
    pub creature: Choice,
    /// By how many creatures it is blocked at least, where it is blocked (702.111).
    pub least: u32,
}

/// An answer: of the kind of the question's domain. Everything but names is named by its place among what was offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// The options picked, in the order picked.
    Pick(Vec<u32>),
    /// A number.
    Number(u32),
    /// All options, in order.
    Order(Vec<u32>),
    /// An amount for each option.
    Divide(Vec<u32>),
    /// Names of cards.
    Name(Vec<String>),
    /// Attackers, each with what it attacks, and which of them are banded together.
    Attack(Attack),
    /// Blockers, each with what it blocks; a blocker of several stands several times.
    Block(Vec<Block>),
}

/// A declaration of attackers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Attack {
    /// Each attacker, and the place of what it attacks among its defenders.
    pub attackers: Vec<AttackBy>,
    /// Attackers banded together (508.1e), each band by the places of its creatures.
    #[serde(default)]
    pub bands: Vec<Vec<u32>>,
}

/// One creature's attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct AttackBy {
    /// The creature's place.
    pub attacker: u32,
    /// The place of what it attacks.
    pub defender: u32,
}

/// One creature's block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Block {
    /// The creature's place.
    pub blocker: u32,
    /// The place of what it blocks.
    pub attacker: u32,
}

/// A small step on the way to an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// This option is next, by its place: of picks, of an order; what the creature at hand attacks or blocks.
    Option(u32),
    /// No more: of picks; the creature at hand attacks nothing, or blocks nothing more; no more bands.
    Done,
    /// The number is from the first to the second: of a number, of the share of the recipient at hand.
    Between(u32, u32),
    /// This card name is next.
    Name(String),
    /// The creature at the first place among the attackers is banded with the one at the second.
    Band(u32, u32),
}
