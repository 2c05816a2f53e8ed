//! Life, control, counters.

mod parse;
mod print;

pub(crate) use parse::*;
