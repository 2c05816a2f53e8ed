//! The format of scenario files, as data.

mod either;
mod expect;
pub(crate) mod mistake;
mod parse;
mod script;
mod source;

use std::collections::BTreeMap;
use std::path::PathBuf;

use lawmage_ir::{Rule, Step};
use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess};
use serde_json::Value;
pub use serde_saphyr::Spanned;

use either::{Either, either};
pub use expect::{
    Ability, Attached, Can, CanAttack, Cards, CombatSet, Counters, Damage, DeckIs, Designation, Emblems, Expectation,
    IdentityIs, InGame, Life, ManaIs, NameIs, OfIs, OfIs2, Pt, ResultIs, ResultOf, StackIs, Stickers, Tapped,
    TopRevealed, Types,
};
pub use parse::{ParseError, parse, parse_each};
pub(crate) use script::text_of;
pub use script::{AddCounters, Edit, Entry, Fails, OneOrMany, ProposedPlace, ProposedShortcut, Resolve};
pub use source::{Source, Spot};

/// A rule that a scenario demonstrates: "702.19b", or "2026:701.63a" of a mechanic that is newer than the rules of February 2025.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cited {
    /// The rule.
    pub rule: Rule,
    /// Its number is that of the rulebook of 2026.
    pub later: bool,
}

impl<'de> Deserialize<'de> for Cited {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let (number, later) = text.strip_prefix("2026:").map_or((text.as_str(), false), |number| (number, true));
        let rule = number.parse().map_err(serde::de::Error::custom)?;
        Ok(Self { rule, later })
    }
}

/// A scenario.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// A stable name.
    pub id: Option<String>,
    /// What it shows, as a sentence.
    #[serde(default)]
    pub title: String,
    /// More about it.
    pub about: Option<String>,
    /// The rules it demonstrates.
    #[serde(default)]
    pub rules: Vec<Cited>,
    /// The kind of game.
    #[serde(default)]
    pub game: GameKind,
    /// Card definitions for this scenario alone, as in card files.
    #[serde(default)]
    pub cards: Option<Spanned<Vec<Value>>>,
    /// The players in turn order.
    pub players: Vec<Seat>,
    /// What they do.
    #[serde(default)]
    pub script: Vec<Spanned<Entry>>,
    /// What they answer, by player.
    #[serde(default)]
    pub answers: BTreeMap<String, Vec<Spanned<Value>>>,
    /// Where the game stops; without it, after the last entry.
    pub stop: Option<Stop>,
    /// What must hold then.
    #[serde(default)]
    pub expect: Vec<Spanned<Expectation>>,
    /// Decisions without an answer fail; `answers`: unused answers too.
    #[serde(default)]
    pub strict: Strict,
    /// What is done when no answer fits.
    #[serde(default)]
    pub unanswered: Unanswered,
    /// So many checks of the original could not be expressed.
    pub partial: Option<u32>,
    /// The library's order was random in the original.
    #[serde(default)]
    pub shuffled: bool,
    /// The folder of the file, from which paths of decks lead.
    #[serde(skip)]
    pub folder: Option<PathBuf>,
    /// The text it was read from.
    #[serde(skip)]
    pub source: Option<Source>,
}

/// The kind of game.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameKind {
    /// `two-player` when absent.
    pub format: Option<String>,
    /// For shuffles, coins and dice.
    #[serde(default)]
    pub seed: u64,
    /// Options of the format.
    #[serde(default)]
    pub options: BTreeMap<String, Value>,
    /// As at the top level.
    #[serde(default)]
    pub strict: bool,
}

