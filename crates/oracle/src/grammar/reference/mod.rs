//! References: pronouns and definite phrases.

mod parse;
mod print;

pub(crate) use parse::*;
