//! What a player sacrifices and returns at the same time, and what is done with other cards in the same way.

use lawmage_ir::{Clause, Instruction, Kind, Ref, Selector};

use crate::grammar::effect::{actor, emit, emit_number, mention};
use crate::grammar::{noun, selector};
use crate::parse::{Handle, Parser};

/// "sacrifices the artifact and returns the artifact card to the battlefield", behind "simultaneously": of two targets.
pub fn at_once(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let who = actor(p);
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

/// "the same for Aura cards", behind "do": those of the same cards are put where those before were.
pub fn same_for(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("the same for")?;
    let cards = noun::bare(p)?;
    let Some(Instruction::Move { what: Selector::Those(of, _), to, cause }) = out.last().map(|clause| &clause.does)
    else {
        return p.fail("cards of some sort that were put somewhere");
    };
    if !matches!(cards.filter.kind, Kind::Card(_)) || !cards.plural {
        return p.fail("cards");
    }
    let what = Selector::Those(of.clone(), cards.filter.test.clone());
    let clause = emit_number(p, Instruction::Move { what: what.clone(), to: to.clone(), cause: *cause });
    let referent = cards.referent(Handle::Clause(0));
    super::took(p, &selector::Picked { selector: what, referent: None, players: false, plural: true }, &clause);
    mention(p, &clause, Some(referent), "put");
    out.push(clause);
    Some(())
}
