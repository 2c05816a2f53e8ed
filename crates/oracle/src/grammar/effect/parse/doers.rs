//! Those of several players who did what they were told they may or had to, and those who didn't.

use lawmage_ir::visit::{self, Part};
use lawmage_ir::{Clause, Condition, InTurnOrder, Instruction, Ref, Selector, Slot, Test, Who};

use super::{emit, ids, sentence};
use crate::parse::{Parser, Referent, Scope};

/// "If you do, each opponent may sacrifice a creature. For each opponent who doesn't, …": a part of what is done if you do.
pub(super) fn in_the_arm(p: &mut Parser<'_>, out: &mut [Clause]) -> Option<()> {
    if !p.at_any(&["for each opponent who", "for each player who", "each opponent who", "each player who"]) {
        return None;
    }
    let Instruction::If { then, otherwise, .. } = &mut out.last_mut()?.does else { return None };
    if !otherwise.is_empty() {
        return None;
    }
    let mut more = then.clone();
    sentence::sentence(p, &mut more)?;
    let own: Vec<Slot> = ids(then).into_iter().filter_map(|id| p.scope.slot_of(id)).collect();
    let said = |test: &Test| matches!(test, Test::Doer(Ref::Slot(slot)) if own.contains(slot));
    if !visit::any(more.get(then.len()..)?, said) {
        return p.fail("who of them did it");
    }
    *then = more;
    Some(())
}

/// "Each player may put a counter on a creature they control. If a player does, creatures that player controls …": for each of
/// those who did (608.2c).
pub(super) fn each_who_does(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("if a player does ,")?;
    let Some(Clause { does: Instruction::ForEach { over: Selector::Players(who), body }, .. }) = out.last() else {
        return p.fail("what several players may do");
    };
    let (who, [Clause { does: Instruction::May { who: Who::Ref(Ref::Each), .. }, out: Some(done) }]) =
        (who.clone(), body.as_slice())
    else {
        return p.fail("what each of several players may do");
    };
    let did = Test::Doer(Ref::Slot(p.scope.bind(*done)));
    p.scope.mention(Referent::player(Who::Ref(Ref::Each)));
    let mut body = Vec::new();
    p.scope.actor = None;
    sentence::chain(p, &mut body)?;
    // Without a word of that player it is asked whether anyone did.
    if !visit::any(body.as_slice(), |r: &Ref| *r == Ref::Each) {
        return p.fail("what that player does or has done to them");
    }
    let who = Who::Such(Box::new(who), Box::new(Condition::Is(Ref::It, did)));
    let clause = emit(p, Instruction::ForEach { over: Selector::Players(who), body });
    out.push(clause);
    Some(())
}

/// Whether those who didn't do a thing are spoken of only where all were told to do it, or that they may: nobody did what wasn't
/// come to.
pub(super) fn were_told(clauses: &[Clause], scope: &Scope) -> bool {
    told(clauses, scope, Vec::new())
}

fn told(clauses: &[Clause], scope: &Scope, mut known: Vec<Slot>) -> bool {
    clauses.iter().all(|clause| {
        let fine = match &clause.does {
            Instruction::If { condition, then, otherwise } => {
                speaks_of_known(condition, &known)
                    && told(then, scope, known.clone())
                    && told(otherwise, scope, known.clone())
            }
            Instruction::May { body, .. } | Instruction::Seq(body) => told(body, scope, known.clone()),
            Instruction::ForEach { over, body } => speaks_of_known(over, &known) && told(body, scope, known.clone()),
            Instruction::InTurnOrder(InTurnOrder { body, .. }) => told(body, scope, known.clone()),
            other => speaks_of_known(other, &known),
        };
        come_to(clause, scope, &mut known);
        fine
    })
}

/// The slots of what is done in any case once a clause was followed.
fn come_to(clause: &Clause, scope: &Scope, known: &mut Vec<Slot>) {
    known.extend(clause.out.and_then(|id| scope.slot_of(id)));
    if let Instruction::ForEach { body, .. }
    | Instruction::InTurnOrder(InTurnOrder { body, .. })
    | Instruction::Seq(body) = &clause.does
    {
        body.iter().for_each(|inner| come_to(inner, scope, known));
    }
}

fn speaks_of_known(part: &(impl Part + ?Sized), known: &[Slot]) -> bool {
    !visit::any(part, |condition: &Condition| match condition {
        Condition::Not(inner) => {
            matches!(&**inner, Condition::Is(_, Test::Doer(Ref::Slot(slot))) if !known.contains(slot))
        }
        _ => false,
    })
}
