//! References: pronouns and definite phrases.

mod exiled;
mod of_each;
mod parse;
mod print;
mod print_such;

pub(crate) use of_each::{ATTACKING, BLOCKING};
pub(crate) use parse::*;
