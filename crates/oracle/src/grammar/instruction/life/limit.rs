//! A bound to the life gained: no more than there was to lose.

use lawmage_ir::{Amount, Clause, Instruction, Ref, Selector};

use crate::parse::Parser;

/// "… but not more life than the player's life total before the damage was dealt, …": noted before the damage of the clause before is
/// dealt.
pub(super) fn but_not_more(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<Amount> {
    p.expect(NOT_MORE)?;
    let damage = out.len().checked_sub(1)?;
    let number = match out.last().map(|clause| &clause.does) {
        Some(Instruction::Damage { to: Selector::Ref(to @ Ref::Target(_)), .. }) => Amount::Vital(to.clone()),
        _ => return p.fail("damage to one target"),
    };
    let linked = p.scope.face.link();
    out.insert(damage, Instruction::NoteNumber { number, linked }.into());
    Some(Amount::Linked(linked))
}

/// How that is said.
pub(super) const NOT_MORE: &str = ", but not more life than the player 's life total before the damage was dealt , the planeswalker 's \
    loyalty before the damage was dealt , or the creature 's toughness";
