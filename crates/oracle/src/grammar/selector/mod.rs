//! Quantified noun phrases: targets (115), choices, "each" and "all".

mod as_activated;
mod parse;
mod print;

pub(crate) use as_activated::who_had;
pub(crate) use parse::*;
pub(crate) use print::*;

/// One of your opponents, whom you choose.
pub(crate) fn one_opponent() -> lawmage_ir::Selector {
    let opponents = lawmage_ir::Selector::Players(lawmage_ir::Who::Opponents);
    lawmage_ir::Selector::Choose(Box::new(lawmage_ir::Choice::exactly(1, opponents)))
}
