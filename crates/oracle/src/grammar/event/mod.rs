//! Events (603): of triggers, of replacement effects, of history.

mod parse;
mod print;
mod table;

pub(crate) use parse::*;
pub(crate) use print::*;
pub(crate) use table::step_word;
