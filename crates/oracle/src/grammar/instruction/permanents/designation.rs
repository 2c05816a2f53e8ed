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
    let designations =
        [Status::Goaded, Status::Suspected, Status::Renowned, Status::Saddled, Status::Monstrous, Status::Prepared];
    status_of(p.word()).filter(|status| designations.contains(status)).inspect(|_| p.advance())
}

/// "becomes prepared", "become unprepared" (2026:722.3): what becomes so, and whether it does.
pub(super) fn becomes(p: &mut Parser<'_>) -> Option<(Status, bool)> {
    const BECOMES: [(&str, &str, Status, bool); 4] = [
        ("becomes saddled until end of turn", "become saddled until end of turn", Status::Saddled, true),
        ("becomes renowned", "become renowned", Status::Renowned, true),
        ("becomes prepared", "become prepared", Status::Prepared, true),
        ("becomes unprepared", "become unprepared", Status::Prepared, false),
    ];
    let found = BECOMES.into_iter().find(|(one, many, ..)| p.eat(one) || p.eat(many))?;
    Some((found.2, found.3))
}

/// What "suspect" and "harness" make of an object (701.58a, 2026:701.64).
pub(super) fn by_verb(verb: &str) -> Status {
    if verb == "suspect" { Status::Suspected } else { Status::Harnessed }
}
