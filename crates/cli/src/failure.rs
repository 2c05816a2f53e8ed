//! What a command says when it cannot go on: one line each of what, where, what to do.

use lawmage_cards::Error;

use crate::console::Console;

/// One or several errors.
pub struct Failure {
    lines: Vec<String>,
    /// The exit code: 1, or 2 for wrong use.
    pub code: u8,
}

/// A command's result.
pub type Outcome<T = std::process::ExitCode> = Result<T, Failure>;

impl Failure {
    /// A failure of one line.
    pub fn new(line: impl Into<String>) -> Self {
        Self { lines: vec![line.into()], code: 1 }
    }

    /// A failure of the command line itself.
    pub fn usage(line: impl Into<String>) -> Self {
        Self { lines: vec![line.into()], code: 2 }
    }

    /// What it says, line by line.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// This failure and another, which comes after it.
    pub fn and(mut self, other: Self) -> Self {
        self.lines.extend(other.lines);
        self
    }

    /// Prints it to the error stream.
    pub fn report(&self, console: &Console) {
        for line in &self.lines {
            console.error(line);
        }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.lines.join("; "))
    }
}

impl From<Vec<String>> for Failure {
    fn from(lines: Vec<String>) -> Self {
        Self { lines, code: 1 }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::new(error.to_string())
    }
}

impl From<Vec<Error>> for Failure {
    fn from(errors: Vec<Error>) -> Self {
        Self { lines: errors.iter().map(ToString::to_string).collect(), code: 1 }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::new(format!("the answer cannot be written as JSON: {error}"))
    }
}
