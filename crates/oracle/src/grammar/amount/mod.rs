//! Amounts.

mod parse;
mod print;

pub(crate) use parse::*;
