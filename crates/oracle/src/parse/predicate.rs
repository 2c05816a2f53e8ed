//! What is said of objects, shared by effects and static lines.
use lawmage_ir::{Continuous, Selector};

use super::Parser;

/// After a subject: "gets +1/+1 and gains/has flying", "is/becomes a 3/3 Wolf artifact creature", "can't block", "attacks
/// each combat if able", "loses all abilities", "doesn't untap during …". Stops before a duration.
pub fn predicate(p: &mut Parser<'_>, subject: &Selector) -> Option<Vec<Continuous>> {
    let _ = subject;
    p.fail("a verb")
}
