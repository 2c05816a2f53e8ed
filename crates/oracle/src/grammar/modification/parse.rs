//! What objects are and become: descriptions with power and toughness, colors, types and abilities (205.1, 613.1).

use std::sync::Arc;

use lawmage_ir::{
    Amount, CardType, Color, ColorSet, Modification, Ref, Selector, Subtype, SubtypeKind, SubtypeSet, Supertype,
    SupertypeSet, TypeLine, ValueKind,
};

use super::exceptions::exceptions;
use crate::grammar::noun::word::{card_type, subtype};
use crate::grammar::{amount, continuous, reference, selector};
use crate::lex::TokenKind;
use crate::parse::{Handle, Parser, Sort};

/// A described object: "a 2/2 white and blue Bird artifact creature with flying".
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Described {
    /// Power and toughness.
    pub size: Option<(Amount, Amount)>,
    /// Colors, when named; empty for "colorless".
    pub colors: Option<ColorSet>,
    /// The types named.
    pub line: TypeLine,
    /// Abilities after "with".
    pub abilities: Vec<Modification>,
    /// Whether a type was named by a card type word.
    pub creature: bool,
    /// Its name.
    pub name: Option<Arc<str>>,
}

/// "is …", "becomes …", "isn't a creature": that grants no ability (113.12).
pub fn verb(p: &mut Parser<'_>) -> Option<Vec<Modification>> {
    p.attempt(|p| {
        if let Some(supertype) = p.attempt(supertype_lost) {
            return Some(vec![Modification::RemoveSupertype(supertype)]);
        }
        if p.eat("isn't a") || p.eat("aren't") || p.eat("isn't an") {
            let (card_type, _) = card_type(p.word())?;
            p.advance();
            return Some(vec![Modification::RemoveType(card_type)]);
        }
        // "has the chosen creature type in addition to its other types"
        if p.at_any(&["has the chosen creature type in addition", "have the chosen creature type in addition"]) {
            p.advance();
            return chosen_type(p, false);
        }
        let becomes = p.eat_any(&["is", "are", "becomes", "become"])? >= 2;
        complement(p, becomes)
    })
}

/// "isn't snow", "is no longer legendary".
fn supertype_lost(p: &mut Parser<'_>) -> Option<Supertype> {
    p.eat_any(&["isn't", "aren't", "is no longer", "are no longer"])?;
    let supertype = supertype(p.word())?;
    p.advance();
    Some(supertype)
}

/// A supertype that effects give and take (205.4b-c).
fn supertype(word: &str) -> Option<Supertype> {
    match word {
        "legendary" => Some(Supertype::Legendary),
        "snow" => Some(Supertype::Snow),
        "basic" => Some(Supertype::Basic),
        _ => None,
    }
}

/// What "it's" says of something: "an Insect creature in addition to its other types".
pub fn described_as(p: &mut Parser<'_>) -> Option<Vec<Modification>> {
    complement(p, false)
}

/// After "becomes" or "is".
fn complement(p: &mut Parser<'_>, becomes: bool) -> Option<Vec<Modification>> {
    if p.eat("a copy of") || p.eat("copies of") {
        return copy(p);
    }
    if p.eat("every creature type") || p.eat("all creature types") {
        return Some(vec![Modification::AllCreatureTypes]);
    }
    let every = p.eat_any(&[
        "every basic land type in addition to their other types",
        "every basic land type in addition to its other types",
        "every land type in addition to their other types",
        "every land type in addition to its other types",
    ]);
    if let Some(which) = every {
        let subtypes =
            if which < 2 { Subtype::BASIC_LANDS.into_iter().collect() } else { super::table::every_land_type() };
        return Some(vec![Modification::AddTypes(TypeLine { subtypes, ..TypeLine::default() })]);
    }
    if p.eat("the chosen color") || p.eat("that color") {
        let linked = p.scope.face.color?;
        return match in_addition(p)? {
            (false, false) => Some(vec![Modification::SetChosenColor(linked)]),
            (false, true) => Some(vec![Modification::AddChosenColor(linked)]),
            _ => p.fail("colors"),
        };
    }
    if becomes && let Some(several) = p.eat_any(&["the color of your choice", "the color or colors of your choice"]) {
        let linked = p.scope.choose(if several == 1 { ValueKind::Colors } else { ValueKind::Color })?;
        return Some(vec![Modification::SetChosenColor(linked)]);
    }
    if let Some(mods) = p.attempt(|p| chosen_type(p, becomes)) {
        return Some(mods);
    }
    if p.eat("named") {
        return crate::grammar::effect::token_named(p).map(|name| vec![Modification::SetName(name)]);
    }
    if p.eat("all colors") {
        return Some(vec![Modification::SetColors(ColorSet::ALL)]);
    }
    let article = p.eat("a") || p.eat("an");
    let described = describe(p)?;
    let line = &described.line;
    let whole = described.size.is_some() || !line.types.is_empty() || line.supertypes != SupertypeSet::NONE;
    if !article && !whole && described.line.subtypes.listed.is_empty() && described.colors.is_none() {
        return p.fail("what it is");
    }
    modifications(p, described)
}

