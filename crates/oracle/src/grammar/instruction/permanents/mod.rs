//! What is done to permanents.

mod parse;
mod print;

pub(crate) use parse::*;
