//! What backup hands on (702.165).

use lawmage_ir::{Continuous, Instruction, Keyword, Modification, Program};

use crate::state::State;
use crate::state::chars::{AbilityKey, Chars};
use crate::state::ids::ObjectId;
use crate::state::object::keyword_among;

impl State {
    /// The program of a triggered ability that is put on the stack. 702.165d: of what is printed below a backup ability, that is
    /// handed on which its source has now.
    pub(super) fn handed_on(&self, source: ObjectId, key: Option<AbilityKey>, program: &Program) -> Program {
        let mut program = program.clone();
        let Some((key, seen)) = key.zip(self.seen(source)) else { return program };
        let printed = &seen.object.base;
        if keyword_among(printed, key) != Some(Keyword::Backup) {
            return program;
        }
        let has = |chars: &Chars, given: &Modification| match given {
            Modification::AddAbility(ability) => chars.abilities.iter().any(|on| on.ability == *ability),
            _ => true,
        };
        for clause in program.modes.iter_mut().flat_map(|mode| &mut mode.clauses) {
            let Instruction::If { then, .. } = &mut clause.does else { continue };
            for clause in then {
                let Instruction::Effect { effects, .. } = &mut clause.does else { continue };
                for effect in effects {
                    let Continuous::Modify { mods, .. } = effect else { continue };
                    mods.retain(|given| has(seen.chars, given) || !has(printed, given));
                }
            }
        }
        program
    }
}
