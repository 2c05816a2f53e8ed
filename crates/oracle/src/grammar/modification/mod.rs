//! Modifications: what objects are and become (613.1).

mod parse;
mod print;
mod table;

pub(crate) use parse::*;
pub(crate) use print::*;
