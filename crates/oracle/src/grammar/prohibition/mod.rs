//! "can't" and "must" (101.2).

mod company;
mod parse;
mod playing;
mod prices;
mod print;
mod print_permanents;
mod table;

pub(crate) use parse::*;
pub(crate) use playing::*;
pub(crate) use print::*;
#[cfg(test)]
pub(crate) use table::{OF_OBJECTS, OF_PLAYERS};
