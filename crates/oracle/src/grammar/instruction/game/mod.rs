//! Turns, chance, the game itself.

mod choosing;
mod parse;
mod print;

pub(crate) use parse::*;
