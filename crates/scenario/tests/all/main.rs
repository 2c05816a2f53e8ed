//! Scenario files: read, run, told. One test binary, a file for each matter.

mod failing;
mod folder;
mod format;
mod mistakes;
mod telling;
