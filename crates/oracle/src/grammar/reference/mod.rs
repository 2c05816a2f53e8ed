//! References: pronouns and definite phrases.

mod parse;
mod print;
mod print_such;

pub(crate) use parse::*;
