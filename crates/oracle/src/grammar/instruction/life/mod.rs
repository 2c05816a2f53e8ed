//! Life, control, counters.

mod parse;

pub(crate) use parse::*;
