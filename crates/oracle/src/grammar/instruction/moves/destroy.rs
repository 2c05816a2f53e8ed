//! Destroying (701.7).

use lawmage_ir::{Clause, Instruction, Mode, Selector, Who};

use super::parse::{before, mention_moved};
use crate::grammar::effect::emit_number;
use crate::grammar::selector;
use crate::parse::{Parser, Sort};

/// "all lands or all creatures": those or these, chosen as it is done (608.2d).
fn destroy_either(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let one = selector::one(p)?;
    p.expect("or")?;
    if !p.at("all") {
        return p.fail("all of others");
    }
    let other = selector::one(p)?;
    let (Selector::All(_), Selector::All(_)) = (&one.selector, &other.selector) else {
        return p.fail("all of some permanents");
    };
    let first = emit_number(p, Instruction::Destroy { what: one.selector.clone(), no_regeneration: false });
    let second = Instruction::Destroy { what: other.selector, no_regeneration: false };
    // Whichever it is, it leaves in the same place what was destroyed.
    let second = Clause { does: second, out: first.out };
    mention_moved(p, &first, &one, Sort::Permanent, "destroyed");
    let modes = vec![Mode::plain(vec![first]), Mode::plain(vec![second])];
    let chooses = Instruction::ChooseMode { who: Who::You, min: 1, max: 1, modes };
    out.push(crate::grammar::effect::emit(p, chooses));
    Some(())
}

/// What follows "destroy".
pub(super) fn destroy(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    if let Some(()) = p.attempt_into(out, destroy_either) {
        return Some(());
    }
    let picked = selector::objects(p)?;
    let clause = emit_number(p, Instruction::Destroy { what: picked.selector.clone(), no_regeneration: false });
    // "its controller" is of the permanent; "return it" is of the card.
    mention_moved(p, &clause, &picked, Sort::Permanent, "destroyed");
    if let (Some(last), Some(known)) = (p.scope.referents.last_mut(), before(&picked.selector)) {
        last.before = Some(known);
    }
    out.push(clause);
    Some(())
}
