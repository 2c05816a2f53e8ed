//! Keyword abilities (702).

mod parse;
mod print;
mod table;

pub(crate) use parse::*;
