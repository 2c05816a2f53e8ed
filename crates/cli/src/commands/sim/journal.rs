//! The journal's file: locked while a run writes it, appended line by line, cut where a line was torn.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lawmage_cards::Error;
use lawmage_sim::journal::{self, Header};
use lawmage_sim::{Config, Games, Played, Reason, play_number};

use crate::console::Console;
use crate::failure::Outcome;

/// How much may be lost when the power goes; what is lost is played again.
const BETWEEN_SYNCS: Duration = Duration::from_secs(1);

/// An open journal.
pub struct Journal {
    path: PathBuf,
    file: File,
    synced: Instant,
}

impl Journal {
    /// Opens a journal, or begins one; with the games that are in it.
    pub fn open(path: &Path, config: &Config, console: &Console) -> Outcome<(Self, Games)> {
        let within = |error: Error| error.within(path.display().to_string());
        let failed = |e: std::io::Error| within(Error::new(format!("the journal cannot be kept: {e}")));
        if std::fs::metadata(path).is_ok_and(|m| !m.is_file()) {
            return Err(within(Error::new("the journal cannot be kept: that is no file")).into());
        }
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(within(Error::new("another lawmage is at work there").hint("wait until it is done")).into());
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let header = Header::of(config);
        let kept = journal::read(&bytes, &header)
            .map_err(|e| within(Error::new(e.to_string()).hint("give --resume another file, or remove this one")))?;
        let torn = bytes.len() - kept.whole;
        if torn > 0 {
            file.set_len(kept.whole as u64).map_err(failed)?;
        }
        if kept.damaged > 0 {
            console.warn(format!("{}: {} damaged lines, whose games are played again", path.display(), kept.damaged));
        }
        spot_check(config, &kept.games).map_err(within)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let mut journal = Self { path: path.to_owned(), file, synced: Instant::now() };
        if kept.whole == 0 {
            journal.append(&header.line()?).map_err(|why| within(Error::new(why)))?;
        }
        Ok((journal, kept.games))
    }

    /// Adds what was played.
    ///
    /// # Errors
    /// Why it can't be written.
    pub fn add(&mut self, played: &Played) -> Result<(), String> {
        let line = journal::played_line(played).map_err(|e| format!("a game can't be written as JSON: {e}"))?;
        self.append(&line)
    }

    fn append(&mut self, line: &str) -> Result<(), String> {
        self.file.write_all(line.as_bytes()).map_err(|e| self.failed(&e))?;
        if self.synced.elapsed() >= BETWEEN_SYNCS {
            self.sync()?;
        }
        Ok(())
    }

    /// Makes sure that all of it is on the disk.
    ///
    /// # Errors
    /// Why it isn't.
    pub fn sync(&mut self) -> Result<(), String> {
        self.synced = Instant::now();
        self.file.sync_data().map_err(|e| self.failed(&e))
    }

    fn failed(&self, error: &std::io::Error) -> String {
        format!("{}: the journal cannot be kept: {error}", self.path.display())
    }
}

/// Plays the first and the last game again: another version of the program may play otherwise, and what it measures is
/// not to be mixed with what this one does.
fn spot_check(config: &Config, games: &Games) -> Result<(), Error> {
    // A game that ran out of time is not the same twice.
    let mut steady = games.values().filter(|played| played.games.iter().all(|g| g.reason != Reason::Time));
    let first = steady.next();
    for played in first.into_iter().chain(steady.next_back()) {
        let digests = |played: &Played| played.games.iter().map(|g| g.digest).collect::<Vec<_>>();
        let now = play_number(config, played.pair, played.number, u32::MAX);
        if digests(played) != digests(&now) {
            let what = format!("game {} goes otherwise now than in the journal", played.id(config, 0));
            return Err(Error::new(what).hint("another version of lawmage wrote it; give --resume another file"));
        }
    }
    Ok(())
}
