//! Where objects came from.

use lawmage_ir::{Condition, EventPattern, Span, Test, ZoneSet};

use crate::print::Printer;

impl Printer<'_> {
    /// "it entered from your library or was cast from your library", "one or more of them entered …".
    pub(super) fn entered_or_was_cast(&mut self, all: &[Condition]) -> Option<String> {
        let [Condition::Happened(event, Span::ThisTurn, 1), cast] = all else { return None };
        let EventPattern::Moves { what, from, to: ZoneSet::BATTLEFIELD, cause: None, by: None } = &**event else {
            return None;
        };
        let (cast, own) = match cast {
            Condition::And(both) => match both.as_slice() {
                [cast, Condition::Is(_, Test::Owned(_))] => (cast, true),
                _ => return None,
            },
            cast => (cast, false),
        };
        let Condition::WasCast(of, Some(zones), None) = cast else { return None };
        let is_same = zones == from && what.test.conjuncts().contains(&Test::Is(of.clone()));
        let owned = what.test.conjuncts().len() == if own { 2 } else { 1 };
        if !is_same || !owned {
            return None;
        }
        let was_cast = self.was_cast(of, Some(zones), None);
        let (it, from) = was_cast.rsplit_once(" was cast ")?;
        let from = if own { from.replacen("from a ", "from your ", 1) } else { from.to_owned() };
        let which = if self.reference(of).plural { "one or more of them" } else { it };
        Some(format!("{which} entered {from} or was cast {from}"))
    }
}
