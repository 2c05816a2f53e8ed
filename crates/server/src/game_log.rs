//! A game written down as it is played: what was done stands in its file before anybody is told of it.

use std::fs::{File, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use lawmage_cards::{Error, Result};
use lawmage_engine::{Entry, State};
use lawmage_sim::{Record, RecordEnd, end_line, entry_lines};

/// The file of a game, a [`Record`] to whose end lines are added.
#[derive(Debug)]
pub struct GameLog {
    path: PathBuf,
    file: File,
    /// The last line says how the game came out.
    ended: bool,
}

impl GameLog {
    /// Opens the file of a game, or makes one; with what it holds. A line that was cut off in the middle is taken away: nobody
    /// was told of what it said.
    ///
    /// # Errors
    /// Why no game can be kept there: it is none of a game, another process plays it, the system doesn't let us.
    pub fn open(path: &Path) -> Result<(Self, Option<Record>)> {
        let within = |why: String| Error::new(why).within(path.display().to_string());
        if std::fs::metadata(path).is_ok_and(|meta| !meta.is_file()) {
            return Err(within("no game can be kept there: that is no file".to_owned()));
        }
        let is_new = !path.exists();
        let opened = File::options().read(true).append(true).create(true).open(path);
        let mut file = opened.map_err(|why| within(why.to_string()))?;
        // Some network folders know no locks.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(within("another lawmage plays that game".to_owned()));
        }
        if is_new && let Some(folder) = path.canonicalize().ok().as_deref().and_then(Path::parent) {
            // That the file is there is to last, too, where folders can be synchronised.
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|why| within(why.to_string()))?;
        let begins = br#"{"version":"#;
        let (record, whole) = if bytes.contains(&b'\n') {
            let (record, whole) = Record::read(&bytes).map_err(|why| within(why.to_string()))?;
            (Some(record), whole)
        } else if bytes.starts_with(begins) || begins.starts_with(&bytes) || bytes.iter().all(|byte| *byte == 0) {
            (None, 0)
        } else {
            return Err(within("is no record of a game".to_owned()));
        };
        if whole < bytes.len() {
            file.set_len(whole as u64).map_err(|why| within(why.to_string()))?;
        }
        let ended = record.as_ref().is_some_and(|record| record.end.is_some());
        Ok((Self { path: path.to_owned(), file, ended }, record))
    }

    /// Writes how a game begins.
    ///
    /// # Errors
    /// Why that can't be written.
    pub fn begin(&mut self, record: &Record) -> Result<()> {
        let line = record.first_line().map_err(|why| self.failure(&why))?;
        self.add(&line)
    }

    /// Writes what was done, and how the game came out if it is over.
    ///
    /// # Errors
    /// Why that can't be written.
    pub fn keep(&mut self, entries: &[Entry], state: &State) -> Result<()> {
        let mut lines = entry_lines(entries).map_err(|why| self.failure(&why))?;
        self.ended &= entries.is_empty();
        if !self.ended && state.result().is_some() {
            lines.push_str(&end_line(&RecordEnd::of(state)).map_err(|why| self.failure(&why))?);
            self.ended = true;
        }
        if lines.is_empty() { Ok(()) } else { self.add(&lines) }
    }

    /// Adds lines, and doesn't return before they last.
    fn add(&mut self, lines: &str) -> Result<()> {
        let written = self.file.write_all(lines.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|why| self.failure(&why))
    }

    fn failure(&self, why: &dyn std::fmt::Display) -> Error {
        Error::new(why.to_string()).within(self.path.display().to_string())
    }
}
