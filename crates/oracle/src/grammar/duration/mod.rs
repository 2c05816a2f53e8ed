//! Durations (611.2).

mod parse;
mod print;
mod table;

pub(crate) use parse::*;
pub(crate) use print::*;
