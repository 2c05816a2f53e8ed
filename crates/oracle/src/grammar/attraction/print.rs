//! Attractions (717): opening, rolling.

use lawmage_ir::{Instruction, Who};

use crate::grammar::effect::deed::Deed;
use crate::print::Printer;

impl Printer<'_> {
    /// Attractions (717).
    pub(crate) fn of_attractions(&mut self, does: &Instruction) -> Option<Deed> {
        Some(match does {
            Instruction::OpenAttraction(who) => Deed::act(self.actor(who), "open an Attraction"),
            Instruction::RollToVisit(who) => {
                let whose = if *who == Who::You { "your" } else { "their" };
                Deed::act(self.actor(who), format!("roll to visit {whose} Attractions"))
            }
            _ => return None,
        })
    }
}
