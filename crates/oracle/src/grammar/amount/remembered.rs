//! What numbers the abilities of a face remember (607.2e, 607.2g).

use lawmage_ir::{Ability, Clause, Continuous, Instead, Instruction, Program, visit};

use crate::print::Printer;

impl Printer<'_> {
    /// Whether several abilities have a thing chosen under that linked number, of which the last is spoken of.
    pub(super) fn chosen_again(&self, linked: u8) -> bool {
        let mut times = 0;
        visit::walk(&self.face.abilities, &mut |node| {
            let chosen =
                |does: &Instruction| matches!(does, Instruction::ChooseValue { linked: n, .. } if *n == linked);
            times += u32::from(node.get::<Instruction>().is_some_and(chosen));
            visit::Go::Into
        });
        times > 1
    }

    /// The instruction of the face that keeps a number under that linked number (607.2e, 607.2g).
    pub(super) fn remembers(&self, linked: u8) -> Option<&Instruction> {
        self.face.abilities.iter().find_map(|ability| match ability {
            Ability::Spell(program) => in_program(program, linked),
            Ability::Activated(ability) => in_program(&ability.program, linked),
            Ability::Triggered(ability) => in_program(&ability.program, linked),
            Ability::Static(ability) => ability.effects.iter().find_map(|effect| match effect {
                Continuous::Replace(replacement) => match &replacement.instead {
                    Instead::Enter(entering) => in_clauses(&entering.first, linked),
                    _ => None,
                },
                _ => None,
            }),
            _ => None,
        })
    }
}

fn in_program(program: &Program, linked: u8) -> Option<&Instruction> {
    program.modes.iter().find_map(|mode| in_clauses(&mode.clauses, linked))
}

fn in_clauses(clauses: &[Clause], linked: u8) -> Option<&Instruction> {
    clauses.iter().find_map(|clause| match &clause.does {
        Instruction::PayLife { linked: Some(n), .. } | Instruction::NoteNumber { linked: n, .. } if *n == linked => {
            Some(&clause.does)
        }
        Instruction::May { body, .. } | Instruction::Seq(body) => in_clauses(body, linked),
        Instruction::If { then, otherwise, .. } => in_clauses(then, linked).or_else(|| in_clauses(otherwise, linked)),
        _ => None,
    })
}
