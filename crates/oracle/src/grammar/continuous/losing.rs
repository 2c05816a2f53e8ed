//! "loses all other card types": what is said of objects to take from them what it does not give them; and abilities of players.

use lawmage_ir::{Ability, Continuous, Keyword, Modification, Selector};

use super::parse::{merge, modify};
use crate::grammar::noun::word;
use crate::lex::TokenKind;
use crate::parse::Parser;

/// What else a statement takes away.
pub(super) enum Taken {
    Nothing,
    Abilities,
    /// The other card types, and the other abilities too, when so.
    Kinds(bool),
}

/// "it loses all other card types", "loses all other abilities, card types, and creature types": whether abilities, too.
pub(crate) fn other_kinds(p: &mut Parser<'_>) -> Option<bool> {
    p.eat("it");
    p.eat_any(&["loses all other", "lose all other"])?;
    let lost = p.list("and", |p| p.eat_any(&["abilities", "card types", "creature types"]))?;
    if lost.contains(&1) { Some(lost.contains(&0)) } else { p.fail("card types") }
}

/// What is said to be of some types is of those alone (205.1a), and has but the abilities it is said to have.
pub(crate) fn only_these(
    p: &mut Parser<'_>,
    subject: &Selector,
    all: Vec<Continuous>,
    abilities: bool,
) -> Option<Vec<Continuous>> {
    let mut line = lawmage_ir::TypeLine::default();
    let mut mods = Vec::new();
    // Where the types were said: "is a colorless land".
    let mut at = None;
    for effect in merge(all) {
        let Continuous::Modify { what, mods: said } = effect else { return p.fail("what it is") };
        if what != *subject {
            return p.fail("what it is");
        }
        for one in said {
            match one {
                Modification::AddTypes(more) | Modification::SetTypes(more) => {
                    at.get_or_insert(mods.len());
                    line.supertypes = line.supertypes.union(more.supertypes);
                    line.types = line.types.union(more.types);
                    more.subtypes.listed.iter().for_each(|s| line.subtypes.insert(*s));
                }
                // A land type would be one of those that are lost.
                Modification::SetLandTypes(_) | Modification::AllCreatureTypes => return p.fail("card types"),
                other => mods.push(other),
            }
        }
    }
    if line.types.is_empty() {
        return p.fail("card types");
    }
    mods.insert(at.unwrap_or_default(), Modification::SetTypes(line));
    let lost = abilities.then_some(Modification::LoseAllAbilities);
    let mods = lost.into_iter().chain(mods).collect();
    Some(modify(subject, mods))
}

/// After "loses": "all abilities", "flying", "all other abilities".
pub(super) fn loses(p: &mut Parser<'_>) -> Option<Vec<Modification>> {
    if p.eat("all creature types") {
        return Some(vec![Modification::LoseCreatureTypes]);
    }
    // Types first: what it loses besides is said of all abilities anyway (305.7).
    if p.eat("all land types and abilities") {
        return Some(vec![Modification::SetLandTypes(Default::default()), Modification::LoseAllAbilities]);
    }
    if p.eat("all land types") {
        return Some(vec![Modification::SetLandTypes(Default::default())]);
    }
    if p.eat("all abilities except mana abilities") {
        return Some(vec![Modification::LoseAllButMana]);
    }
    if let Some(quoted) = p.attempt(crate::grammar::quoted) {
        let lost = |ability| Modification::LoseAbility(std::sync::Arc::new(ability));
        return Some(quoted.into_iter().map(lost).collect());
    }
    if p.eat("all abilities") || p.eat("all other abilities") {
        return Some(vec![Modification::LoseAllAbilities]);
    }
    if p.eat("this ability") {
        return Some(vec![Modification::LoseThisAbility(None)]);
    }
    p.list("and", |p| one_lost(p))
}

/// "flying", "all landwalk abilities".
fn one_lost(p: &mut Parser<'_>) -> Option<Modification> {
    p.attempt(|p| bands_with_other(p))
        .or_else(|| p.attempt(|p| landwalk_lost(p)))
        .or_else(|| word::keyword_word(p).map(Modification::LoseKeyword))
}

/// "loses your choice of flying, first strike, or trample", "loses first strike or swampwalk": one of them.
pub(crate) fn one_of(p: &mut Parser<'_>) -> Option<Vec<Vec<Modification>>> {
    p.eat_any(&["loses your choice of", "lose your choice of", "loses", "lose"])?;
    let start = p.pos();
    let any = p.list("or", |p| one_lost(p)).filter(|any| any.len() > 1)?;
    // "flying, haste, and trample" is no choice.
    if !p.tokens().get(start..p.pos()).is_some_and(|read| read.iter().any(|token| &*token.text == "or")) {
        return p.fail("one of them");
    }
    Some(any.into_iter().map(|one| vec![one]).collect())
}

/// "forestwalk", "all landwalk abilities" (702.14).
fn landwalk_lost(p: &mut Parser<'_>) -> Option<Modification> {
    if p.eat("all landwalk abilities") {
        return Some(Modification::LoseKeyword(Keyword::Landwalk));
    }
    let land = p.lexicon().subtype(p.word().strip_suffix("walk")?)?;
    p.advance();
    Some(Modification::LoseLandwalk(land))
}

/// "all "bands with other" abilities" (702.22b).
fn bands_with_other(p: &mut Parser<'_>) -> Option<Modification> {
    p.expect("all")?;
    p.peek().filter(|t| t.kind == TokenKind::QuoteOpen)?;
    p.advance();
    p.expect("bands with other")?;
    p.peek().filter(|t| t.kind == TokenKind::QuoteClose)?;
    p.advance();
    p.expect("abilities")?;
    Some(Modification::LoseKeyword(Keyword::BandsWithOther))
}

/// "gain hexproof", "lose hexproof": what players have of abilities.
pub(crate) fn of_players(p: &mut Parser<'_>, verb: &str) -> Option<Vec<Modification>> {
    // "They gain deathtouch" is said of creatures.
    let fits = |keyword: Keyword| matches!(keyword, Keyword::Hexproof | Keyword::Shroud | Keyword::Protection);
    if verb == "gain" {
        let gained = super::abilities(p)?;
        let fits = |ability: &Ability| !matches!(ability, Ability::Keyword(k) if !fits(k.keyword));
        let fit = gained.iter().all(|m| matches!(m, Modification::AddAbility(ability) if fits(ability)));
        return if fit { Some(gained) } else { p.fail("abilities that players may have") };
    }
    let lost = p.list("and", word::keyword_word)?;
    if !lost.iter().all(|keyword| fits(*keyword)) {
        return p.fail("abilities that players may have");
    }
    Some(lost.into_iter().map(Modification::LoseKeyword).collect())
}
