//! Turns, chance, the game itself.

mod choosing;
pub(crate) mod coins;
mod parse;
mod print;

pub(crate) use parse::*;
