//! What is done to permanents.

pub(crate) mod base_size;
pub(crate) mod designation;
pub(crate) mod double;
mod exchange;
mod parse;
mod print;
mod table;

pub(crate) use parse::*;
#[cfg(test)]
pub(crate) use table::VERBS;
