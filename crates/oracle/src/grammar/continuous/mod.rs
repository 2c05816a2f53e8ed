//! Continuous effects (611): what is said of objects.

mod abilities;
mod losing;
mod parse;
mod print;
mod taken_over;

pub(crate) use parse::*;
pub(crate) use print::is_rule;
