//! "Repeat this process": what has been read of the effect so far is done again (608.2c).

use lawmage_ir::visit;
use lawmage_ir::{Amount, Clause, Condition, Instruction, Ref, Selector, Slot, Who};

use super::same_is_true::same_is_true;
use super::{emit, sentence};
use crate::grammar::instruction::votes::labels;
use crate::parse::Parser;

/// A sentence; and if it is the one that repeats the process, all there is becomes that process.
pub(super) fn sentence(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let other = |p: &mut Parser<'_>, out: &mut Vec<Clause>| same_is_true(p, out).or_else(|| labels::labels(p, out));
    if p.at_any(&[
        "the same is true for",
        "repeat this process for",
        "for each player , choose",
        "each opponent chooses",
        "each player chooses",
    ]) && let Some(()) = p.attempt_into(out, other)
    {
        return Some(());
    }
    if p.at_any(&["repeat this process for", "then repeat this process for"])
        && let Some(()) = p.attempt_into(out, super::again_for::repeated)
    {
        return Some(());
    }
    if p.at("repeat the following process") {
        return following(p, out);
    }
    sentence::sentence(p, out)?;
    let mut repeats = 0;
    visit::clauses(out.as_slice(), |clause| repeats += usize::from(matches!(clause.does, Instruction::Again(_))));
    if repeats == 0 || out.iter().any(|clause| matches!(clause.does, Instruction::Process { .. })) {
        return Some(());
    }
    // What is done after it in the same round would be done before the next.
    let last = ends_with(out).filter(|_| repeats == 1);
    let Some(last) = last else { return p.fail("what repeats the process, as the last of it") };
    // Of the rounds, "it" is of no certain one: only all of them together can be spoken of.
    let own = super::ids(out);
    for referent in &mut p.scope.referents {
        referent.plural |= referent.clause().is_some_and(|id| own.contains(&id));
    }
    let again = p.scope.bind(last);
    *out = vec![Instruction::Process { body: std::mem::take(out), again }.into()];
    p.scope.last_done = None;
    p.scope.doers = None;
    p.scope.group = None;
    p.scope.taken.clear();
    Some(())
}

/// "Repeat the following process X times. Each opponent loses 3 life unless …": all sentences that follow.
fn following(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("repeat the following process")?;
    let times = crate::grammar::amount::amount(p)?;
    p.expect("times")?;
    let targets = p.scope.targets.len();
    let mut body = Vec::new();
    while p.eat(".") {
        if p.at_end() {
            break;
        }
        sentence(p, &mut body)?;
    }
    if body.is_empty() || !p.at_stop() || p.scope.targets.len() != targets {
        return p.fail("the process that is repeated");
    }
    out.push(emit(p, Instruction::Repeat { times, body }));
    Some(())
}

/// The clauses so far, those of a process among them, the latest first.
pub(super) fn said(clauses: &[Clause]) -> impl Iterator<Item = &Clause> {
    clauses.iter().rev().flat_map(|clause| match &clause.does {
        Instruction::Process { body, .. } => body.iter().rev(),
        _ => std::slice::from_ref(clause).iter().rev(),
    })
}

/// Declines a condition on what a clause did that is asked of each of several players, who each do what it governs.
pub(super) fn asked_of_all(p: &mut Parser<'_>, condition: &Condition, governed: &[Clause]) -> Option<()> {
    let of_each = |clause: &Clause| matches!(&clause.does, Instruction::ForEach { over: Selector::Players(_), .. });
    if matches!(condition, Condition::Is(Ref::Slot(_), _)) && governed.iter().any(of_each) {
        return p.fail("what is asked of all of them");
    }
    Some(())
}

/// The clause that repeats the process, if nothing follows it on its path.
fn ends_with(body: &[Clause]) -> Option<Slot> {
    let last = body.last()?;
    match &last.does {
        Instruction::Again(_) => last.out,
        Instruction::If { then, otherwise, .. } | Instruction::MayPay { then, otherwise, .. } => {
            ends_with(then).or_else(|| ends_with(otherwise))
        }
        Instruction::FlipCoin { won, lost, .. } | Instruction::Clash { won, lost, .. } => {
            ends_with(won).or_else(|| ends_with(lost))
        }
        Instruction::May { body, .. } => ends_with(body),
        _ => None,
    }
}

/// After "repeat": "this process", "this process once", "this process X more times".
pub(super) fn again(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("this process")?;
    if p.scope.actor.as_ref().is_some_and(|who| who.is_group() || *who == Who::Ref(Ref::Each)) {
        return p.fail("what one player repeats");
    }
    if p.eat("until no one puts a card onto the battlefield") {
        let mut puts = None;
        visit::clauses(out.as_slice(), |clause| {
            if matches!(clause.does, Instruction::Move { to: lawmage_ir::Destination::Battlefield(_), .. }) {
                puts = clause.out;
            }
        });
        let puts = puts.or_else(|| p.fail("what may put a card onto the battlefield"))?;
        let condition = Condition::Done(p.scope.bind(puts));
        let then = vec![emit(p, Instruction::Again(None))];
        out.push(emit(p, Instruction::If { condition, then, otherwise: Vec::new() }));
        return Some(());
    }
    let most = match p.eat_any(&["once", "twice"]) {
        Some(0) => Some(Amount::ONE),
        Some(_) => Some(Amount::Const(2)),
        None => p.attempt(|p| {
            let times = crate::grammar::amount::amount(p)?;
            p.expect("more times").map(|()| times)
        }),
    };
    out.push(emit(p, Instruction::Again(most)));
    Some(())
}

/// After "may": "repeat this process any number of times". Whether to is asked after each round.
pub(super) fn any_number(p: &mut Parser<'_>, who: &Who) -> Option<Clause> {
    p.expect("repeat this process")?;
    let _ = p.eat_any(&["any number of times", "as many times as they choose"])?;
    if who.is_group() || *who == Who::Ref(Ref::Each) {
        return p.fail("what one player repeats");
    }
    let again = emit(p, Instruction::Again(None));
    Some(emit(p, Instruction::May { who: who.clone(), body: vec![again] }))
}