/// A player and what they begin with.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    /// The name.
    pub name: String,
    /// Life, when it is not the format's.
    pub life: Option<i32>,
    /// Poison, energy and the like.
    #[serde(default)]
    pub counters: BTreeMap<String, u32>,
    /// The mana pool, as symbols: "{R}{R}".
    pub mana: Option<String>,
    /// The deck.
    pub deck: Option<Deck>,
    /// Mana comes only from `mana` entries and the pool.
    #[serde(default)]
    pub manual_payment: bool,
    /// 403.
    #[serde(default)]
    pub battlefield: Vec<Spanned<Placed>>,
    /// 402.
    #[serde(default)]
    pub hand: Vec<Spanned<Placed>>,
    /// 401, top first.
    pub library: Option<Vec<Spanned<Placed>>>,
    /// 404.
    #[serde(default)]
    pub graveyard: Vec<Spanned<Placed>>,
    /// 406.
    #[serde(default)]
    pub exile: Vec<Spanned<Placed>>,
    /// 408.
    #[serde(default)]
    pub command: Vec<Spanned<Placed>>,
    /// 100.4.
    #[serde(default)]
    pub sideboard: Vec<Spanned<Placed>>,
    /// The Attraction deck (717.2), top first.
    #[serde(default)]
    pub attractions: Vec<String>,
    /// The sticker sheets that they have access to (123.2c).
    #[serde(default)]
    pub sticker_sheets: Vec<Sheet>,
}

/// A sticker sheet (123.2).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// What it is called.
    #[serde(default)]
    pub sheet: String,
    /// Its stickers.
    pub stickers: Vec<Spanned<StickerSpec>>,
}

/// A sticker: one of the four kinds (123.1).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StickerSpec {
    /// The words of a name sticker.
    pub name: Option<String>,
    /// The text of an ability sticker.
    pub ability: Option<String>,
    /// A power and toughness sticker: "4/4".
    pub pt: Option<String>,
    /// What is seen on an art sticker.
    pub art: Option<String>,
    /// The ticket cost (123.3c).
    #[serde(default)]
    pub tickets: u32,
}

/// A sticker that is on a card of the position: what it says, or with its place in the name.
#[derive(Clone, Debug)]
pub enum StuckOn {
    /// What it says; a name sticker's words stand at the end.
    Short(String),
    /// With the place of its words.
    Long(StuckAt),
}

/// A sticker with the place of its words.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StuckAt {
    /// What it says.
    pub sticker: String,
    /// After how many words of the name.
    pub after: u32,
}

either!(StuckOn Deck Placed Strict);

impl Either for StuckOn {
    const DUE: &'static str = "text, or a mapping with sticker and after";

    fn text(text: &str) -> Option<Self> {
        Some(Self::Short(text.to_owned()))
    }

    fn mapping<'de, A: MapAccess<'de>>(map: MapAccessDeserializer<A>) -> Result<Self, A::Error> {
        StuckAt::deserialize(map).map(Self::Long)
    }
}

impl Either for Deck {
    const DUE: &'static str = "text or a list of cards";

    fn text(text: &str) -> Option<Self> {
        Some(Self::Named(text.to_owned()))
    }

    fn list<'de, A: SeqAccess<'de>>(list: SeqAccessDeserializer<A>) -> Result<Self, A::Error> {
        Vec::deserialize(list).map(Self::Cards)
    }
}

impl Either for Placed {
    const DUE: &'static str = "text or a mapping with the key card";

    fn text(text: &str) -> Option<Self> {
        Some(Self::Short(text.to_owned()))
    }

    fn mapping<'de, A: MapAccess<'de>>(map: MapAccessDeserializer<A>) -> Result<Self, A::Error> {
        PlacedCard::deserialize(map).map(Self::Long)
    }
}

impl Either for Strict {
    const DUE: &'static str = "true or false or the word answers";

    fn text(text: &str) -> Option<Self> {
        (text == "answers").then(|| Self::Word(text.to_owned()))
    }

    fn flag(flag: bool) -> Option<Self> {
        Some(Self::Flag(flag))
    }
}

/// A deck.
#[derive(Clone, Debug)]
pub enum Deck {
    /// A starter deck's name, or the path of a decklist.
    Named(String),
    /// Its cards, in the order in which they are drawn.
    Cards(Vec<Placed>),
}

