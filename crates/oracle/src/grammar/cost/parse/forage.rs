//! Foraging as a cost (2026:701.61).

use lawmage_ir::CostPart;

use super::Part;
use crate::parse::Parser;

/// "forage".
pub(super) fn forages(p: &mut Parser<'_>) -> Option<Part> {
    p.eat_any(&["forages", "forage"])?;
    Some(CostPart::forage().into())
}
