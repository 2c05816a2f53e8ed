//! Quantified noun phrases: targets (115), choices, "each" and "all".

mod as_activated;
mod parse;
mod print;

pub(crate) use as_activated::who_had;
pub(crate) use parse::*;
pub(crate) use print::*;

/// That a card spoken of is in a graveyard: "return it from your graveyard".
pub(crate) fn in_graveyard() -> lawmage_ir::Test {
    let graveyard = lawmage_ir::ZoneSet::of(lawmage_ir::Zone::Graveyard);
    lawmage_ir::Test::If(Box::new(lawmage_ir::Condition::InZone(lawmage_ir::Ref::It, graveyard)))
}

/// One of your opponents, whom you choose.
pub(crate) fn one_opponent() -> lawmage_ir::Selector {
    let opponents = lawmage_ir::Selector::Players(lawmage_ir::Who::Opponents);
    lawmage_ir::Selector::Choose(Box::new(lawmage_ir::Choice::exactly(1, opponents)))
}
