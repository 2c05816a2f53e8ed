//! "If you do", "when you do" and what else follows from what was just done (603.12, 608.2c).

use std::sync::Arc;

use lawmage_ir::{Amount, Clause, Condition, Instruction};

use super::emit;
use super::sentence::{annotates, apart, body, sentence};
use crate::grammar::condition;
use crate::parse::Parser;

/// "If you do, …", "If you don't, …", "If they do, …": whether the clause before was done.
pub(crate) fn if_done(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let positive = p.eat_any(&[
        "if you do ,",
        "if they do ,",
        "if that player does ,",
        "if a player does ,",
        "if the player does ,",
        "if a player pays this cost ,",
        "if you don't ,",
        "if they don't ,",
        "if that player doesn't ,",
        "if no one does ,",
        "if you can't ,",
        "if you didn't ,",
        "if you don't put it onto the battlefield ,",
        "if you don't put that card onto the battlefield ,",
        "if you don't put the card onto the battlefield ,",
        "if you don't put a card onto the battlefield this way ,",
        "if you don't put that card into your hand ,",
        "if you don't put the card into your hand ,",
        "if you don't put it into your hand ,",
        "if you don't put a card into your hand this way ,",
        "if you didn't put a card into your hand this way ,",
        "if you don't cast it ,",
        "if you don't cast that card ,",
        "if you don't cast the card ,",
        "if you don't cast a card this way ,",
        "if the player doesn't ,",
        "if no player does ,",
    ])? <= 5;
    let Some(last) = out.last().and_then(|c| c.out) else { return p.fail("something to do before") };
    let mut body_clauses = Vec::new();
    frame_chain(p, &mut body_clauses)?;
    let instead = p.eat("instead");
    if instead {
        return p.fail("no instead");
    }
    if let Some(Instruction::MayPay { then, otherwise, .. }) = out.last_mut().map(|c| &mut c.does) {
        let arm = if positive { then } else { otherwise };
        if arm.is_empty() {
            *arm = body_clauses;
            return Some(());
        }
    }
    if !positive
        && let Some(Instruction::If { otherwise, condition: Condition::Done(_), .. }) =
            out.last_mut().map(|c| &mut c.does)
        && otherwise.is_empty()
    {
        *otherwise = body_clauses;
        return Some(());
    }
    let done = Condition::Done(p.scope.bind(last));
    let (then, otherwise) = if positive { (body_clauses, Vec::new()) } else { (Vec::new(), body_clauses) };
    let clause = emit(p, Instruction::If { condition: done, then, otherwise });
    out.push(clause);
    Some(())
}

/// A chain that may have a frame of its own: "If you do, until end of turn, …".
fn frame_chain(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    body(p, out)
}

/// "When you do, …": a reflexive triggered ability with its own targets (603.12).
pub(crate) fn when_you_do(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let condition = match p.attempt(resolves_for_the_nth_time) {
        Some(condition) => condition,
        None => {
            if let Some(excess) = p.attempt(|p| {
                p.eat_any(&["when", "whenever"])?;
                excess_dealt(p)
            }) {
                return reflexive(p, out, excess);
            }
            p.eat_any(&[
                "when you pay this cost one or more times ,",
                "when you do ,",
                "when they do ,",
                "when that player does ,",
                "whenever you do ,",
            ])?;
            let last = out.last().and_then(|c| c.out)?;
            Condition::Done(p.scope.bind(last))
        }
    };
    reflexive(p, out, condition)
}

/// "it deals excess damage this way,", "excess damage is dealt to that creature this way,".
fn excess_dealt(p: &mut Parser<'_>) -> Option<Condition> {
    let condition = if p.eat("it deals excess damage this way") {
        let excess = crate::grammar::amount::excess(p)?;
        (p.scope.number_clause, p.scope.number) = (None, Some(excess.clone()));
        Condition::Compare(excess, lawmage_ir::Cmp::AtLeast, Amount::ONE)
    } else {
        condition(p)?
    };
    let Condition::Compare(Amount::Excess(_), ..) = condition else { return None };
    p.expect(",")?;
    Some(condition)
}

/// A reflexive triggered ability, created if the condition holds.
fn reflexive(p: &mut Parser<'_>, out: &mut Vec<Clause>, condition: Condition) -> Option<()> {
    let program = apart(p, |p| {
        let mut clauses = Vec::new();
        body(p, &mut clauses)?;
        // What follows is a part of the reflexive ability: it speaks of what that does and targets.
        while let Some(more) = p.attempt(|p| {
            p.expect(".")?;
            if p.at_end() || p.at_stop() || annotates(p) {
                return None;
            }
            let mut more = clauses.clone();
            sentence(p, &mut more)?;
            Some(more)
        }) {
            clauses = more;
        }
        Some(clauses)
    })?;
    let reflexive = emit(p, Instruction::Reflexive(Arc::new(program)));
    let clause = emit(p, Instruction::If { condition, then: vec![reflexive], otherwise: Vec::new() });
    out.push(clause);
    Some(())
}

/// "When this ability resolves for the third time this turn, …": created in that resolution alone, and triggering at its end
/// (603.7h, 608.2p).
fn resolves_for_the_nth_time(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("when this ability resolves for the")?;
    let times = crate::text::ordinal_word(p.word())?;
    p.advance();
    p.expect("time this turn ,")?;
    Some(Condition::AbilityUsed { resolved: true, cmp: lawmage_ir::Cmp::Equal, times })
}
