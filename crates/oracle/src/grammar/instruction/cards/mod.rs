//! Draw, discard, mill.

mod parse;
mod print;

pub(crate) use parse::*;
