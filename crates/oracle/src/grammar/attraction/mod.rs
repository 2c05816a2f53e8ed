//! Attractions (717).

mod parse;
mod print;

pub(crate) use parse::*;
