//! What players choose: so many of what a noun says.

use lawmage_ir::{Amount, Choice, Kind, Selector, SetLimit, Test};

use super::{Picked, exactly, range, those, zones};
use crate::grammar::noun::{Noun, noun};
use crate::grammar::player;
use crate::parse::{Handle, Parser};

/// Some that a player chooses: "a creature", "two lands", "up to one creature you control", "any number of cards".
pub(super) fn chosen(p: &mut Parser<'_>) -> Option<Picked> {
    // "each of up to two Soldiers you control"
    let _ = p.at("each of up to") && p.eat("each of");
    let article = p.at("another") || (!p.at("a number of") && p.eat_any(&["a", "an"]).is_some());
    let range = if article { exactly(Amount::ONE) } else { range(p)? };
    let random = p.eat("random");
    let begun = p.pos();
    let mut noun = noun(p)?;
    if let Some(of_each) = zones::of_each_graveyard(p, begun, &noun, &range)? {
        return Some(of_each);
    }
    let (min, max) = range;
    let single = max == Some(Amount::ONE);
    if article && noun.plural {
        return p.fail("a singular noun");
    }
    if noun.chooser.is_some()
        && let Some(other) = p.attempt(|p| {
            p.expect("or")?;
            crate::grammar::noun::noun(p)
                .filter(|other| other.chooser.is_some() && other.filter.kind == noun.filter.kind)
        })
    {
        let first = std::mem::replace(&mut noun.filter.test, Test::Any);
        noun.filter.test = Test::Or(vec![first, other.filter.test]);
    }
    let (max, single) = match article.then(|| p.attempt(|p| and_or(p, &mut noun))).flatten() {
        Some(kinds) => (Some(Amount::Const(kinds)), false),
        None => (max, single),
    };
    noun.plural = !single;
    noun.random |= random;
    if noun.filter.kind == Kind::Player {
        return p.fail("an object");
    }
    let from = match &noun.among {
        Some(group) => those(group.clone(), noun.filter.test.clone()),
        None => Selector::All(noun.filter.clone()),
    };
    let by = noun.chooser.clone().unwrap_or_else(|| p.scope.actor_here());
    if let Some(owner) = noun.owner.clone() {
        player::mention(p, &owner);
    }
    let choice = Choice { by, from, min, max, limit: noun.limit.clone(), random: noun.random };
    let selector = Selector::Choose(Box::new(choice));
    let referent = noun.referent(Handle::Select(Box::new(selector.clone())));
    Some(Picked::of(selector, Some(referent)))
}

/// "a creature card and/or a land card from among them", "an Elf card, an Ox card, and/or a Bird card": any of them, one of
/// each. How many there are.
fn and_or(p: &mut Parser<'_>, first: &mut Noun) -> Option<i32> {
    let mut before = vec![first.clone()];
    while let Some(more) = p.attempt(|p| {
        p.eat_any(&[", a", ", an"])?;
        noun(p)
    }) {
        before.push(more);
    }
    if before.len() > 1 && !p.comma() {
        return p.fail("the last of them");
    }
    p.eat_any(&["and/or a", "and/or an"])?;
    let mut both = noun(p)?;
    let alike = |n: &Noun| n.limit.is_none() && n.sort() == both.sort() && n.chooser.is_none() && n.among.is_none();
    if both.limit.is_some() || !before.iter().all(alike) {
        return p.fail("one of each");
    }
    let last = std::mem::replace(&mut both.filter.test, Test::Any);
    let all = if let Test::And(all) = last { all } else { vec![last] };
    let (whose, own): (Vec<Test>, Vec<Test>) =
        all.into_iter().partition(|t| matches!(t, Test::Owned(_) | Test::Controlled(_)));
    let each: Vec<Test> = before.into_iter().map(|n| n.filter.test).chain([Test::all(own)]).collect();
    let kinds = each.len() as i32;
    both.filter.test = Test::all([Test::Or(each.clone())].into_iter().chain(whose));
    both.limit = Some(SetLimit::OneEach(each));
    *first = both;
    Some(kinds)
}
