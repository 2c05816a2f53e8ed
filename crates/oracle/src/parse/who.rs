//! Players.
use lawmage_ir::Who;

use super::Parser;

/// Players as a subject or object: "you", "each opponent", "target player", "that player", "its controller", "they".
pub fn who(p: &mut Parser<'_>) -> Option<Who> {
    p.fail("a player")
}
