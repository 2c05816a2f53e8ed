//! What a deck must be: 100.2, 100.4, 903.5, and the formats (100.6). Findings warn; they never stop a game.

use std::collections::BTreeMap;
use std::fmt;

use lawmage_ir::{CardType, ColorSet, Rule, Supertype, rule};
use serde::Serialize;

use super::{Copies, Deck, total_copies};
use crate::{CardPool, Legality, Result};

/// The way of playing that a deck is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Construction {
    /// 100.2a.
    Constructed,
    /// 100.2b.
    Limited,
    /// 903.5.
    Commander,
}

impl Construction {
    /// Commander when the list has a commander, else constructed.
    #[must_use]
    pub fn of(deck: &Deck) -> Self {
        if deck.commander.is_empty() { Self::Constructed } else { Self::Commander }
    }
}

/// Something about a deck that a rule does not allow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// What is wrong.
    pub what: String,
    /// The line of the list, where there is one.
    pub line: Option<usize>,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        write!(f, "{} ({})", self.what, self.rule)
    }
}

/// Checks a deck for a way of playing and, when given, for a format of the card data ("modern").
///
/// # Errors
/// When the database cannot be read.
pub fn check(deck: &Deck, pool: &CardPool, construction: Construction, format: Option<&str>) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    sizes(deck, construction, &mut findings);
    copies(deck, pool, construction, &mut findings)?;
    if construction == Construction::Commander {
        identity(deck, &mut findings);
    }
    if let Some(format) = format {
        legality(deck, pool, format, &mut findings)?;
    }
    findings.sort_by_key(|f| (f.line.is_some(), f.line));
    Ok(findings)
}

fn sizes(deck: &Deck, construction: Construction, findings: &mut Vec<Finding>) {
    let size = total_copies(&deck.main) + total_copies(&deck.commander);
    let mut add = |rule, what| findings.push(Finding { rule, what, line: None });
    match construction {
        // 100.2a
        Construction::Constructed if size < 60 => add(rule!("100.2a"), format!("{size} cards; a deck has at least 60")),
        // 100.2b
        Construction::Limited if size < 40 => {
            add(rule!("100.2b"), format!("{size} cards; a limited deck has at least 40"))
        }
        // 903.5a
        Construction::Commander if size != 100 => {
            add(rule!("903.5a"), format!("{size} cards; a Commander deck has exactly 100, its commander included"));
        }
        _ => {}
    }
    let sideboard = total_copies(&deck.sideboard);
    if construction == Construction::Constructed && sideboard > 15 {
        // 100.4a
        add(rule!("100.4a"), format!("{sideboard} cards in the sideboard; it has at most 15"));
    }
}

fn copies(deck: &Deck, pool: &CardPool, construction: Construction, findings: &mut Vec<Finding>) -> Result<()> {
    // 100.4a: deck and sideboard together. 100.2a, 903.5b: by English name.
    let mut by_name: BTreeMap<&str, (u32, &Copies)> = BTreeMap::new();
    for copies in deck.copies() {
        by_name.entry(&copies.card.name).or_insert((0, copies)).0 += copies.count;
    }
    for (name, (count, copies)) in by_name {
        let basic = copies
            .card
            .faces
            .first()
            .is_some_and(|f| f.supertypes.has(Supertype::Basic) && f.types.has(CardType::Land));
        let (most, rule) = match construction {
            Construction::Constructed => (4, rule!("100.2a")),
            Construction::Limited => continue,
            Construction::Commander => (1, rule!("903.5b")),
        };
        if basic || count <= most {
            continue;
        }
        let (source, _) = pool.source(copies.id)?;
        let own_limit = source.faces.iter().filter_map(|f| own_limit(&f.text)).max();
        let most = own_limit.unwrap_or(most);
        if count > most {
            let what = format!("{count} copies of {name}; at most {most}");
            findings.push(Finding { rule, what, line: Some(copies.line) });
        }
    }
    Ok(())
}

/// How many copies a card allows of itself: "A deck can have any number of cards named …", "… up to seven cards …".
fn own_limit(text: &str) -> Option<u32> {
    let rest = text.split_once("A deck can have ")?.1;
    if rest.starts_with("any number of cards") {
        return Some(u32::MAX);
    }
    let word = rest.strip_prefix("up to ")?.split(' ').next()?;
    let words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    words.iter().zip(1..).find(|(w, _)| **w == word).map(|(_, n)| n)
}

fn identity(deck: &Deck, findings: &mut Vec<Finding>) {
    // 903.5c
    let allowed = deck.commander.iter().fold(ColorSet::COLORLESS, |set, c| set.union(c.card.identity));
    for copies in &deck.main {
        let identity = copies.card.identity;
        if identity.intersection(allowed) != identity {
            let what = format!("{} has colors {identity:?}, the commander only {allowed:?}", copies.card.name);
            findings.push(Finding { rule: rule!("903.5c"), what, line: Some(copies.line) });
        }
    }
}

fn legality(deck: &Deck, pool: &CardPool, format: &str, findings: &mut Vec<Finding>) -> Result<()> {
    // 100.6: formats are the tournament rules'; what is legal is the data's word.
    let format = format.to_lowercase();
    let mut unknown = Vec::new();
    for copies in deck.copies() {
        let (_, legalities) = pool.source(copies.id)?;
        let name = &copies.card.name;
        let what = match legalities.get(&format) {
            _ if legalities.is_empty() => {
                unknown.push(name);
                continue;
            }
            Some(Legality::Legal) => continue,
            Some(Legality::Restricted) if copies.count <= 1 => continue,
            Some(Legality::Restricted) => format!("{name} is restricted to one copy in {format}"),
            Some(Legality::Banned) => format!("{name} is banned in {format}"),
            Some(Legality::NotLegal) | None => format!("{name} is not legal in {format}"),
        };
        findings.push(Finding { rule: rule!("100.6"), what, line: Some(copies.line) });
    }
    unknown.dedup();
    if let Some(first) = unknown.first() {
        let what = format!("the card data does not say what is legal for {} of the cards ({first} …)", unknown.len());
        findings.push(Finding { rule: rule!("100.6"), what, line: None });
    }
    Ok(())
}
