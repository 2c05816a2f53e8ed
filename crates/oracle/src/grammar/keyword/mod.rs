//! Keyword abilities (702).

mod parse;
mod print;

pub(crate) use parse::*;
