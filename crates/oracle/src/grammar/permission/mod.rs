//! Permissions: "may", "as though", and rules that are relaxed.

mod both;
mod hand;
mod itself;
mod parse;
mod price;
mod print;
mod table;

pub(crate) use both::*;
pub(crate) use itself::*;
pub(crate) use parse::*;
pub(crate) use print::*;
#[cfg(test)]
pub(crate) use table::FRAMES;
