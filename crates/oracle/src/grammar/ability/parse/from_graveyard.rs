//! "When a spell or ability an opponent controls causes you to discard ~, return ~ from your graveyard to your hand."

use lawmage_ir::visit::{Go, walk_mut};
use lawmage_ir::{EventPattern, Instruction, Program, Selector};

use crate::grammar::event;
use crate::parse::Parser;

/// What was discarded is found wherever it went (400.7, 701.8c): what says so moves it from the graveyard alone.
pub(super) fn only_there(p: &mut Parser<'_>, pattern: &EventPattern, program: &mut Program) -> Option<()> {
    let says = p.tokens().windows(3).any(|three| three.iter().map(|t| &*t.text).eq(["from", "your", "graveyard"]));
    if !says || !event::facts::caused(pattern).is_some_and(event::is_discard) {
        return Some(());
    }
    let (mut moves, mut known) = (0, true);
    walk_mut(&mut program.modes, &mut |node| {
        if let Some(Instruction::Move { what, .. }) = node.get_mut::<Instruction>() {
            moves += 1;
            known &= matches!(what, Selector::Ref(_));
            *what = Selector::Those(Box::new(what.clone()), crate::grammar::selector::in_graveyard());
        }
        Go::Into
    });
    if moves == 1 && known { Some(()) } else { p.fail("one card that is in the graveyard") }
}
