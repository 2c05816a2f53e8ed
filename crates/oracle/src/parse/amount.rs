//! Amounts.
use lawmage_ir::Amount;

use super::Parser;

/// A number that stands before a noun: "three", "X", "that many", "twice that many", "a".
pub fn amount(p: &mut Parser<'_>) -> Option<Amount> {
    p.fail("a number")
}

/// A number described: after "equal to", "where X is": "the number of …", "its power plus 1", "half …".
pub fn defined(p: &mut Parser<'_>) -> Option<Amount> {
    p.fail("a number")
}
