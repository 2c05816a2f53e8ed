//! What is done to permanents.

mod parse;
mod print;
mod table;

pub(crate) use parse::*;
#[cfg(test)]
pub(crate) use table::VERBS;