/// "[has] the chosen creature type in addition to its other types".
pub(crate) fn has_chosen_type(p: &mut Parser<'_>) -> Option<Vec<Modification>> {
    if !p.at("the chosen creature type in addition") {
        return p.fail("the chosen creature type");
    }
    chosen_type(p, false)
}

/// "the chosen type", "the creature type of your choice in addition to its other types".
fn chosen_type(p: &mut Parser<'_>, becomes: bool) -> Option<Vec<Modification>> {
    let linked = match p.eat_any(&["the chosen type", "the chosen creature type", "that type"]) {
        Some(_) => p.scope.face.chosen_type.or_else(|| p.fail("a type chosen before"))?,
        None if !becomes => return p.fail("the chosen type"),
        None => {
            let kinds = [ValueKind::CreatureType, ValueKind::BasicLandType];
            let of = p.eat_any(&["the creature type of your choice", "the basic land type of your choice"])?;
            p.scope.choose(kinds.into_iter().nth(of)?)?
        }
    };
    match in_addition(p)? {
        (true, false) => Some(vec![Modification::AddChosenType(linked)]),
        (false, false) => Some(vec![Modification::SetChosenType(linked)]),
        _ => p.fail("types"),
    }
}

/// "a copy of target creature, except …" (707.2).
fn copy(p: &mut Parser<'_>) -> Option<Vec<Modification>> {
    let of = match p.attempt(|p| reference::reference(p)) {
        // What becomes a copy is no copy of itself: of what was spoken of before it.
        Some(it) if p.scope.subject == Some(Selector::Ref(it.clone())) => before_the_subject(p, &it)?,
        Some(it) => it,
        None => match selector::one(p)?.selector {
            Selector::Ref(r) => r,
            _ => return p.fail("a single object to copy"),
        },
    };
    let exceptions = exceptions(p).unwrap_or_default();
    Some(vec![Modification::CopyOf(of, exceptions)])
}

/// "Choose a creature. Target creature becomes a copy of that creature": what was chosen.
fn before_the_subject(p: &mut Parser<'_>, subject: &Ref) -> Option<Ref> {
    let other = p
        .scope
        .latest(|r| r.sort == Sort::Permanent && !r.plural && !r.this && r.handle != Handle::Ref(subject.clone()));
    let other = other.or_else(|| p.fail("something else to copy"))?;
    p.scope.reference(&other.handle)
}

/// "a 2/2 creature with flying", "5/1": one of several that are chosen from.
pub(crate) fn alternative(p: &mut Parser<'_>) -> Option<Vec<Modification>> {
    if p.eat("a") || p.eat("an") {
        let described = describe(p)?;
        return modifications(p, described);
    }
    let (power, toughness) = p.power_toughness()?;
    let (power, toughness) = (continuous::side(p, power)?, continuous::side(p, toughness)?);
    Some(vec![Modification::SetPowerToughness(Some(power), Some(toughness))])
}

