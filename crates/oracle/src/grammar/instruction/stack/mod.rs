//! Spells and abilities on the stack.

mod copied_later;
mod parse;
mod places;
mod print;
mod text;

pub(crate) use parse::*;
pub(crate) use places::top_of_library;
