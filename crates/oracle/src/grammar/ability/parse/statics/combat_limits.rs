//! How many can attack or block, and whom alone (508.1c, 509.1b).

use lawmage_ir::{CardType, Continuous, Filter, Kind, Prohibition, Ref, Requirement, Selector, THIS, Test, Who};

use super::Rule;
use crate::grammar::noun;
use crate::parse::Parser;

/// "No more than one creature can attack each combat.", "No more than two creatures can attack you each combat." (508.1c, 509.1b)
pub(super) fn at_most(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("no more than")?;
    let most = u32::try_from(p.number()?).ok()?;
    p.eat_any(&["creatures can", "creature can"])?;
    if let Some(whom) = p.attempt(|p| {
        let you = p.eat_any(&["attack you", "attack ~"])? == 0;
        p.expect("each combat").map(|()| if you { Selector::Players(Who::You) } else { THIS })
    }) {
        return Some(Rule::one(Continuous::Cant(Prohibition::AttackersMaxAt(whom, most))));
    }
    let cant = match p.eat_any(&["attack each combat", "block each combat"])? {
        0 => Prohibition::AttackersMax(Who::All, most),
        _ => Prohibition::BlockersMax(Who::All, most),
    };
    Some(Rule::one(Continuous::Cant(cant)))
}

/// "Each player may attack only the nearest opponent in the chosen direction and planeswalkers controlled by that opponent."
pub(super) fn nearest(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("each player may")?;
    crate::grammar::prohibition::only_nearest(p).map(|cant| Rule::one(Continuous::Cant(cant)))
}

/// "Each opponent must attack you or a planeswalker you control with at least one creature each combat if able." (508.1d)
pub(super) fn with_one(p: &mut Parser<'_>) -> Option<Rule> {
    let who = match p.eat_any(&["each opponent must attack", "each player must attack"])? {
        0 => Who::Opponents,
        _ => Who::All,
    };
    let whom = p.eat("you or a planeswalker you control").then(|| {
        let either = Test::Or(vec![Test::Player, Test::Type(CardType::Planeswalker)]);
        Filter::new(Kind::AnyTarget, Test::all([Test::Controlled(Who::You), either]))
    });
    p.expect("with at least one creature each combat if able")?;
    Some(Rule::one(Continuous::Must(Requirement::AttackWithOne { who, whom })))
}

/// "If ~ attacks, all creatures you control attack if able.", "If a creature an opponent controls attacks, all creatures that opponent
/// controls attack if able." (508.1d)
pub(super) fn together(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("if")?;
    let creature = Test::Type(CardType::Creature);
    let (first, whose) = if p.eat("~ attacks , all creatures you control") {
        (THIS, Who::You)
    } else {
        p.eat_any(&["a", "an"])?;
        let first = noun::noun(p).filter(|noun| !noun.plural && noun.is_of_all() && noun.limit.is_none())?.filter;
        let theirs = first.test.conjuncts().contains(&Test::Controlled(Who::Opponents));
        if first.kind != Kind::Permanent || !theirs {
            return p.fail("a creature that an opponent controls");
        }
        p.expect("attacks , all creatures that opponent controls")?;
        (Selector::All(first), Who::Controller(Box::new(Ref::Each)))
    };
    p.expect("attack if able")?;
    let then = Selector::All(Filter::permanent(Test::all([creature, Test::Controlled(whose)])));
    Some(Rule::one(Continuous::Must(Requirement::AttackTogether { first, then })))
}
