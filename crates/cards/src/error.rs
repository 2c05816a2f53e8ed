//! One error type: what is wrong, where, what to do.

use std::fmt;

/// Something that the user can mend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// What is wrong.
    pub what: String,
    /// The file or deck it is in.
    pub origin: Option<String>,
    /// The line, counted from 1.
    pub line: Option<usize>,
    /// What to do about it.
    pub hint: Option<String>,
}

/// A result with that error.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error that says what is wrong.
    #[must_use]
    pub fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), origin: None, line: None, hint: None }
    }

    /// Adds the file or deck it is in, unless one is named already.
    #[must_use]
    pub fn within(mut self, origin: impl Into<String>) -> Self {
        self.origin.get_or_insert_with(|| origin.into());
        self
    }

    /// Adds the line.
    #[must_use]
    pub fn at_line(mut self, line: usize) -> Self {
        self.line = Some(line);
        self
    }

    /// Adds what to do.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.origin, self.line) {
            (Some(origin), Some(line)) => write!(f, "{origin}:{line}: ")?,
            (Some(origin), None) => write!(f, "{origin}: ")?,
            (None, Some(line)) => write!(f, "line {line}: ")?,
            (None, None) => {}
        }
        f.write_str(&self.what)?;
        match &self.hint {
            Some(hint) => write!(f, "; {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}
