//! Manifest, cloak, pairing, class levels.

mod parse;

pub(crate) use parse::*;
