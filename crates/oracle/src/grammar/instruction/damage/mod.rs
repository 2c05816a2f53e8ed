//! Damage (120).

mod parse;

pub(crate) use parse::*;
