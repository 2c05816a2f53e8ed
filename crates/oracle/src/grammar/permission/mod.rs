//! Permissions: "may", "as though", and rules that are relaxed.

mod parse;
mod print;

pub(crate) use parse::*;
pub(crate) use print::*;