/// A description without its article: size, colors, types, "with" abilities.
pub fn describe(p: &mut Parser<'_>) -> Option<Described> {
    let mut d = Described::default();
    let start = p.pos();
    while let Some(token) = p.peek() {
        let word = &*token.text;
        match token.kind {
            TokenKind::PowerToughness if d.size.is_none() => {
                let (power, toughness) = p.power_toughness()?;
                d.size = Some((continuous::side(p, power)?, continuous::side(p, toughness)?));
                continue;
            }
            TokenKind::Word => {}
            TokenKind::Punct
                if word == ","
                    && d.colors.is_some()
                    && Color::from_word(p.word_at(if p.word_at(1) == "and" { 2 } else { 1 })).is_some() =>
            {
                p.advance();
                continue;
            }
            // "Enchanted land is a Mountain, Forest, and Plains": a list, which "and" ends.
            TokenKind::Punct if word == "," && lists_subtypes(p, &d.line) => {
                p.advance();
                continue;
            }
            _ => break,
        }
        if let Some(color) = Color::from_word(word) {
            d.colors.get_or_insert_default().insert(color);
        } else if word == "colorless" {
            d.colors.get_or_insert_default();
        } else if word == "and" && d.colors.is_some() && (Color::from_word(p.word_at(1)).is_some()) {
        } else if let Some(supertype) = supertype(word) {
            d.line.supertypes.insert(supertype);
        } else if let Some((card_type, _)) = card_type(word) {
            d.creature |= card_type == CardType::Creature;
            d.line.types.insert(card_type);
        } else if token.capital
            && let Some((subtype, _)) = subtype(p.lexicon(), word)
        {
            d.line.subtypes.insert(subtype);
        } else if word == "and"
            && p.peek_at(1).is_some_and(|t| t.capital && subtype(p.lexicon(), &t.text).is_some())
            && !d.line.subtypes.listed.is_empty()
        {
            // "an Angel and a Cleric" is not meant; "Elf and Warrior" is.
        } else {
            break;
        }
        p.advance();
    }
    if p.pos() == start {
        return p.fail("a description");
    }
    d.name = p.attempt(named);
    if let Some(abilities) = p.attempt(|p| {
        p.expect("with")?;
        if p.eat("base power and toughness") {
            return None;
        }
        continuous::abilities(p)
    }) {
        d.abilities = abilities;
    }
    if let Some(size) = p.attempt(each_equal) {
        d.size = Some((size.clone(), size));
    }
    if let Some(size) = p.attempt(size_of_another) {
        d.size = Some(size);
    }
    if p.eat("with power and toughness each equal to its mana value")
        || p.eat("with base power and toughness each equal to its mana value")
    {
        let value = Amount::Stat(lawmage_ir::Stat::ManaValue, lawmage_ir::Ref::It);
        d.size = Some((value.clone(), value));
    }
    if let Some(size) = p.attempt(|p| {
        p.expect("with base power and toughness")?;
        let (power, toughness) = p.power_toughness()?;
        Some((continuous::side(p, power)?, continuous::side(p, toughness)?))
    }) {
        d.size = Some(size);
        // "with base power and toughness 4/4, flying, and haste"
        if let Some(more) = p.attempt(|p| {
            p.eat_any(&[",", "and"])?;
            continuous::abilities(p)
        }) {
            d.abilities.extend(more);
        }
    }
    // "a legendary 0/0 Elemental creature with haste named Vitu-Ghazi"
    if d.name.is_none() {
        d.name = p.attempt(named);
    }
    Some(d)
}

/// Whether the comma here stands in a list of subtypes: one before it, one or "and" and one behind it.
fn lists_subtypes(p: &Parser<'_>, line: &TypeLine) -> bool {
    let is = |n: usize| p.peek_at(n).is_some_and(|t| t.capital && subtype(p.lexicon(), &t.text).is_some());
    let ends = |n: usize| p.word_at(n) == "and" && is(n + 1);
    !line.subtypes.listed.is_empty() && (ends(1) || is(1) && (p.word_at(2) == "," && ends(3) || ends(2)))
}

/// "named Vitu-Ghazi".
fn named(p: &mut Parser<'_>) -> Option<Arc<str>> {
    p.expect("named")?;
    crate::grammar::effect::token_named(p)
}

/// "with base power and toughness each equal to the total power of those creatures".
pub(crate) fn each_equal(p: &mut Parser<'_>) -> Option<Amount> {
    p.eat_any(&["with base power and toughness each equal to", "with power and toughness each equal to"])?;
    if p.at("its mana value") {
        return p.fail("a number that isn't of itself");
    }
    amount::described(p)
}

/// "and base power and toughness equal to this creature's power and toughness", behind the abilities.
fn size_of_another(p: &mut Parser<'_>) -> Option<(Amount, Amount)> {
    p.expect("and base power and toughness equal to")?;
    let it = crate::grammar::reference::possessor(p)?;
    p.expect("power and toughness")?;
    Some((Amount::Stat(lawmage_ir::Stat::Power, it.clone()), Amount::Stat(lawmage_ir::Stat::Toughness, it)))
}

