//! References: pronouns and definite phrases.

mod of_each;
mod parse;
mod print;
mod print_such;

pub(crate) use parse::*;
