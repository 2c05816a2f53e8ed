//! What is done to permanents.

mod parse;

pub(crate) use parse::*;
