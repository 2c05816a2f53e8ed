//! Noun phrases: a filter as adjectives, head, and what follows it.

mod parse;
mod print;

pub(crate) use parse::*;
pub(crate) use print::*;
