//! The vocabulary, used from outside. One test binary, a file for each matter.

mod verify;
mod visit;
mod words;
