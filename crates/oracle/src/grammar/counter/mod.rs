//! Counters (122).

pub(crate) mod choice;
pub(crate) mod chosen;
mod kinds;
mod parse;
mod print;
pub(crate) mod up_to;

pub(crate) use parse::*;
