//! A bound to the life gained: no more than there was to lose.

use lawmage_ir::{Amount, Clause, CounterKind, Instruction, Ref, Selector};

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

/// "all but one +1/+1 counter from it", behind "remove".
pub(super) fn all_but(p: &mut Parser<'_>) -> Option<Instruction> {
    p.expect("all but")?;
    let left = p.article()?;
    let kind = crate::grammar::counter::kind(p)??;
    p.expect("from")?;
    match crate::grammar::selector::one(p)?.selector {
        Selector::Ref(of) => {
            let count = Some(but_for(&kind, &of, left));
            Some(Instruction::RemoveCounters { kind: Some(kind), count, from: Selector::Ref(of) })
        }
        _ => p.fail("one object"),
    }
}

/// The counters on it but for so many.
fn but_for(kind: &CounterKind, of: &Ref, left: i32) -> Amount {
    let more = Amount::Minus(Box::new(Amount::Counters(Some(kind.clone()), of.clone())), Box::new(Amount::Const(left)));
    Amount::Max(Box::new(Amount::Const(0)), Box::new(more))
}

/// How many are left of those that are removed from an object.
pub(crate) fn left_of(kind: Option<&CounterKind>, count: &Amount, from: &Selector) -> Option<i32> {
    let (Some(kind), Amount::Max(_, more), Selector::Ref(of)) = (kind, count, from) else { return None };
    let Amount::Minus(_, left) = &**more else { return None };
    let Amount::Const(left) = **left else { return None };
    (*count == but_for(kind, of, left)).then_some(left)
}
