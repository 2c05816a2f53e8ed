//! After an effect is read: provisional clause numbers become slots, where something later speaks of them.

use lawmage_ir::visit::{Go, Part, walk_mut};
use lawmage_ir::{Ability, Clause};

use crate::parse::Scope;

/// Gives clauses the slots they were bound to; the others keep none. Abilities within are finished by themselves.
pub fn outs(part: &mut impl Part, scope: &Scope) {
    walk_mut(part, &mut |node| {
        if let Some(clause) = node.get_mut::<Clause>()
            && let Some(id) = clause.out
        {
            clause.out = scope.slot_of(id);
        }
        if node.get::<Ability>().is_some() { Go::Past } else { Go::Into }
    });
}
