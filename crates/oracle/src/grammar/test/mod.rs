//! Tests: what is said of one object.

mod parse;
mod print;

pub(crate) use parse::*;
pub(crate) use print::*;
