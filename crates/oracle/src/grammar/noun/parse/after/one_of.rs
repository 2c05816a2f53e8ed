//! Several things of which one is so, behind "that": "that are instant cards, sorcery cards, and/or have an Adventure".

use lawmage_ir::{Kind, Test};

use crate::grammar::noun::{self, Noun};
use crate::parse::Parser;

/// "are instant cards, sorcery cards, and/or have an Adventure", "are Oozes or are named ~", behind "that"; "that's an instant card, a
/// sorcery card, or a card that has an Adventure". Of cards alone; two that are told in one noun are no list.
pub(super) fn one_of(p: &mut Parser<'_>, noun: &Noun) -> Option<Test> {
    if !matches!(noun.filter.kind, Kind::Card(_)) {
        return p.fail("cards");
    }
    let plural = p.eat_any(&["that are", "that's"])? == 0;
    let mut any = vec![one(p, plural)?];
    let mut apart = false;
    loop {
        let comma = p.comma();
        let or = p.eat_any(&["and/or", "or"]).is_some();
        if !comma && !or {
            return p.fail("another of them");
        }
        let said = p.eat_any(&["are", "is"]).is_some();
        any.push(match p.eat_any(&["have an adventure", "has an adventure"]) {
            Some(_) => {
                apart = true;
                Test::HasAdventure
            }
            None => {
                apart |= said;
                one(p, plural)?
            }
        });
        if or {
            break;
        }
    }
    apart |= !plural;
    if apart { Some(Test::Or(any)) } else { p.fail("what is said apart") }
}

/// "instant cards", "an instant card", "a card that has an Adventure", "named ~".
fn one(p: &mut Parser<'_>, plural: bool) -> Option<Test> {
    if p.at("named") {
        return super::named::named(p);
    }
    if p.eat("a card that has an adventure") {
        return Some(Test::HasAdventure);
    }
    if !plural {
        p.eat_any(&["a", "an"])?;
    }
    let one = noun::bare(p)?;
    let card = matches!(one.filter.kind, Kind::Card(_) | Kind::Permanent);
    (one.plural == plural && card && !matches!(one.filter.test, Test::Or(_) | Test::Any)).then_some(one.filter.test)
}

/// "a Barbarian, a Warrior, or a Berserker", behind "that's": of one of those types.
pub(super) fn one_of_types(p: &mut Parser<'_>) -> Option<Test> {
    let mut all = Vec::new();
    loop {
        let last = all.len() > 1 && p.eat("or");
        p.eat_any(&["a", "an"])?;
        let subtype = p.peek().filter(|t| t.capital).and_then(|t| p.lexicon().subtype(&t.text))?;
        p.advance();
        all.push(Test::Subtype(subtype));
        if last {
            return Some(Test::Or(all));
        }
        p.comma().then_some(())?;
    }
}
