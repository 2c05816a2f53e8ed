//! What a deck must be: 100.2, 100.4, 903.5, and the formats (100.6). Findings warn; they never stop a game.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use lawmage_ir::{CardType, ColorSet, Rule, Subtype, Supertype, rule};
use lawmage_oracle::CardSource;
use serde::Serialize;

use super::eligible::{are_partners, can_be_commander, leads_in_brawl};
use super::{Copies, Deck, oathbreaker, supplementary};
use crate::suggest::nearest;
use crate::{CardPool, Error, Legality, Result};

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
    /// A Commander deck of the Brawl option (903.12).
    Brawl,
    /// A planeswalker, its signature spell and 58 cards: a format of its own, of which the rules don't speak (100.6).
    Oathbreaker,
}

impl Construction {
    /// Oathbreaker when a signature spell stands beside a commander, Commander when the list has another one, else constructed.
    #[must_use]
    pub fn of(deck: &Deck) -> Self {
        if oathbreaker::has_signature(deck) {
            return Self::Oathbreaker;
        }
        if deck.commander.is_empty() { Self::Constructed } else { Self::Commander }
    }

    /// How many cards a deck with a commander has, no fewer and no more (903.5a, 903.12d), and the rule.
    const fn exact_size(self) -> Option<(u32, Rule)> {
        match self {
            Self::Constructed | Self::Limited => None,
            Self::Commander => Some((100, rule!("903.5a"))),
            Self::Brawl => Some((60, rule!("903.12d"))),
            Self::Oathbreaker => Some((60, rule!("100.6"))),
        }
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
/// When the database cannot be read, or the card data doesn't know the format.
pub fn check(deck: &Deck, pool: &CardPool, construction: Construction, format: Option<&str>) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    sizes(deck, construction, &mut findings);
    attractions(deck, construction, &mut findings);
    copies(deck, pool, construction, &mut findings)?;
    if construction.exact_size().is_some() {
        match construction {
            Construction::Oathbreaker => oathbreaker::check(deck, pool, &mut findings)?,
            _ => commanders(deck, pool, construction, &mut findings)?,
        }
        identity(deck, pool, construction, &mut findings)?;
    }
    supplementary::check(deck, &mut findings);
    if let Some(format) = format {
        legality(deck, pool, format, &mut findings)?;
    }
    findings.sort_by_key(|f| (f.line.is_some(), f.line));
    Ok(findings)
}

fn sizes(deck: &Deck, construction: Construction, findings: &mut Vec<Finding>) {
    // 717.2: Attractions count toward no size.
    let counted = |part: &[Copies]| {
        part.iter()
            .filter(|copies| !copies.card.is_attraction())
            .fold(0_u32, |sum, copies| sum.saturating_add(copies.count))
    };
    let size = counted(&deck.main) + counted(&deck.commander);
    let mut add = |rule, what| findings.push(Finding { rule, what, line: None });
    match construction {
        // 100.2a
        Construction::Constructed if size < 60 => add(rule!("100.2a"), format!("{size} cards; a deck has at least 60")),
        // 100.2b
        Construction::Limited if size < 40 => {
            add(rule!("100.2b"), format!("{size} cards; a limited deck has at least 40"))
        }
        _ => {}
    }
    if let Some((exact, rule)) = construction.exact_size()
        && size != exact
    {
        let (word, leads) = match construction {
            Construction::Oathbreaker => ("an Oathbreaker", "oathbreaker and signature spell"),
            Construction::Brawl => ("a Brawl", "commander"),
            _ => ("a Commander", "commander"),
        };
        add(rule, format!("{size} cards; {word} deck has exactly {exact}, its {leads} included"));
    }
    let sideboard = counted(&deck.sideboard);
    if construction == Construction::Constructed && sideboard > 15 {
        // 100.4a
        add(rule!("100.4a"), format!("{sideboard} cards in the sideboard; it has at most 15"));
    }
}

/// The Attractions of a list are a deck of their own: of ten and more with different names (717.2a), in limited play of three
/// and more (717.2b).
fn attractions(deck: &Deck, construction: Construction, findings: &mut Vec<Finding>) {
    let all: Vec<&Copies> = deck.copies().filter(|copies| copies.card.is_attraction()).collect();
    if all.is_empty() {
        return;
    }
    let (least, rule) = match construction {
        Construction::Limited => (3, rule!("717.2b")),
        _ => (10, rule!("717.2a")),
    };
    let count = all.iter().fold(0_u32, |sum, copies| sum.saturating_add(copies.count));
    if count < least {
        let what = format!("{count} Attractions; an Attraction deck has at least {least}");
        findings.push(Finding { rule, what, line: None });
    }
    if construction == Construction::Limited {
        return;
    }
    for (name, (count, copies)) in by_name(deck) {
        if copies.card.is_attraction() && count > 1 {
            let what = format!("{count} Attractions named {name}; each has a different name");
            findings.push(Finding { rule, what, line: Some(copies.line) });
        }
    }
}

/// All copies of each card, the first line it stands on. 100.4a: deck and sideboard together. 100.2a, 903.5b: by English name.
fn by_name(deck: &Deck) -> BTreeMap<&str, (u32, &Copies)> {
    let mut by_name: BTreeMap<&str, (u32, &Copies)> = BTreeMap::new();
    for copies in deck.copies() {
        let sum = &mut by_name.entry(&copies.card.name).or_insert((0, copies)).0;
        *sum = sum.saturating_add(copies.count);
    }
    by_name
}

fn copies(deck: &Deck, pool: &CardPool, construction: Construction, findings: &mut Vec<Finding>) -> Result<()> {
    for (name, (count, copies)) in by_name(deck) {
        let (most, rule) = match construction {
            Construction::Constructed => (4, rule!("100.2a")),
            Construction::Limited => continue,
            Construction::Commander | Construction::Brawl | Construction::Oathbreaker => (1, rule!("903.5b")),
        };
        if is_basic(copies) || copies.card.is_attraction() || count <= most {
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

fn commanders(deck: &Deck, pool: &CardPool, construction: Construction, findings: &mut Vec<Finding>) -> Result<()> {
    let brawl = construction == Construction::Brawl;
    let can_be_commander = |card: &CardSource| can_be_commander(card) || (brawl && leads_in_brawl(card));
    let mut add = |rule, what, line| findings.push(Finding { rule, what, line });
    let mut sources = Vec::new();
    for copies in &deck.commander {
        sources.push((pool.source(copies.id)?.0, copies));
    }
    match sources.as_slice() {
        [] => add(
            rule!("903.3"),
            "no commander is named: put it under a line “Commander”, or give --commander CARD".into(),
            None,
        ),
        [(one, at)] if !can_be_commander(one) => {
            let (kind, rule) = if brawl {
                ("no legendary creature or planeswalker", rule!("903.12c"))
            } else {
                ("no legendary creature", rule!("903.3"))
            };
            add(rule, format!("{} can't be a commander: it is {kind}", one.name), Some(at.line));
        }
        [(_, at)] if at.count > 1 => add(rule!("903.3"), format!("{} commanders of one name", at.count), Some(at.line)),
        [_] => {}
        [(one, _), (other, at)] if !are_partners(one, other) => {
            let what = format!("{} and {} can't be commanders together", one.name, other.name);
            add(rule!("702.124a"), what, Some(at.line));
        }
        [_, _] => {}
        more => {
            // No partner ability lets there be more than two.
            add(rule!("702.124g"), format!("{} commanders; a deck has one, or two that are partners", more.len()), None)
        }
    }
    Ok(())
}

fn identity(deck: &Deck, pool: &CardPool, construction: Construction, findings: &mut Vec<Finding>) -> Result<()> {
    if deck.commander.is_empty() {
        return Ok(());
    }
    let signature = |c: &&Copies| construction == Construction::Oathbreaker && c.card.is_instant_or_sorcery();
    let leaders = deck.commander.iter().filter(|c| !signature(c));
    let allowed = leaders.fold(ColorSet::COLORLESS, |set, c| set.union(c.card.identity));
    let off = |copies: &&Copies| copies.card.identity.intersection(allowed) != copies.card.identity;
    let spells = deck.commander.iter().filter(signature);
    let mut strangers: Vec<&Copies> = spells.chain(&deck.main).filter(off).collect();
    // 903.4b: the color that a commander's owner chooses is in its color identity; which it is, the list does not tell.
    let mut choosing = 0;
    for commander in &deck.commander {
        choosing += usize::from(pool.source(commander.id)?.0.faces.iter().any(|f| chooses_color(&f.text)));
    }
    let wanted = strangers.iter().fold(ColorSet::COLORLESS, |set, c| set.union(c.card.identity));
    if wanted.iter().filter(|color| !allowed.has(*color)).count() <= choosing {
        return Ok(());
    }
    // 903.12e: with a colorless commander, basic lands of one type.
    let lands = basic_land_types(&strangers);
    if construction == Construction::Brawl && allowed.is_empty() && lands.len() == 1 {
        strangers.retain(|copies| !is_basic(copies));
    }
    for copies in strangers {
        let leader = if construction == Construction::Oathbreaker { "oathbreaker" } else { "commander" };
        let what =
            format!("{} is {}, the {leader} {}", copies.card.name, colors(copies.card.identity), colors(allowed));
        // A basic land type counts by the mana it makes.
        let land =
            copies.card.faces.first().is_some_and(|f| f.subtypes.listed.iter().any(|s| s.basic_land_color().is_some()));
        let rule = if land { rule!("903.5d") } else { rule!("903.5c") };
        findings.push(Finding { rule, what, line: Some(copies.line) });
    }
    Ok(())
}

/// "If ~ is your commander, choose a color before the game begins." (903.4b)
fn chooses_color(text: &str) -> bool {
    text.contains("is your commander, choose a color before the game begins")
}

fn is_basic(copies: &Copies) -> bool {
    copies.card.faces.first().is_some_and(|f| f.supertypes.has(Supertype::Basic) && f.types.has(CardType::Land))
}

/// The basic land types of the basic lands among those.
fn basic_land_types(among: &[&Copies]) -> BTreeSet<Subtype> {
    let faces = among.iter().filter(|c| is_basic(c)).filter_map(|c| c.card.faces.first());
    faces.flat_map(|f| f.subtypes.listed.iter().copied()).filter(|s| s.basic_land_color().is_some()).collect()
}

fn colors(set: ColorSet) -> String {
    let words: Vec<&str> = set.iter().map(lawmage_ir::Color::word).collect();
    if words.is_empty() { "colorless".into() } else { words.join("-") }
}

fn legality(deck: &Deck, pool: &CardPool, format: &str, findings: &mut Vec<Finding>) -> Result<()> {
    // 100.6: formats are the tournament rules'; what is legal is the data's word.
    let format = known_format(pool, format)?;
    let mut unknown: Vec<&str> = Vec::new();
    for (name, (count, copies)) in by_name(deck) {
        let (_, legalities) = pool.source(copies.id)?;
        let what = match legalities.get(format) {
            _ if legalities.is_empty() => {
                unknown.push(name);
                continue;
            }
            Some(Legality::Legal) => continue,
            Some(Legality::Restricted) if count <= 1 => continue,
            Some(Legality::Restricted) => format!("{name} is restricted to one copy in {format}"),
            Some(Legality::Banned) => format!("{name} is banned in {format}"),
            Some(Legality::NotLegal) | None => format!("{name} is not legal in {format}"),
        };
        findings.push(Finding { rule: rule!("100.6"), what, line: Some(copies.line) });
    }
    if let Some(first) = unknown.first() {
        let what = format!("the card data does not say what is legal for {} of the cards ({first} …)", unknown.len());
        findings.push(Finding { rule: rule!("100.6"), what, line: None });
    }
    Ok(())
}

/// The format of that name that the card data speaks of.
///
/// # Errors
/// When there is none, with the nearest.
pub fn known_format<'p>(pool: &'p CardPool, format: &str) -> Result<&'p str> {
    let wanted = format.to_lowercase();
    let formats = pool.formats();
    if let Some(found) = formats.iter().find(|f| **f == wanted) {
        return Ok(found);
    }
    if formats.is_empty() {
        let hint = "MTGJSON's AtomicCards and Scryfall's oracle-cards say it: lawmage cards import PATH";
        return Err(Error::new("the cards at hand don't tell in which formats they are legal").hint(hint));
    }
    let near = nearest(&wanted, formats.iter().map(String::as_str), 2);
    let hint = if near.is_empty() {
        format!("it tells of {}", formats.join(", "))
    } else {
        format!("did you mean {}?", near.join(" or "))
    };
    Err(Error::new(format!("the card data knows no format “{format}”")).hint(hint))
}
