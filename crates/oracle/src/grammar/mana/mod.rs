//! Mana (106): adding it, and on what it may be spent.

mod parse;
mod print;

pub(crate) use parse::*;
