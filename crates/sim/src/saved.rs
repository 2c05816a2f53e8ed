//! Games as JSON text. They are written and read here alone: what reads a game's state from a format is as much code as the
//! rest of a crate, and would be compiled anew wherever it is asked for.

use lawmage_engine::Session;
use lawmage_engine::procedure::session::LoadError;
use serde::Deserialize;
use serde_json::Error;

use crate::Record;

/// A game at hand as one line of JSON.
///
/// # Errors
/// Those of the writer, of which none is known.
pub fn session_to_json(session: &Session) -> Result<String, Error> {
    serde_json::to_string(session)
}

/// The game in such a text, as it was written: [`Session::restored`] says whether it can be played on.
///
/// # Errors
/// Where the text is not that of a session of this version.
pub fn session_from_json(text: &str) -> Result<Session, LoadError> {
    /// What is read first: the rest of another version may be anything.
    #[derive(Deserialize)]
    struct Version {
        version: u32,
    }
    let unreadable = |why: Error| LoadError::Unreadable(why.to_string());
    let Version { version } = serde_json::from_str(text).map_err(unreadable)?;
    <Session>::check_version(version)?;
    serde_json::from_str(text).map_err(unreadable)
}

impl Record {
    /// The record as one line of JSON.
    ///
    /// # Errors
    /// Those of the writer, of which none is known.
    pub fn to_json(&self) -> Result<String, Error> {
        serde_json::to_string(self)
    }

    /// The record in such a text.
    ///
    /// # Errors
    /// Where the text is not that of a record.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        serde_json::from_str(text)
    }
}
