//! What is done to permanents.

pub(crate) mod base_size;
pub(crate) mod designation;
pub(crate) mod double;
mod parse;
mod print;
mod table;

pub(crate) use parse::*;
#[cfg(test)]
pub(crate) use table::VERBS;

/// One of your opponents, whom you choose.
fn one_opponent() -> lawmage_ir::Selector {
    let opponents = lawmage_ir::Selector::Players(lawmage_ir::Who::Opponents);
    lawmage_ir::Selector::Choose(Box::new(lawmage_ir::Choice::exactly(1, opponents)))
}
