//! Events (603): of triggers, of replacement effects, of history.

mod parse;
mod print;

pub(crate) use parse::*;
pub(crate) use print::*;
