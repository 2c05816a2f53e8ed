//! Quantified noun phrases: targets (115), choices, "each" and "all".

mod parse;
mod print;

pub(crate) use parse::*;
pub(crate) use print::*;
