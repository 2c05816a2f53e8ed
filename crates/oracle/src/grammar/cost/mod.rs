//! Costs (118).

mod parse;
mod print;
mod such;

pub(crate) use parse::*;
