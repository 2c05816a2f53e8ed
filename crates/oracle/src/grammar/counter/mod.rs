//! Counters (122).

mod parse;

pub(crate) use parse::*;
