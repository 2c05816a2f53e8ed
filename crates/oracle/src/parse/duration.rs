//! Durations.
use lawmage_ir::Duration;

use super::Parser;

/// "until end of turn", "this turn", "for as long as …".
pub fn duration(p: &mut Parser<'_>) -> Option<Duration> {
    p.fail("a duration")
}
