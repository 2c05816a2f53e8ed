//! Designations that are taken from permanents.

use lawmage_ir::{Clause, Instruction, Status};

use crate::grammar::effect::emit;
use crate::grammar::test::status_of;
use crate::parse::{Parser, Sort};

/// "If any of them are suspected, they're no longer suspected.": of those that aren't, nothing is taken.
pub(crate) fn if_any_are(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("if any of them are")?;
    let said = status_of(p.word())?;
    p.advance();
    p.expect(", they're")?;
    let status = no_longer(p).filter(|status| *status == said)?;
    let them = p.scope.latest(|r| r.sort == Sort::Permanent && r.plural)?;
    let them = p.scope.select(&them.handle);
    out.push(emit(p, Instruction::Designate(status, them, false)));
    Some(())
}

/// "no longer suspected": what else an object is at a time is no designation that can be taken from it.
pub(crate) fn no_longer(p: &mut Parser<'_>) -> Option<Status> {
    p.expect("no longer")?;
    let designations = [Status::Goaded, Status::Suspected, Status::Renowned, Status::Saddled, Status::Monstrous];
    status_of(p.word()).filter(|status| designations.contains(status)).inspect(|_| p.advance())
}

/// What "suspect" and "harness" make of an object (701.58a, 2026:701.64).
pub(super) fn by_verb(verb: &str) -> Status {
    if verb == "suspect" { Status::Suspected } else { Status::Harnessed }
}
