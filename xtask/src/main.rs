//! Tools for work on lawmage itself: `cargo xtask mutate` tries whether scenarios notice each condition of the engine.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a tool of the command line")]

mod mutate;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Tools for work on lawmage itself.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Args {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Subcommand)]
enum Tool {
    /// Negates each condition of the engine, one at a time, and tells which of these mutants no scenario notices.
    Mutate(mutate::Options),
}

fn main() -> ExitCode {
    let Tool::Mutate(options) = Args::parse().tool;
    match mutate::run(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
