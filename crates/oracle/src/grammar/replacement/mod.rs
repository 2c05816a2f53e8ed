//! Replacement and prevention effects (614, 615).

mod counters;
mod parse;
mod print;

pub(crate) use parse::*;
pub(crate) use print::lands_produce;
