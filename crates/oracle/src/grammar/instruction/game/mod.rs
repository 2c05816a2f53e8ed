//! Turns, chance, the game itself.

mod parse;
mod print;

pub(crate) use parse::*;
