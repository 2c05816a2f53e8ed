//! Hostile input for every format that lawmage reads: so many mutated inputs each, in processes of their own that are watched
//! for panics, hangs and memory. `fuzz/README.md` says how to run it and what to do with a finding.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that reports")]

mod mutate;
mod targets;
mod watch;
mod worker;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;

use crate::targets::Target;
use crate::watch::{Limits, Run};

/// Hostile input for every format that lawmage reads
#[derive(Parser)]
struct Args {
    /// The formats; all of them if none is given
    formats: Vec<String>,
    /// How many mutated inputs for each format
    #[arg(long, default_value_t = 10_000, value_name = "N")]
    inputs: u64,
    /// From which all randomness comes
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// Seconds that one input may take
    #[arg(long, default_value_t = 5.0, value_name = "SECONDS")]
    seconds: f64,
    /// Megabytes that a process may use
    #[arg(long, default_value_t = 500, value_name = "MB")]
    memory: u64,
    /// Where inputs that broke something are written
    #[arg(long, default_value = "fuzz/findings", value_name = "DIR")]
    findings: PathBuf,
    /// List the formats
    #[arg(long)]
    list: bool,
    /// Run this one file as an input, here and unwatched
    #[arg(long, value_name = "FILE", requires = "formats")]
    file: Option<PathBuf>,
    /// Be a watched process: run the inputs from this number on, and say each before it begins
    #[arg(long, hide = true)]
    work_from: Option<u64>,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> Result<bool, String> {
    let all = targets::all();
    if args.list {
        for target in &all {
            println!("{:<12} {}", target.name, target.invariant);
        }
        return Ok(true);
    }
    let known = || all.iter().map(|t| t.name).collect::<Vec<_>>().join(", ");
    let find = |name: &String| {
        all.iter().find(|t| t.name == name).ok_or_else(|| format!("no format is called {name}: {}", known()))
    };
    let chosen: Vec<&Target> = if args.formats.is_empty() {
        all.iter().collect()
    } else {
        args.formats.iter().map(find).collect::<Result<_, _>>()?
    };
    if let (Some(file), Some(target)) = (&args.file, chosen.first()) {
        let input = std::fs::read(file).map_err(|e| format!("{}: {e}", file.display()))?;
        return match (target.make)().run(&input) {
            Ok(()) => Ok(true),
            Err(why) => Err(why),
        };
    }
    if let (Some(from), Some(target)) = (args.work_from, chosen.first()) {
        worker::work(target, args.seed, from, args.inputs)?;
        return Ok(true);
    }
    let limits = Limits { time: Duration::from_secs_f64(args.seconds), megabytes: args.memory };
    let mut clean = true;
    for target in chosen {
        let run = Run { target, seed: args.seed, inputs: args.inputs, limits: &limits, findings: &args.findings };
        let report = run.watch()?;
        println!("{report}");
        clean &= report.findings.is_empty();
    }
    Ok(clean)
}
