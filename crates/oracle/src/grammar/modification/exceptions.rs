//! Exceptions of copies (707.9): "except it isn't legendary and has flying".

use lawmage_ir::{Amount, Modification, Ref, Stat, Supertype};

use super::parse::{describe, modifications};
use crate::grammar::{amount, continuous};
use crate::parse::Parser;

/// ", except it has haste", "except it isn't legendary and has flying": a small language of its own (707.9).
pub fn exceptions(p: &mut Parser<'_>) -> Option<Vec<Modification>> {
    p.attempt(|p| {
        let _ = p.comma();
        p.expect("except")?;
        let _ = p.at("that the copy") && p.eat("that");
        let lists = p.list("and", exception)?;
        Some(lists.into_iter().flatten().collect())
    })
}

/// "its power is half that creature's power and its toughness is half that creature's toughness" (107.1a), of what is copied.
fn halved(p: &mut Parser<'_>) -> Option<Modification> {
    p.eat_any(&["their power is", "its power is"])?;
    let half = |n: &Amount| matches!(n, Amount::Divide { .. });
    let power = amount::described(p).filter(half)?;
    p.eat_any(&["and their toughness is", "and its toughness is"])?;
    let toughness = amount::described(p).filter(half)?;
    Some(Modification::SetPowerToughness(Some(power), Some(toughness)))
}

pub(crate) fn exception(p: &mut Parser<'_>) -> Option<Vec<Modification>> {
    // "Her name" is read as "it name".
    let object = !p.at("it name is") && p.eat("it");
    let _ = object || p.eat("the token") || p.eat("the tokens") || p.eat("the copy") || p.eat("they");
    let _ = p.eat("he") || p.eat("she");
    if p.eat("isn't legendary if the spell is legendary") || p.eat("isn't legendary if equipped creature is legendary")
    {
        return Some(vec![Modification::RemoveSupertype(Supertype::Legendary)]);
    }
    if p.eat("it's not legendary")
        || p.eat("isn't legendary")
        || p.eat("aren't legendary")
        || p.eat("they aren't legendary")
        || p.eat("those creatures aren't legendary")
        || p.eat("they're not legendary")
    {
        return Some(vec![Modification::RemoveSupertype(Supertype::Legendary)]);
    }
    // "their power is half that creature's power and their toughness is half that creature's toughness"
    if let Some(size) = p.attempt(halved) {
        return Some(vec![size]);
    }
    // What this would have if it weren't that copy, before what changes it on the battlefield.
    if p.eat_any(&["its power and toughness are equal to ~ 's power and toughness"]).is_some() {
        let own = |stat| Some(Amount::Stat(stat, Ref::This));
        return Some(vec![Modification::SetPowerToughness(own(Stat::BasePower), own(Stat::BaseToughness))]);
    }
    // "Its name is Mishra's Warform": the name of another.
    let own = !p.at("its name is ~ 's");
    if own && p.eat_any(&["its name is ~", "his name is ~", "it name is ~", "their name is ~"]).is_some() {
        let name = p.last().map(|t| p.printed(t)).unwrap_or_default();
        return Some(vec![Modification::SetName(name.into())]);
    }
    if p.eat_any(&["its name is", "his name is", "it name is", "their name is"]).is_some() {
        return crate::grammar::effect::token_named(p).map(|name| vec![Modification::SetName(name)]);
    }
    if p.eat("doesn't copy that creature 's color") {
        return Some(vec![Modification::KeepColors]);
    }
    if p.eat("has no mana cost") || p.eat("have no mana cost") {
        return Some(vec![Modification::LoseManaCost]);
    }
    if p.eat("loses all other card types") {
        // 205.1a: being those types, it is no others.
        return Some(Vec::new());
    }
    if p.eat("has") || p.eat("have") || p.eat("gains") {
        if p.eat("this ability") {
            return Some(vec![Modification::ThisAbility]);
        }
        // "has flying and this ability"
        if let Some(all) = p.attempt(|p| {
            let mut all = continuous::abilities_one(p)?;
            p.expect("and this ability")?;
            all.push(Modification::ThisAbility);
            Some(all)
        }) {
            return Some(all);
        }
        return continuous::abilities(p);
    }
    if p.eat("its name is") || p.eat("their name is") {
        let start = p.pos();
        while p.peek().is_some_and(|t| t.capital) || (p.pos() > start && p.at_any(&["of", "the"]) && p.names_go_on()) {
            p.advance();
        }
        if p.pos() == start {
            return p.fail("a name");
        }
        return Some(vec![Modification::SetName(p.printed_since(start).into())]);
    }
    if p.eat("it's") || p.eat("they're") || p.eat("is") || p.eat("are") {
        let _ = p.eat("a") || p.eat("an");
        let described = describe(p)?;
        return modifications(p, described);
    }
    p.fail("an exception")
}
