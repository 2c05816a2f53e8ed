//! Libraries and hidden cards.

mod parse;
mod print;

pub(crate) use parse::*;
