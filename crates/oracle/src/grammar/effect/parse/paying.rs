//! What is paid rather than having something done (118.12a).

use lawmage_ir::{Clause, Cost, CostPart, Instruction, Ref, Who};

use super::{clause, emit};
use crate::grammar::cost;
use crate::parse::Parser;

/// "pay 4 life or put the card on top of your library": who doesn't pay does the other (118.12a).
pub(super) fn pay_or(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("pay")?;
    p.scope.actor = None;
    let cost = cost(p)?;
    p.expect("or")?;
    let mut body = Vec::new();
    clause::clause(p, &mut body)?;
    let clause = emit(p, Instruction::Unless { who: Who::You, cost, body });
    out.push(clause);
    Some(())
}

/// "destroy that creature unless you pay {3} and repeat this process": whoever pays goes on with the process (608.2c).
pub(super) fn unless_repeated(p: &mut Parser<'_>, who: &Who, cost: &Cost, body: &[Clause]) -> Option<Clause> {
    p.expect("and repeat this process")?;
    if who.is_group() || *who == Who::Ref(Ref::Each) {
        return p.fail("what one player repeats");
    }
    let again = emit(p, Instruction::Again(None));
    let (who, cost, otherwise) = (who.clone(), cost.clone(), body.to_vec());
    Some(emit(p, Instruction::MayPay { who, cost, then: vec![again], otherwise }))
}

/// "sacrifice an artifact or discard a card", before "if you do": a cost (118.12).
pub(super) fn one_of_two(p: &mut Parser<'_>, who: &Who) -> Option<Cost> {
    if who.is_group() || !p.at_any(&["sacrifice", "discard"]) {
        return p.fail("one of two costs");
    }
    let cost = cost(p)?;
    let two = matches!(cost.parts.as_slice(), [CostPart::OneOf(_)]);
    if two && p.at_any(&[". if you do", ". when you do"]) { Some(cost) } else { p.fail("one of two costs") }
}
