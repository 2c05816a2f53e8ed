//! Effects.
use lawmage_ir::Program;

use super::Parser;

/// The whole effect of a spell or ability up to the end of the tokens or the closing quotation mark, modes included. Stops
/// before sentences that only annotate the ability ("Activate only …", "This ability triggers only …").
pub fn program(p: &mut Parser<'_>) -> Option<Program> {
    p.fail("an effect")
}
