//! Spells and abilities on the stack.

mod parse;
mod places;
mod print;

pub(crate) use parse::*;
