//! `lawmage replay`: a recorded game again, event by event.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use lawmage_cards::Error;
use lawmage_cards::files::read_text;
use lawmage_sim::{PlaybackError, Record};

use crate::args::Shared;
use crate::console::Console;
use crate::data;
use crate::failure::{Failure, Outcome};
use crate::table::save;

/// `lawmage replay`
#[derive(Args)]
#[command(after_help = "The record must play back to the same events: where it does not, the exit code is 1.\n\n\
    Examples:\n  lawmage play --auto --record game.json && lawmage replay game.json\n  lawmage replay game.json --to 40")]
pub struct ReplayArgs {
    /// The record: written by `play --record` or `sim --record`
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Only up to that answer
    #[arg(long, value_name = "N")]
    to: Option<usize>,
    /// Only check that it plays back
    #[arg(long)]
    quiet: bool,
}

/// Runs `lawmage replay`.
pub fn run(args: &ReplayArgs, shared: &Shared, console: &Console) -> Outcome {
    let within = |what: String| Failure::from(Error::new(what).within(args.file.display().to_string()));
    let text = read_text(&args.file)?;
    let record = Record::from_json(&text).map_err(|e| within(format!("is no record of a game: {e}")))?;
    let pool = Arc::new(data::pool(shared, console)?);
    let setup = save::setup_of(&record, &pool)?;
    let mut tell = |line: &str| {
        if !args.quiet {
            console.line(line);
        }
    };
    let hint = |e: &PlaybackError| match e {
        PlaybackError::Diverged(..) | PlaybackError::Digest { .. } => {
            "; it was recorded by another version of lawmage or of a card"
        }
        _ => "",
    };
    record
        .play_back(&setup, args.to.unwrap_or(usize::MAX), &mut tell)
        .map_err(|e| within(format!("{e}{}", hint(&e))))?;
    if args.to.is_none_or(|to| to >= record.answers.len()) {
        let what = format!(
            "{} answers, {} events: as recorded, digest {}",
            record.answers.len(),
            record.events,
            record.digest
        );
        console.line(console.good(what));
        if let Some(broken) = &record.broken {
            console.line(console.bad(format!("here the game ended: {}", broken.what)));
        }
    }
    Ok(ExitCode::SUCCESS)
}
