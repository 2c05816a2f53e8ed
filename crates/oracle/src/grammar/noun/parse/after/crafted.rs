//! "an exiled creature card used to craft ~" (702.167c).

use lawmage_ir::{CRAFTED, Ref, Test};

use crate::grammar::reference;
use crate::parse::Parser;

/// Whether such a card is spoken of here.
pub(crate) fn ahead(p: &Parser<'_>) -> bool {
    p.at("exiled") && (2..4).any(|ahead| p.word_at(ahead) == "used")
}

/// "used to craft ~".
pub(super) fn used(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("used to craft")?;
    reference::crafted(p).map(|_| Test::Is(Ref::Linked(CRAFTED)))
}
