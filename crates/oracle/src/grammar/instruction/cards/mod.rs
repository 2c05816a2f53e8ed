//! Draw, discard, mill.

mod parse;

pub(crate) use parse::*;
