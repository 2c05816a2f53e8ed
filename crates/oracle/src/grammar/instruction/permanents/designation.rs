//! Designations that are taken from permanents.

use lawmage_ir::Status;

use crate::grammar::test::status_of;
use crate::parse::Parser;

/// "no longer suspected": what else an object is at a time is no designation that can be taken from it.
pub(crate) fn no_longer(p: &mut Parser<'_>) -> Option<Status> {
    p.expect("no longer")?;
    let designations = [Status::Goaded, Status::Suspected, Status::Renowned, Status::Saddled, Status::Monstrous];
    status_of(p.word()).filter(|status| designations.contains(status)).inspect(|_| p.advance())
}
