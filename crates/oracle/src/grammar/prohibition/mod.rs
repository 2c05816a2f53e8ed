//! "can't" and "must" (101.2).

mod parse;
mod print;

pub(crate) use parse::*;
pub(crate) use print::*;
