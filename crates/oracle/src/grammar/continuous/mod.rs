//! Continuous effects (611): what is said of objects.

mod parse;
mod print;

pub(crate) use parse::*;
