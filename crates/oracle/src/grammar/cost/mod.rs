//! Costs (118).

mod parse;
mod print;

pub(crate) use parse::*;
