//! Effects (609): sentences and their clauses.

mod parse;
mod print;

pub(crate) use parse::*;
pub(crate) use print::*;
