//! After an effect is read: provisional clause numbers become slots, where something later speaks of them.

use std::sync::Arc;

use lawmage_ir::{Clause, Continuous, Instead, Instruction, Program};

use crate::parse::Scope;

/// Gives clauses the slots they were bound to; the others keep none.
pub fn outs(clauses: &mut [Clause], scope: &Scope) {
    for clause in clauses {
        if let Some(id) = clause.out {
            clause.out = scope.bound.iter().find(|(c, _)| *c == id).map(|(_, slot)| *slot);
        }
        inside(&mut clause.does, scope);
    }
}

/// As [`outs`], through a program's modes.
pub fn program(program: &mut Program, scope: &Scope) {
    for mode in &mut program.modes {
        outs(&mut mode.clauses, scope);
    }
}

fn inside(does: &mut Instruction, scope: &Scope) {
    match does {
        Instruction::Seq(body)
        | Instruction::May { body, .. }
        | Instruction::Unless { body, .. }
        | Instruction::ForEach { body, .. }
        | Instruction::ClaimPrize(body)
        | Instruction::Repeat { body, .. } => outs(body, scope),
        Instruction::If { then, otherwise, .. } | Instruction::MayPay { then, otherwise, .. } => {
            outs(then, scope);
            outs(otherwise, scope);
        }
        Instruction::FlipCoin { won, lost, .. } => {
            outs(won, scope);
            outs(lost, scope);
        }
        Instruction::ResultsTable(_, rows) => rows.iter_mut().for_each(|r| outs(&mut r.then, scope)),
        Instruction::ChooseMode { modes, .. } => modes.iter_mut().for_each(|m| outs(&mut m.clauses, scope)),
        Instruction::Delayed { ability, .. } => program(&mut Arc::make_mut(ability).program, scope),
        Instruction::Reflexive(reflexive) => program(Arc::make_mut(reflexive), scope),
        Instruction::Effect { effects, .. } => {
            for effect in effects {
                if let Continuous::Replace(replacement) = effect {
                    match &mut replacement.instead {
                        Instead::Do(body) | Instead::Also(body) | Instead::Prevent { then: body, .. } => {
                            outs(body, scope)
                        }
                        Instead::Enter(entering) => outs(&mut entering.first, scope),
                        _ => {}
                    }
                }
            }
        }
        _ => {}
    }
}
