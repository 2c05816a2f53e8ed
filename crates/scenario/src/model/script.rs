//! Script entries.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess};
use serde_json::Value;

use super::either::{Either, any, either};
use super::{Expectation, Spanned, StepName};

/// One thing a player does, or a check in its place.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// In which turn.
    pub turn: u32,
    /// Of which game: 0 for the main game, 1 for a subgame, 2 for a subgame of that.
    #[serde(default)]
    pub subgame: u8,
    /// In which step.
    pub step: Option<StepName>,
    /// Who; the active player when absent.
    pub player: Option<String>,
    /// Plays a land.
    pub play: Option<String>,
    /// Casts a spell.
    pub cast: Option<String>,
    /// Activates an ability whose text starts so.
    pub activate: Option<String>,
    /// Activates a mana ability.
    pub mana: Option<String>,
    /// Turns a permanent face up.
    pub turn_face_up: Option<String>,
    /// Unlocks a door.
    pub unlock: Option<String>,
    /// Attacks with it.
    pub attack: Option<String>,
    /// Whom it attacks.
    pub defender: Option<String>,
    /// The band it attacks in.
    pub band: Option<Value>,
    /// Blocks with it.
    pub block: Option<String>,
    /// What it blocks.
    pub attacker: Option<String>,
    /// Passes until so much has resolved.
    pub resolve: Option<Resolve>,
    /// Suggests a shortcut, which is taken.
    pub shortcut: Option<ProposedShortcut>,
    /// Concedes.
    pub concede: Option<bool>,
    /// Puts counters on something, without any event.
    pub add_counters: Option<AddCounters>,
    /// Edits the position.
    pub set: Option<Edit>,
    /// Holds now.
    pub check: Option<Vec<Spanned<Expectation>>>,
    /// Targets, in the order asked for.
    pub targets: Option<OneOrMany>,
    /// The value of X.
    pub x: Option<u32>,
    /// Modes, counted from 1 or by their text.
    pub modes: Option<OneOrMany>,
    /// Alternative and additional costs, by name.
    pub with: Option<OneOrMany>,
    /// The source of the ability.
    pub source: Option<String>,
    /// Waits until that is on the stack.
    pub if_on_stack: Option<String>,
    /// Waits until that is not on the stack.
    pub if_not_on_stack: Option<String>,
    /// Waits until that is on top of the stack.
    pub if_on_top: Option<String>,
    /// Tells face-down permanents apart.
    pub cost: Option<String>,
    /// What the script calls the spell.
    #[serde(rename = "as")]
    pub alias: Option<String>,
    /// It must be refused, by that rule.
    pub fails: Option<Fails>,
}

impl Entry {
    /// Every reference to an object or player in it.
    #[must_use]
    pub fn references(&self) -> Vec<String> {
        let single = [
            &self.play,
            &self.cast,
            &self.turn_face_up,
            &self.attack,
            &self.defender,
            &self.block,
            &self.attacker,
            &self.source,
            &self.if_on_stack,
            &self.if_not_on_stack,
            &self.if_on_top,
        ];
        let mut all: Vec<String> = single.into_iter().filter_map(Clone::clone).collect();
        all.extend(self.targets.iter().flat_map(OneOrMany::texts));
        all.extend(self.add_counters.iter().map(|a| a.on.clone()));
        all
    }
}

/// A shortcut (729.2): `{repeat: 20}`, `{repeat: 20, actions: 2, shorten: {B: {round: 3}}}`, `{until: end}`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProposedShortcut {
    /// What was chosen since the player's last actions is repeated so many times.
    pub repeat: Option<u32>,
    /// Since how many actions of theirs.
    #[serde(default = "one_action")]
    pub actions: usize,
    /// All players pass until someone has priority in that step.
    pub until: Option<StepName>,
    /// In which turn; the entry's own when absent.
    pub turn: Option<u32>,
    /// Where players choose otherwise; those who are not named accept it.
    #[serde(default)]
    pub shorten: BTreeMap<String, ProposedPlace>,
}

/// A place in a shortcut: a choice that a player makes with priority.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProposedPlace {
    /// In which round of what is repeated, counted from 1.
    pub round: Option<u32>,
    /// In which step.
    pub step: Option<StepName>,
    /// In which turn.
    pub turn: Option<u32>,
    /// Which of the player's choices there, counted from 1.
    #[serde(default = "one_action")]
    pub choice: usize,
}

const fn one_action() -> usize {
    1
}

/// `fails: true` or `fails: "601.2c"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fails {
    /// By any rule.
    Flag(bool),
    /// By that rule.
    Rule(String),
}

/// `resolve: all` or `resolve: 2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolve {
    /// So many objects.
    Count(u32),
    /// `all`.
    Word(String),
}

/// One value or a list of them.
#[derive(Clone, Debug, PartialEq)]
pub enum OneOrMany {
    /// A list.
    Many(Vec<Value>),
    /// One.
    One(Value),
}

either!(Fails Resolve OneOrMany);

impl Either for Fails {
    const DUE: &'static str = "true or false or a rule in quotes";

    fn text(text: &str) -> Option<Self> {
        text.parse::<lawmage_ir::Rule>().is_ok().then(|| Self::Rule(text.to_owned()))
    }

    fn flag(flag: bool) -> Option<Self> {
        Some(Self::Flag(flag))
    }
}

impl Either for Resolve {
    const DUE: &'static str = "a number or the word all";

    fn text(text: &str) -> Option<Self> {
        (text == "all").then(|| Self::Word(text.to_owned()))
    }

    fn number(number: serde_json::Number) -> Option<Self> {
        number.as_u64().and_then(|n| u32::try_from(n).ok()).map(Self::Count)
    }
}

impl Either for OneOrMany {
    const DUE: &'static str = "text or a list";

    fn text(text: &str) -> Option<Self> {
        Some(Self::One(text.into()))
    }

    fn flag(flag: bool) -> Option<Self> {
        Some(Self::One(flag.into()))
    }

    fn number(number: serde_json::Number) -> Option<Self> {
        Some(Self::One(number.into()))
    }

    fn list<'de, A: SeqAccess<'de>>(list: SeqAccessDeserializer<A>) -> Result<Self, A::Error> {
        Vec::deserialize(list).map(Self::Many)
    }

    fn mapping<'de, A: MapAccess<'de>>(map: MapAccessDeserializer<A>) -> Result<Self, A::Error> {
        any(map).map(Self::One)
    }
}

impl OneOrMany {
    /// All of them, as text.
    #[must_use]
    pub fn texts(&self) -> Vec<String> {
        match self {
            Self::Many(values) => values.iter().map(text_of).collect(),
            Self::One(value) => vec![text_of(value)],
        }
    }
}

/// A scalar as text.
pub(crate) fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Puts counters on something.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddCounters {
    /// On what.
    pub on: String,
    /// Which.
    pub kind: String,
    /// How many.
    #[serde(default = "one")]
    pub count: u32,
}

const fn one() -> u32 {
    1
}

/// An edit of the position.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// The player's life total.
    pub life: Option<i32>,
    /// Day, night or neither.
    pub day_night: Option<String>,
}
