//! Zones (400).

mod parse;

pub(crate) use parse::*;
