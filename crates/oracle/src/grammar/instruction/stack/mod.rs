//! Spells and abilities on the stack.

mod parse;

pub(crate) use parse::*;
