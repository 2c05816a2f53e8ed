//! Printing: colour only to a terminal that wants it, and a quiet end when a pipe is closed.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

use serde::Serialize;

use crate::failure::Outcome;

/// Standard output and the error stream.
pub struct Console {
    colored: bool,
}

impl Console {
    /// A console; colours only when standard output is a terminal and NO_COLOR is not set.
    #[allow(clippy::disallowed_methods, reason = "the command line may read the environment")]
    pub fn new() -> Self {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
        Self { colored: std::io::stdout().is_terminal() && !refused }
    }

    /// Prints a line to standard output.
    pub fn line(&self, text: impl Display) {
        if let Err(error) = writeln!(std::io::stdout().lock(), "{text}") {
            self.unprintable(&error);
        }
    }

    /// Prints what stands before an entry, and stays on its line.
    pub fn prompt(&self, text: impl Display) {
        let mut out = std::io::stdout().lock();
        if let Err(error) = write!(out, "{text}").and_then(|()| out.flush()) {
            self.unprintable(&error);
        }
    }

    /// Writes out what is still held back; called once, as the program ends.
    pub fn finish(&self) {
        if let Err(error) = std::io::stdout().lock().flush() {
            self.unprintable(&error);
        }
    }

    /// Ends the program when nothing more can be printed: in peace when whoever read our output went away (`| head`), and as
    /// a failure otherwise, since what was asked for was not delivered.
    fn unprintable(&self, error: &io::Error) -> ! {
        if error.kind() == io::ErrorKind::BrokenPipe {
            std::process::exit(0);
        }
        self.error(format!("the answer cannot be printed: {error}"));
        std::process::exit(1);
    }

    /// Prints a value as JSON.
    pub fn json(&self, value: &impl Serialize) -> Outcome<()> {
        self.line(serde_json::to_string_pretty(value)?);
        Ok(())
    }

    /// Prints a value as JSON on one line.
    pub fn json_line(&self, value: &impl Serialize) -> Outcome<()> {
        self.line(serde_json::to_string(value)?);
        Ok(())
    }

    /// Prints an error to the error stream.
    pub fn error(&self, text: impl Display) {
        self.mark("error", text);
    }

    /// Prints a warning to the error stream.
    pub fn warn(&self, text: impl Display) {
        self.mark("warning", text);
    }

    fn mark(&self, mark: &str, text: impl Display) {
        // Nowhere to tell that even the error stream is closed.
        let _ = writeln!(std::io::stderr().lock(), "{mark}: {text}");
    }

    /// The text in bold.
    pub fn bold(&self, text: impl Display) -> String {
        self.paint("1", text)
    }

    /// The text in grey.
    pub fn dim(&self, text: impl Display) -> String {
        self.paint("2", text)
    }

    /// The text in the colour of good news.
    pub fn good(&self, text: impl Display) -> String {
        self.paint("32", text)
    }

    /// The text in the colour of warnings.
    pub fn bad(&self, text: impl Display) -> String {
        self.paint("33", text)
    }

    fn paint(&self, code: &str, text: impl Display) -> String {
        if self.colored { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }
}
