//! A commander in the command zone (903.6), put into a hand or cast from there.

use lawmage_ir::{Cause, Choice, Clause, Destination, Filter, Instruction, Kind, Selector, Zone, ZoneSet};

use crate::grammar::effect::emit_number;
use crate::parse::Parser;

/// Your commanders in the command zone: where there are two, one is chosen (903.3).
pub(crate) fn in_command_zone() -> Filter {
    Filter::new(Kind::Card(ZoneSet::of(Zone::Command)), crate::grammar::condition::your_commander())
}

/// After "put": "your commander into your hand from the command zone".
pub(super) fn into_hand(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.eat_any(&[
        "your commander into your hand from the command zone",
        "your commander from the command zone into your hand",
    ])?;
    if p.scope.actor.is_some() {
        return p.fail("your commander");
    }
    let what = Selector::Choose(Box::new(Choice::exactly(1, Selector::All(in_command_zone()))));
    out.push(emit_number(p, Instruction::Move { what, to: Destination::Hand, cause: Cause::Put }));
    Some(())
}
