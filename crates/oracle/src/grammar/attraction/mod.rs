//! Attractions (717).

mod parse;

pub(crate) use parse::*;
