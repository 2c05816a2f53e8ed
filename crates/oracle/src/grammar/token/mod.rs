//! Tokens (111).

mod parse;
mod print;

pub(crate) use parse::*;
pub(crate) use print::*;
