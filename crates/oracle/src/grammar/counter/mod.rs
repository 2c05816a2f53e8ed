//! Counters (122).

mod parse;
mod print;

pub(crate) use parse::*;
