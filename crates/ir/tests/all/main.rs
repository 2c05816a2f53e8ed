//! The vocabulary, used from outside. One test binary, a file for each matter.

mod visit;
mod words;
