//! Spells and abilities on the stack.

mod parse;
mod print;

pub(crate) use parse::*;
