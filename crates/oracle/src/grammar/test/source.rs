//! The sources of abilities (113.7), as a noun phrase of abilities speaks of them.

use lawmage_ir::{Filter, Kind, Ref, Status, Test};

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
