//! Life, control, counters.

mod control;
mod limit;
mod parse;
mod print;

pub(crate) use limit::left_of;
pub(crate) use parse::*;
