//! Abilities (113): the lines of a text box, which kind each is, and its parts.

mod parse;
mod print;

pub use parse::compile_ability_text;
pub(crate) use parse::*;
pub(crate) use print::*;
