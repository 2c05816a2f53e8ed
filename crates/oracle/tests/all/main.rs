//! The compiler on whole cards: round trips and limits. One test binary, a file for each matter.

#[allow(dead_code, reason = "also read by examples and by tests of other crates")]
mod corpus;
mod decks;
mod limits;
