//! Votes (701.32): for what, and what comes of it.

pub(crate) mod labels;
pub(crate) mod parse;
mod print;
