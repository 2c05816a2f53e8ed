//! "can't" and "must" (101.2).

mod parse;
mod print;
mod print_permanents;
mod table;

pub(crate) use parse::*;
pub(crate) use print::*;
#[cfg(test)]
pub(crate) use table::{OF_OBJECTS, OF_PLAYERS};
