//! What a player sacrifices and returns at the same time, and what is done with other cards in the same way.

use lawmage_ir::{Clause, Filter, Instruction, Kind, Ref, Selector, Test};

use crate::grammar::effect::{actor, emit, emit_number, mention};
use crate::grammar::{noun, selector};
use crate::parse::{Handle, Parser};

/// "sacrifices the artifact and returns the artifact card to the battlefield", behind "simultaneously": of two targets.
pub fn at_once(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let who = actor(p);
    if p.eat_any(&["untaps", "untap"]).is_some() {
        return turned_at_once(p, who, out);
    }
    let target = |p: &mut Parser<'_>| {
        let picked = selector::one(p)?;
        let one = matches!(picked.selector, Selector::Ref(Ref::Target(_))) && !picked.plural;
        if one { Some(picked.selector) } else { p.fail("a target") }
    };
    p.expect("sacrifices")?;
    let what = target(p)?;
    p.expect("and returns")?;
    let returned = target(p)?;
    p.expect("to the battlefield")?;
    out.push(emit(p, Instruction::SacrificeAndReturn { who, what, returned }));
    Some(())
}

/// "all tapped creatures and tap all untapped creatures", behind "simultaneously untap".
fn turned_at_once(p: &mut Parser<'_>, who: lawmage_ir::Who, out: &mut Vec<Clause>) -> Option<()> {
    let all = |p: &mut Parser<'_>| {
        let picked = selector::one(p)?;
        let permanents = matches!(&picked.selector, Selector::All(all) if all.kind == Kind::Permanent);
        if permanents { Some(picked.selector) } else { p.fail("all of some permanents") }
    };
    if who.is_group() {
        return p.fail("what one player does");
    }
    let untap = all(p)?;
    p.eat_any(&["and taps", "and tap"])?;
    let tap = all(p)?;
    out.push(emit(p, Instruction::TapAndUntap { who, tap, untap }));
    Some(())
}

/// "the same for Aura cards", behind "do": those of the same cards are put where those before were.
pub fn same_for(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("the same for")?;
    let Some(Instruction::Move { what: before, to, cause }) = out.last().map(|clause| clause.does.clone()) else {
        return p.fail("cards of some sort that were put somewhere");
    };
    let cards = noun::bare(p)?;
    let sorts = match &cards.filter.test {
        Test::Or(sorts) if matches!(before, Selector::Choose(_)) => sorts.clone(),
        one => vec![one.clone()],
    };
    for sort in sorts {
        let what = same_of(&before, &cards, sort).or_else(|| p.fail("cards of some sort that were put somewhere"))?;
        let plural = cards.plural;
        let clause = emit_number(p, Instruction::Move { what: what.clone(), to: to.clone(), cause });
        let referent = cards.referent(Handle::Clause(0));
        super::took(p, &selector::Picked { selector: what, referent: None, players: false, plural }, &clause);
        mention(p, &clause, Some(referent), "put");
        out.push(clause);
    }
    Some(())
}

/// The same selection of cards of another sort: of those spoken of before, of all in a zone, or one that is chosen, of a subtype.
fn same_of(before: &Selector, cards: &noun::Noun, sort: Test) -> Option<Selector> {
    let other = |all: &Filter| {
        let (place, rest): (Vec<_>, Vec<_>) = all.test.conjuncts().iter().partition(|t| matches!(t, Test::Owned(_)));
        let sorts = rest.iter().all(|test| matches!(test, Test::Type(_) | Test::Subtype(_) | Test::Not(_)));
        let test = Test::all([sort.clone()].into_iter().chain(place.into_iter().cloned()));
        (sorts && matches!(all.kind, Kind::Card(_))).then(|| Filter::new(all.kind.clone(), test))
    };
    let told = matches!(cards.filter.kind, Kind::Card(_)) && cards.plural;
    match before {
        Selector::Those(of, _) if told => Some(Selector::Those(of.clone(), sort.clone())),
        Selector::All(all) if told => other(all).map(Selector::All),
        // "Return a Pirate card from your graveyard to your hand, then do the same for Vampire and Dinosaur."
        Selector::Choose(choice) if matches!(sort, Test::Subtype(_)) && !cards.plural && choice.limit.is_none() => {
            let Selector::All(all) = &choice.from else { return None };
            let from = Selector::All(other(all)?);
            Some(Selector::Choose(Box::new(lawmage_ir::Choice { from, ..(**choice).clone() })))
        }
        _ => None,
    }
}
