//! The tables of games: comma-separated values and lines of JSON.

use std::io::{self, Write};
use std::path::Path;

use lawmage_cards::Error;
use lawmage_cards::files::write_whole;
use lawmage_sim::{Config, Games, rows};

use super::SimArgs;
use crate::failure::Outcome;

/// Sees before a long run that a file can stand where it is wanted.
pub fn can_be_written(file: &Path) -> Outcome<()> {
    let dir = file.parent().filter(|d| !d.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if file.is_dir() || !dir.is_dir() {
        let what = if file.is_dir() { "is a directory" } else { "cannot be written: its directory is not there" };
        return Err(Error::new(what).within(file.display().to_string()).into());
    }
    Ok(())
}

/// Writes the tables that are wanted; what could not be written.
pub fn write(args: &SimArgs, config: &Config, games: &Games) -> Vec<String> {
    let mut troubles = Vec::new();
    if let Some(file) = &args.games_csv {
        troubles.extend(write_whole(file, |out| csv(config, games, out)).err().map(|e| e.to_string()));
    }
    if let Some(file) = &args.games_jsonl {
        troubles.extend(write_whole(file, |out| jsonl(config, games, out)).err().map(|e| e.to_string()));
    }
    troubles
}

fn csv(config: &Config, games: &Games, out: &mut dyn Write) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    for row in rows(config, games) {
        table.serialize(row).map_err(io::Error::other)?;
    }
    table.flush()
}

fn jsonl(config: &Config, games: &Games, out: &mut dyn Write) -> io::Result<()> {
    for row in rows(config, games) {
        serde_json::to_writer(&mut *out, &row)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}
