//! What happens before the first turn (103).

mod parse;
mod print;

pub(crate) use parse::*;
