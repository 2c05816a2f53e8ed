//! Where abilities have their sources (113.7), and spells come from.

use lawmage_ir::{Condition, Filter, Kind, Ref, Status, Test, Zone, ZoneSet};

use super::print::Place::{self, After};
use crate::print::Printer;

impl Printer<'_> {
    /// "from a red source", "from another legendary source that's not a commander".
    pub(super) fn of_a_source(&mut self, source: &Test) -> Place {
        let (other, commander) = (Test::not(Test::Is(Ref::This)), Test::not(Test::Status(Status::Commander)));
        let all = source.conjuncts();
        let rest = Test::all(all.iter().filter(|test| **test != other && **test != commander).cloned());
        let one = self.one(&Filter::new(Kind::Object, rest));
        let mut text = if one.ends_with(" source") { format!("from {one}") } else { format!("from {one} source") };
        if all.contains(&other) {
            text = text.replacen("from an ", "from another ", 1).replacen("from a ", "from another ", 1);
        }
        if all.contains(&commander) {
            text.push_str(" that's not a commander");
        }
        After(text)
    }
}

/// How it is said that something wasn't cast, or not from there.
pub(super) fn not_cast(cast: &Test) -> Option<&'static str> {
    match cast {
        // 400.3: each card in a hand is its owner's.
        Test::CastFrom(zones) if *zones == ZoneSet::of(Zone::Hand) => Some("that wasn't cast from its owner's hand"),
        Test::If(cast) if **cast == Condition::WasCast(Ref::It, None, None) => Some("that wasn't cast"),
        _ => None,
    }
}
