//! Keyword abilities (702).

mod parse;
mod print;
mod table;

pub(crate) use parse::*;
pub(crate) use table::is_way;

/// "spells that are one or more colors", as a quality of sources (702.16a): objects on the stack that are no abilities.
pub(crate) fn colored_spells() -> lawmage_ir::Test {
    use lawmage_ir::{Color, Condition, Ref, Test, Zone, ZoneSet};
    let colored = Test::Or(Color::ALL.into_iter().map(Test::Color).collect());
    let on_stack = Condition::InZone(Ref::It, ZoneSet::of(Zone::Stack));
    Test::If(Box::new(Condition::And(vec![on_stack, Condition::Is(Ref::It, colored)])))
}
