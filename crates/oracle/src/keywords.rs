//! What keyword abilities mean: definitions in our own templated English (`keywords.txt`), filled in with a keyword's
//! parameter and compiled like any card's text (702.1).

use std::borrow::Cow;
use std::sync::LazyLock;

use lawmage_ir::Keyword;
use serde::{Deserialize, Serialize};

const DEFINITIONS: &str = include_str!("keywords.txt");

/// What stands behind a keyword where it is printed, as text to fill into its definition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filling {
    /// The number: "2", "X".
    pub number: Option<String>,
    /// The cost as printed: "{2}", "Pay 2 life".
    pub cost: Option<String>,
    /// The quality as printed: "artifacts", "Knight".
    pub quality: Option<String>,
}

/// A definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Definition {
    /// The keyword, in lower case.
    pub word: String,
    /// What its parameter must have.
    pub shape: Shape,
    /// Its abilities.
    pub lines: Vec<Cow<'static, str>>,
    /// Whether reminder texts were all there was to learn it from.
    pub learnt: bool,
}

/// What stands behind a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Shape {
    /// A number: "zap 2".
    pub number: bool,
    /// A cost: "zap {2}", "zap—Pay 2 life".
    pub cost: bool,
    /// A quality: "zap artifacts".
    pub quality: bool,
}

static TABLE: LazyLock<Vec<Definition>> = LazyLock::new(|| {
    let mut table: Vec<Definition> = Vec::new();
    for line in DEFINITIONS.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
        if let Some(head) = line.strip_prefix("= ") {
            table.push(header(head));
        } else if let Some(last) = table.last_mut() {
            last.lines.push(line.into());
        }
    }
    table
});

pub(crate) fn header(head: &str) -> Definition {
    let mut shape = Shape::default();
    let mut word = head;
    while let Some((rest, last)) = word.rsplit_once(' ') {
        match last {
            "n" => shape.number = true,
            "cost" => shape.cost = true,
            "quality" => shape.quality = true,
            _ => break,
        }
        word = rest;
    }
    Definition { word: word.to_owned(), shape, lines: Vec::new(), learnt: false }
}

/// The lines that define the keyword with such a parameter; `None` where there is no definition.
#[must_use]
pub fn definition(word: &str, filling: &Filling) -> Option<Vec<String>> {
    let shape =
        Shape { number: filling.number.is_some(), cost: filling.cost.is_some(), quality: filling.quality.is_some() };
    let is_x = filling.number.as_deref() == Some("X");
    let of_x = |d: &&Definition| is_x && d.shape == shape && d.word.strip_suffix(" x") == Some(word);
    let of_quality = |d: &&Definition| {
        let named = |quality: &String| d.word.strip_prefix(word).and_then(|w| w.strip_prefix(' ')) == Some(quality);
        filling.quality.as_ref().is_some_and(named) && d.shape == Shape { quality: false, ..shape }
    };
    let found = TABLE
        .iter()
        .find(of_x)
        .or_else(|| TABLE.iter().find(of_quality))
        .or_else(|| TABLE.iter().find(|d| d.word == word && d.shape == shape))?;
    Some(found.lines.iter().map(|line| fill(line, filling)).collect())
}

pub(crate) fn fill(line: &str, filling: &Filling) -> String {
    let mut text = line.to_owned();
    if let Some(number) = &filling.number {
        text = text.replace("[n]", number);
    }
    if let Some(quality) = &filling.quality {
        text = text.replace("[quality]", quality);
    }
    if let Some(cost) = &filling.cost {
        // 702.24a: which of "{W} or {U}" is paid is chosen for each counter.
        let hybrid = if text.contains("[pay cost] for each") { as_hybrid(cost) } else { None };
        let cost = hybrid.as_deref().unwrap_or(cost);
        let bare = cost.strip_prefix("Pay ").unwrap_or(cost);
        text = text.replace("paying [cost]", &format!("paying {bare}"));
        text = text.replace("[cost]", cost).replace("[pay cost]", &pay(cost)).replace("[pays cost]", &pays(cost));
    }
    text
}

/// "{W} or {U}" as the hybrid symbol that is paid alike.
fn as_hybrid(cost: &str) -> Option<String> {
    let color = |symbol: &str| {
        let symbol = symbol.trim_start_matches("Pay ").trim_start_matches("pay ");
        let inner = symbol.strip_prefix('{')?.strip_suffix('}')?;
        matches!(inner, "W" | "U" | "B" | "R" | "G").then(|| inner.to_owned())
    };
    let (one, other) = cost.split_once(" or ")?;
    Some(format!("{{{}/{}}}", color(one)?, color(other)?))
}

