//! Zone changes.

mod parse;
mod print;

pub(crate) use parse::*;
pub(crate) use print::{owner_of, says_more};
