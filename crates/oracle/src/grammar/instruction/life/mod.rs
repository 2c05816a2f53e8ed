//! Life, control, counters.

mod control;
mod parse;
mod print;

pub(crate) use parse::*;
