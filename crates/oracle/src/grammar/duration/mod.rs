//! Durations (611.2).

mod parse;
mod print;

pub(crate) use parse::*;
pub(crate) use print::*;
