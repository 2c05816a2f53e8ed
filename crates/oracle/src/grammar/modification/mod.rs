//! Modifications: what objects are and become (613.1).

mod exceptions;
mod parse;
mod print;
mod table;

pub(crate) use exceptions::*;
pub(crate) use parse::*;
pub(crate) use print::*;
