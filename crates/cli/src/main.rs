//! `lawmage`, the command line. Commands are in [`commands`], one a file; this file starts them.
//!
//! Exit codes: 0 when all is well, 1 when the answer is no or something failed, 2 when the command line is wrong.

mod args;
mod commands;
mod console;
mod data;
mod failure;
mod table;
mod wrap;

use std::process::ExitCode;

use crate::console::Console;

fn main() -> ExitCode {
    let console = Console::new();
    let args = match args::read() {
        Ok(args) => args,
        Err(refused) => return console.usage(&refused),
    };
    let outcome = commands::run(&args, &console);
    console.finish();
    match outcome {
        Ok(code) => code,
        Err(failure) => {
            failure.report(&console);
            ExitCode::from(failure.code)
        }
    }
}
