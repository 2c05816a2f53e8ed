//! Games as JSON text. They are written and read here alone: what reads a game's state from a format is as much code as the
//! rest of a crate, and would be compiled anew wherever it is asked for.

use std::hash::Hasher;

use lawmage_engine::procedure::session::LoadError;
use lawmage_engine::{Digest, Entry, Log, Session, State};
use lawmage_ir::Card;
use serde::{Deserialize, Serialize};
use serde_json::Error;

use crate::{PlaybackError, RECORD_VERSION, Record, RecordEnd};

/// The version of a text, which is read before the rest.
#[derive(Deserialize)]
struct Version {
    version: u32,
}

/// A game at hand as one line of JSON.
///
/// # Errors
/// Those of the writer, of which none is known.
pub fn session_to_json(session: &Session<Log>) -> Result<String, Error> {
    serde_json::to_string(session)
}

/// The game in such a text, as it was written: [`Session::restored`] says whether it can be played on.
///
/// # Errors
/// Where the text is not that of a session of this version.
pub fn session_from_json(text: &str) -> Result<Session<Log>, LoadError> {
    let unreadable = |why: Error| LoadError::Unreadable(why.to_string());
    let Version { version } = serde_json::from_str(text).map_err(unreadable)?;
    <Session>::check_version(version)?;
    serde_json::from_str(text).map_err(unreadable)
}

/// A digest of a state: everything in it counts.
pub(crate) fn state_digest(state: &State) -> String {
    digest(&serde_json::to_vec(state).unwrap_or_default())
}

/// A digest of a card as compiled.
pub(crate) fn card_digest(card: &Card) -> String {
    digest(&serde_json::to_vec(card).unwrap_or_default())
}

fn digest(bytes: &[u8]) -> String {
    let mut digest = Digest::default();
    digest.write(bytes);
    format!("{:016x}", digest.finish())
}

/// The last line of a record.
#[derive(Serialize, Deserialize)]
struct End {
    end: RecordEnd,
}

impl Record {
    /// The record as lines of JSON: how the game began, what was done, how it came out.
    ///
    /// # Errors
    /// Those of the writer, of which none is known.
    pub fn to_json(&self) -> Result<String, Error> {
        let mut text = self.first_line()?;
        text.push_str(&entry_lines(&self.entries)?);
        if let Some(end) = &self.end {
            text.push_str(&end_line(end)?);
        }
        Ok(text)
    }

    /// Its first line: how the game began.
    ///
    /// # Errors
    /// Those of the writer, of which none is known.
    pub fn first_line(&self) -> Result<String, Error> {
        line(self)
    }

    /// The record in such a text. A last line that was cut off counts for nothing.
    ///
    /// # Errors
    /// [`PlaybackError::Version`], or the first line that is none of a record.
    pub fn from_json(text: &str) -> Result<Self, PlaybackError> {
        Self::read(text.as_bytes()).map(|(record, _)| record)
    }

    /// The same, and how many bytes of the text are lines of the record: what is beyond was cut off in the middle.
    ///
    /// # Errors
    /// [`PlaybackError::Version`], or the first line that is none of a record.
    pub fn read(bytes: &[u8]) -> Result<(Self, usize), PlaybackError> {
        let mut lines = bytes.split_inclusive(|byte| *byte == b'\n').zip(1..).peekable();
        let first = lines.next().map(|(line, _)| line).unwrap_or_default();
        let (mut record, mut whole) = (first_of(first)?, first.len());
        while let Some((line, number)) = lines.next() {
            let is_last = lines.peek().is_none();
            if is_last && !line.ends_with(b"\n") {
                break;
            }
            match (serde_json::from_slice::<Entry>(line), serde_json::from_slice::<End>(line)) {
                (Ok(entry), _) => {
                    record.entries.push(entry);
                    record.end = None; // It was gone back from there.
                }
                (_, Ok(End { end })) => record.end = Some(end),
                _ if is_last => break,
                (Err(why), _) => return Err(PlaybackError::Line(number, why.to_string())),
            }
            whole += line.len();
        }
        Ok((record, whole))
    }
}

fn first_of(line: &[u8]) -> Result<Record, PlaybackError> {
    let wrong = |why: Error| PlaybackError::Line(1, why.to_string());
    let Version { version } = serde_json::from_slice(line).map_err(wrong)?;
    if version != RECORD_VERSION {
        return Err(PlaybackError::Version(version));
    }
    serde_json::from_slice(line).map_err(wrong)
}

/// What was done, as lines of a record.
///
/// # Errors
/// Those of the writer, of which none is known.
pub fn entry_lines(entries: &[Entry]) -> Result<String, Error> {
    entries.iter().map(line).collect()
}

/// How a game came out, as the last line of its record.
///
/// # Errors
/// Those of the writer, of which none is known.
pub fn end_line(end: &RecordEnd) -> Result<String, Error> {
    line(&End { end: end.clone() })
}

fn line(of: &impl Serialize) -> Result<String, Error> {
    Ok(serde_json::to_string(of)? + "\n")
}