/// The cost as an order: "pay {2}", "discard a card".
fn pay(cost: &str) -> String {
    if cost.starts_with('{') {
        return format!("pay {cost}");
    }
    let mut chars = cost.chars();
    chars.next().map(|first| first.to_lowercase().chain(chars).collect()).unwrap_or_default()
}

/// The cost as a third person does it: "pays {2}", "discards a card".
fn pays(cost: &str) -> String {
    let order = pay(cost);
    match order.split_once(' ') {
        Some((verb, rest)) => format!("{verb}s {rest}"),
        None => format!("{order}s"),
    }
}

/// The lines of every definition, filled in with something, by its word: for tests.
#[cfg(test)]
pub(crate) fn samples() -> Vec<(String, Vec<String>)> {
    TABLE
        .iter()
        .map(|d| {
            let filling = Filling {
                number: d.shape.number.then(|| "2".into()),
                cost: d.shape.cost.then(|| "{2}".into()),
                quality: d.shape.quality.then(|| if d.word == "affinity" { "artifacts" } else { "Knight" }.into()),
            };
            (d.word.clone(), d.lines.iter().map(|l| fill(l, &filling)).collect())
        })
        .collect()
}

/// Keywords that the engine's own rules know, so that their [`means`](lawmage_ir::KeywordAbility::means) is empty.
#[must_use]
pub const fn is_machinery(keyword: Keyword) -> bool {
    matches!(
        keyword,
        Keyword::Deathtouch
            | Keyword::Defender
            | Keyword::DoubleStrike
            | Keyword::Enchant
            | Keyword::FirstStrike
            | Keyword::Flash
            | Keyword::Flying
            | Keyword::Haste
            | Keyword::Hexproof
            | Keyword::Indestructible
            | Keyword::Intimidate
            | Keyword::Landwalk
            | Keyword::Lifelink
            | Keyword::Protection
            | Keyword::Reach
            | Keyword::Shroud
            | Keyword::Trample
            | Keyword::TrampleOverPlaneswalkers
            | Keyword::Vigilance
            | Keyword::Menace
            | Keyword::Fear
            | Keyword::Shadow
            | Keyword::Horsemanship
            | Keyword::Skulk
            | Keyword::Wither
            | Keyword::Infect
            | Keyword::Toxic
            | Keyword::Phasing
            | Keyword::Banding
            | Keyword::BandsWithOther
            // 702.158: a state-based action.
            | Keyword::SpaceSculptor
            | Keyword::SplitSecond
            // 702.50, 702.99, 2026:702.192: as it resolves.
            | Keyword::Epic
            | Keyword::Paradigm
            | Keyword::Cipher
            | Keyword::Convoke
            | Keyword::Delve
            | Keyword::Improvise
            | Keyword::Assist
            // 702.150: as it enters.
            | Keyword::Compleated
            // 702.131, 702.179, 702.120: state-based actions and additional costs of their own.
            | Keyword::Ascend
            | Keyword::StartYourEngines
            | Keyword::Escalate
            // 702.47: read with its quality, used as a spell is cast.
            | Keyword::Splice
            // 702.145: day and night.
            | Keyword::Daybound
            | Keyword::Nightbound
            // 702.124: deck construction only.
            | Keyword::Partner
            | Keyword::ChooseABackground
            | Keyword::DoctorsCompanion
            | Keyword::FriendsForever
            | Keyword::Fuse
            // 702.154: an optional cost to attack.
            | Keyword::Enlist
            // 702.106: as the game begins.
            | Keyword::HiddenAgenda
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_definition_names_a_keyword() {
        for definition in TABLE.iter() {
            let word = match definition.word.as_str() {
                "multikicker" => "kicker",
                "commander ninjutsu" => "ninjutsu", // 702.49d
                "equip planeswalker" => "equip",    // 702.6e
                "megamorph" => "morph",
                "partner" => continue,
                "crew otherwise" => "crew", // 118.9
                "sunburst creature" | "sunburst other" => "sunburst",
                "bloodthirst x" => "bloodthirst", // 702.54b
                word => word,
            };
            assert!(Keyword::from_word(word).is_some_and(|k| !is_machinery(k)), "{word}");
            assert!(!definition.lines.is_empty(), "{word}");
        }
    }

    #[test]
    fn costs_are_conjugated() {
        let filling = Filling { cost: Some("Pay 2 life".into()), ..Filling::default() };
        let lines = definition("ward", &filling).unwrap_or_default();
        assert!(lines.iter().any(|l| l.ends_with("unless its controller pays 2 life.")), "{lines:?}");
        assert_eq!(pays("{2}"), "pays {2}");
        assert_eq!(pays("Discard a card"), "discards a card");
    }
}
