//! Tokens of which one is chosen as it is created.

use lawmage_ir::{Clause, Instruction, Mode, Who};

use super::parse::create;
use crate::grammar::effect::{actor, emit};
use crate::parse::Parser;

/// "create your choice of a Clue token, a Food token, or a Treasure token", "create a Food token or a Treasure token": one of them,
/// chosen as it is done (608.2d).
pub(super) fn one_of_several(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    if actor(p) != Who::You {
        return p.fail("what you create");
    }
    p.eat("your choice of");
    let mut modes = Vec::new();
    loop {
        let mut one = Vec::new();
        create(p, &mut one)?;
        // Which of them was created is not known.
        p.scope.without(&crate::grammar::effect::ids(&one), &[]);
        modes.push(Mode::plain(one));
        let comma = p.comma();
        if p.eat("or") {
            let mut last = Vec::new();
            create(p, &mut last)?;
            p.scope.without(&crate::grammar::effect::ids(&last), &[]);
            modes.push(Mode::plain(last));
            out.push(emit(p, Instruction::ChooseMode { who: Who::You, min: 1, max: 1, modes }));
            return Some(());
        }
        if !comma {
            break;
        }
    }
    p.fail("another token")
}

/// Who creates it, where that is told behind it, "under that player's control": who creates a token owns it, and it enters under their
/// control (111.2).
pub(super) fn created_by(p: &mut Parser<'_>, who: Who) -> Option<Who> {
    let told = p.attempt(|p| {
        p.expect("under that")?;
        p.go_back_to(p.pos().saturating_sub(1));
        let whose = crate::grammar::player::possessive(p).filter(|whose| !whose.is_group())?;
        p.expect("control").map(|()| whose)
    });
    match told {
        Some(whose) if who == Who::You => Some(whose),
        Some(_) => p.fail("who creates it"),
        None => Some(who),
    }
}
