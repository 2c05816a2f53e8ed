//! The program, run as its users run it: one test binary, a file for each kind of user.

#![allow(clippy::print_stderr, reason = "a test that skips says so")]

mod commands;
mod common;
mod contest;
mod decks;
mod exercise;
mod judges;
mod lint;
mod pods;
mod reminders;
mod repeat;
mod rules;
mod serve;
mod serve_log;
mod server;
mod sim;
mod table;
mod verify;

// Files of the program with their own tests, which need no other of its files: compiled here, a second compilation of the whole
// program for them is saved.
#[allow(dead_code, reason = "the program uses all of it")]
#[path = "../../src/table/sealed.rs"]
mod sealed;
#[allow(dead_code, reason = "the program uses all of it")]
#[path = "../../src/commands/sim/units.rs"]
mod units;
#[allow(dead_code, reason = "the program uses all of it")]
#[path = "../../src/wrap.rs"]
mod wrap;
