//! Players.

mod parse;

pub(crate) use parse::*;
