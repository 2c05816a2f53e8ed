//! The program, run as its users run it: one test binary, a file for each kind of user.

#![allow(clippy::print_stderr, reason = "a test that skips says so")]

mod commands;
mod common;
mod decks;
mod exercise;
mod judges;
mod lint;
mod rules;
mod sim;
mod table;
mod verify;
