//! Zone changes.

mod parse;
mod print;

pub(crate) use parse::*;
pub(crate) use print::says_more;
