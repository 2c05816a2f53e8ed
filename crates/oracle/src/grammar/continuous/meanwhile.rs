//! What is done as something else happens, said.

use lawmage_ir::{Clause, Slot};

use crate::print::{Noun, Printer};

impl Printer<'_> {
    /// "As this creature becomes a permanent, …" (608.3g).
    pub(super) fn becoming(&mut self, does: &[Clause]) -> String {
        format!("as {} becomes a permanent, {}", self.this_named(), self.deeds(does))
    }

    /// "as you cascade, you may put a land card from among them onto the battlefield tapped" (702.85b).
    pub(super) fn cascading(&mut self, exiled: Slot, does: &[Clause]) -> String {
        self.slots.insert(exiled, Noun::new("card", true));
        format!("as you cascade, {}", self.deeds(does))
    }
}