/// The changes that make an object so, by what is said to be kept: "in addition to its other types", "it's still a land".
pub(super) fn modifications(p: &mut Parser<'_>, d: Described) -> Option<Vec<Modification>> {
    let addition = in_addition(p)?;
    const STILL: &[&str] =
        &["that's still a land", "that are still lands", "that are still forests", "that's still a planeswalker"];
    let still = p.eat_any(STILL).is_some() || still_follows(p);
    // 205.1b: "artifact creature" keeps what the object is besides; so does "still".
    let artifact_creature = d.line.types.has(CardType::Creature) && d.line.types.has(CardType::Artifact);
    let keeps = addition.0 || still || artifact_creature;
    let mut mods = Vec::new();
    if let Some(colors) = d.colors {
        mods.push(if addition.1 { Modification::AddColors(colors) } else { Modification::SetColors(colors) });
    }
    let line = d.line;
    let lands = !line.subtypes.listed.is_empty() && line.subtypes.listed.iter().all(|s| s.kind() == SubtypeKind::Land);
    // 205.1b: "Vampire artifact creature" says which creature type it is then, and keeps the rest.
    let creature = !line.subtypes.listed.is_empty()
        && line.subtypes.listed.iter().all(|s| s.kind() == SubtypeKind::Creature)
        && artifact_creature
        && !addition.0
        && !still;
    if creature {
        let kinds = TypeLine { subtypes: line.subtypes, ..TypeLine::default() };
        let line = TypeLine { subtypes: Default::default(), ..line };
        mods.extend([Modification::AddTypes(line), Modification::SetTypes(kinds)]);
        return finish(p, d.name, d.size, d.abilities, mods);
    }
    let some_type = !line.types.is_empty() || !line.subtypes.listed.is_empty() || line.supertypes != SupertypeSet::NONE;
    if some_type {
        mods.push(match () {
            () if keeps => Modification::AddTypes(line),
            () if lands && line.types.is_empty() => Modification::SetLandTypes(line.subtypes),
            () if line.types.is_empty() && line.subtypes.listed.is_empty() => Modification::AddTypes(line),
            () => Modification::SetTypes(line),
        });
    }
    finish(p, d.name, d.size, d.abilities, mods)
}

/// What follows the types.
fn finish(
    p: &mut Parser<'_>,
    name: Option<Arc<str>>,
    size: Option<(Amount, Amount)>,
    abilities: Vec<Modification>,
    mut mods: Vec<Modification>,
) -> Option<Vec<Modification>> {
    if let Some(name) = name {
        mods.push(Modification::SetName(name)); // 612.8
    }
    if let Some((power, toughness)) = size {
        mods.push(Modification::SetPowerToughness(Some(power), Some(toughness)));
    }
    mods.extend(abilities);
    if mods.is_empty() { p.fail("what it is") } else { Some(mods) }
}

/// Whether types, and whether colors, are "in addition".
fn in_addition(p: &mut Parser<'_>) -> Option<(bool, bool)> {
    if !p.at("in addition to") {
        return Some((false, false));
    }
    p.expect("in addition to")?;
    p.eat_any(&["its other", "their other"])?;
    let which = p.eat_any(&[
        "colors and types",
        "types and colors",
        "creature types",
        "land types",
        "card types",
        "types",
        "type",
        "colors",
    ])?;
    Some((which != 7, matches!(which, 0 | 1 | 7)))
}

/// Whether the next sentence says that it is "still" what it was (205.1b).
fn still_follows(p: &Parser<'_>) -> bool {
    let still =
        |at: usize| matches!(p.word_at(at), "it's" | "he's" | "she's" | "they're") && p.word_at(at + 1) == "still";
    // The sentence may have ended with its quotation.
    if p.last().is_some_and(|t| t.kind == TokenKind::QuoteClose) && still(0) {
        return true;
    }
    let mut depth = 0;
    for i in 0.. {
        let Some(token) = p.peek_at(i) else { return false };
        match token.kind {
            TokenKind::QuoteOpen => depth += 1,
            TokenKind::QuoteClose => depth -= 1,
            TokenKind::Punct if &*token.text == "." && depth == 0 => {
                return still(i + 1);
            }
            _ => {}
        }
    }
    false
}

/// The name a token has from its subtypes (111.4).
#[must_use]
pub fn token_name(subtypes: &SubtypeSet) -> Arc<str> {
    let mut words: Vec<&str> = subtypes.listed.iter().map(|s: &Subtype| s.word()).collect();
    words.push("Token");
    words.join(" ").into()
}
