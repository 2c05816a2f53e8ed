//! Turns, chance, the game itself.

mod parse;

pub(crate) use parse::*;
