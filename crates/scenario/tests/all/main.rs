//! Scenario files: read, run, told. One test binary, a file for each matter.

mod documented;
mod explanations;
mod failing;
mod folder;
mod format;
mod mistakes;
mod telling;

// With its own tests, which need no other of the crate's files.
#[allow(dead_code, unreachable_pub, reason = "the library uses all of it")]
#[path = "../../src/model/source.rs"]
mod source;
