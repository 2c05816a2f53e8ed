//! Turns, chance, the game itself.

mod choosing;
pub(crate) mod coins;
pub(crate) mod dice;
mod parse;
pub(crate) mod print;

pub(crate) use parse::*;
