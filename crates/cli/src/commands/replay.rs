//! `lawmage replay`: a recorded game again, event by event.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use lawmage::Cards;
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
    let record = Record::from_json(&text).map_err(|e| within(e.to_string()))?;
    let cards = Cards::from(data::pool(shared, console)?);
    let setup = save::setup_of(&record, &cards)?;
    let mut events = 0;
    let mut tell = |line: &str| {
        events += 1;
        if !args.quiet {
            console.line(line);
        }
    };
    let hint = |e: &PlaybackError| match e {
        PlaybackError::Diverged(..) | PlaybackError::Digest { .. } => {
            record.changes(&setup).map(|changes| format!("; it was recorded with {changes}")).unwrap_or_default()
        }
        _ => String::new(),
    };
    record
        .play_back(&setup, args.to.unwrap_or(usize::MAX), &mut tell)
        .map_err(|e| within(format!("{e}{}", hint(&e))))?;
    if args.to.is_none_or(|to| to >= record.entries.len()) {
        let how = record
            .end
            .as_ref()
            .map_or_else(|| "as far as it was recorded".to_owned(), |end| format!("as recorded, digest {}", end.state));
        console.line(console.good(format!("{} answers, {events} events: {how}", record.answers())));
        if let Some(broken) = record.end.as_ref().and_then(|end| end.broken.as_ref()) {
            console.line(console.bad(format!("here the game ended: {}", broken.what)));
        }
    }
    Ok(ExitCode::SUCCESS)
}
