//! Manifest, cloak, pairing, class levels.

mod parse;
mod print;

pub(crate) use parse::*;
