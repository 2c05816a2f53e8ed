//! Life, control, counters.

mod control;
mod limit;
mod parse;
mod print;

pub(crate) use parse::*;
