//! Stickers (123).

mod parse;

pub(crate) use parse::*;
