//! Conditions.

mod parse;
mod print;

use lawmage_ir::Step;

pub(crate) use parse::*;
pub(crate) use print::*;

/// The steps of a turn before that one.
pub(crate) fn steps_before(step: Step) -> Vec<Step> {
    Step::ALL.into_iter().take_while(|s| *s != step).collect()
}
