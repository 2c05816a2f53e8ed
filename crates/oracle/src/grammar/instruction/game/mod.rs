//! Turns, chance, the game itself.

mod choosing;
pub(crate) mod coins;
pub(crate) mod dice;
mod fewest;
mod one_player;
mod parse;
pub(crate) mod print;
mod values;

pub(crate) use fewest::the_same_way;
pub(crate) use parse::*;
pub(crate) use values::{most_life_among, secret, value};
