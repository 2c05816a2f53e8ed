//! Damage (120).

mod parse;
mod print;

pub(crate) use parse::*;
