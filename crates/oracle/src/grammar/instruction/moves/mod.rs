//! Zone changes.

mod parse;
mod print;

pub(crate) use parse::*;