impl Seat {
    /// Whether something stands where only a game that has begun puts it.
    pub(crate) const fn has_begun(&self) -> bool {
        !self.battlefield.is_empty()
            || !self.hand.is_empty()
            || !self.graveyard.is_empty()
            || !self.exile.is_empty()
            || self.library.is_some()
    }

    /// Whether the deck is a list, whose order is kept.
    pub(crate) const fn is_listed(&self) -> bool {
        matches!(self.deck, Some(Deck::Cards(_)))
    }
}

/// A card in a zone: `Name`, `N Name`, or a mapping.
#[derive(Clone, Debug)]
pub enum Placed {
    /// `Name` or `N Name`.
    Short(String),
    /// With more about it.
    Long(PlacedCard),
}

/// A card in a zone with more about it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacedCard {
    /// The card.
    pub card: String,
    /// How many.
    pub count: Option<u32>,
    /// What the script calls it.
    #[serde(rename = "as")]
    pub alias: Option<String>,
    /// Tapped.
    #[serde(default)]
    pub tapped: bool,
    /// Its counters.
    #[serde(default)]
    pub counters: BTreeMap<String, u32>,
    /// What it is attached to.
    pub attached_to: Option<String>,
    /// Which face is up.
    pub face: Option<String>,
    /// Face down.
    #[serde(default)]
    pub face_down: bool,
    /// Came under its controller's control this turn (302.6).
    #[serde(default)]
    pub sick: bool,
    /// Its owner, when it is another player.
    pub owner: Option<String>,
    /// Stickers on it, of its owner's sheets, oldest first.
    #[serde(default)]
    pub stickers: Vec<StuckOn>,
}

impl Placed {
    /// The long form.
    #[must_use]
    pub fn long(&self) -> PlacedCard {
        match self {
            Self::Long(card) => card.clone(),
            Self::Short(text) => {
                let counted = text.split_once(' ').and_then(|(n, name)| Some((n.parse().ok()?, name)));
                let (count, name) = counted.unwrap_or((1, text));
                PlacedCard { card: name.to_owned(), count: Some(count), ..PlacedCard::default() }
            }
        }
    }
}

/// Where the game stops.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stop {
    /// The turn.
    pub turn: u32,
    /// The step.
    pub step: StepName,
    /// Where in the step.
    #[serde(default)]
    pub at: At,
}

/// Where in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum At {
    /// As it is about to begin.
    Start,
    /// At the first priority with nothing left in the script for it.
    #[default]
    Priority,
    /// When it is over.
    End,
}

/// What is done when no answer fits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unanswered {
    /// Declines what is optional, takes the first legal option.
    #[default]
    Decline,
    /// Accepts what is optional.
    Accept,
}

/// How strictly answers are held to.
#[derive(Clone, Debug)]
pub enum Strict {
    /// Decisions without an answer fail.
    Flag(bool),
    /// `answers`: unused answers fail too.
    Word(String),
}

impl Default for Strict {
    fn default() -> Self {
        Self::Flag(false)
    }
}

/// A step's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the steps as the format calls them")]
pub enum StepName {
    Untap,
    Upkeep,
    Draw,
    Main,
    BeginCombat,
    DeclareAttackers,
    DeclareBlockers,
    FirstStrikeDamage,
    CombatDamage,
    EndOfCombat,
    Main2,
    End,
    Cleanup,
}

impl StepName {
    /// The step.
    #[must_use]
    pub const fn step(self) -> Step {
        match self {
            Self::Untap => Step::Untap,
            Self::Upkeep => Step::Upkeep,
            Self::Draw => Step::Draw,
            Self::Main => Step::Main,
            Self::BeginCombat => Step::BeginCombat,
            Self::DeclareAttackers => Step::DeclareAttackers,
            Self::DeclareBlockers => Step::DeclareBlockers,
            Self::FirstStrikeDamage => Step::FirstStrikeDamage,
            Self::CombatDamage => Step::CombatDamage,
            Self::EndOfCombat => Step::EndCombat,
            Self::Main2 => Step::Main2,
            Self::End => Step::End,
            Self::Cleanup => Step::Cleanup,
        }
    }
}
