//! Printing: colour only to a terminal that wants it, lines no wider than it, and a quiet end when a pipe is closed.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

use crate::failure::Outcome;

/// The narrowest terminal that lines are fitted to, in columns.
const NARROWEST: usize = 20;

/// Standard output and the error stream.
pub struct Console {
    colored: bool,
    terminal: bool,
    /// Whether a write that fails is kept for later instead of ending the program.
    patient: AtomicBool,
    /// The first write that failed meanwhile.
    broken: Mutex<Option<io::Error>>,
}

impl Console {
    /// A console; colours only when standard output is a terminal that knows them and NO_COLOR is not set.
    #[allow(clippy::disallowed_methods, reason = "the command line may read the environment")]
    pub fn new() -> Self {
        let set = |name| std::env::var_os(name).filter(|v| !v.is_empty());
        let refused = set("NO_COLOR").is_some() || set("TERM").is_some_and(|term| term == "dumb");
        let terminal = io::stdout().is_terminal();
        Self { colored: terminal && !refused, terminal, patient: AtomicBool::new(false), broken: Mutex::new(None) }
    }

    /// Prints a line to standard output.
    pub fn line(&self, text: impl Display) {
        self.write(format_args!("{text}\n"), false);
    }

    /// Prints text to standard output, its lines broken where the terminal ends; what goes on stands under `indent` more.
    pub fn wrapped(&self, text: impl Display, indent: &str) {
        self.line(self.fit(&text.to_string(), indent));
    }

    /// Prints what stands before an entry, and stays on its line.
    pub fn prompt(&self, text: impl Display) {
        self.write(format_args!("{}", self.fit(&text.to_string(), "")), true);
    }

    /// Text with its lines broken where the terminal ends; as it is where nobody looks.
    fn fit(&self, text: &str, indent: &str) -> String {
        let Some(width) = self.width() else { return text.to_owned() };
        let lines = text.split('\n').map(|line| {
            // Words keep the spaces before them: those at the beginning of a line and of a prompt's end are meant.
            let kept = line.len() - line.trim_end_matches(' ').len();
            let spaces = line.len() - line.trim_start_matches(' ').len();
            let own = " ".repeat((spaces + indent.len()).min(width / 4));
            let options = textwrap::Options::new(width).subsequent_indent(&own);
            let options = options.word_splitter(textwrap::WordSplitter::NoHyphenation);
            let mut filled = textwrap::fill(line, options);
            let missing = kept.saturating_sub(filled.len() - filled.trim_end_matches(' ').len());
            filled.extend(std::iter::repeat_n(' ', missing));
            filled
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// The width of the terminal in columns; nothing where standard output is none.
    fn width(&self) -> Option<usize> {
        if !self.terminal {
            return None;
        }
        let (terminal_size::Width(columns), _) = terminal_size::terminal_size_of(io::stdout())?;
        (columns > 0).then_some(usize::from(columns).max(NARROWEST))
    }

    /// From now on a write that fails doesn't end the program: who holds what must not be lost asks [`Console::is_broken`].
    pub fn be_patient(&self, patient: bool) {
        self.patient.store(patient, Ordering::Relaxed);
    }

    /// Whether nothing can be printed any more.
    pub fn is_broken(&self) -> bool {
        self.broken.lock().is_ok_and(|broken| broken.is_some())
    }

    /// Has all that was printed be seen now: by a pipe that somebody reads, too.
    pub fn flush(&self) {
        self.write(format_args!(""), true);
    }

    /// Writes out what is still held back; called once, as the program ends.
    pub fn finish(&self) {
        let broken = self.broken.lock().ok().and_then(|mut broken| broken.take());
        let flushed = broken.map_or_else(|| io::stdout().lock().flush(), Err);
        if let Err(error) = flushed {
            self.unprintable(&error);
        }
    }

    /// Prints help or what is wrong with the command line; the exit code says which.
    pub fn usage(&self, said: &clap::Error) -> ExitCode {
        if let Err(error) = said.print().and_then(|()| io::stdout().lock().flush()) {
            self.unprintable(&error);
        }
        ExitCode::from(u8::try_from(said.exit_code()).unwrap_or(2))
    }

    fn write(&self, text: std::fmt::Arguments<'_>, flush: bool) {
        let mut out = io::stdout().lock();
        let mut written = out.write_fmt(text);
        if flush {
            written = written.and_then(|()| out.flush());
        }
        drop(out);
        let Err(error) = written else { return };
        if !self.patient.load(Ordering::Relaxed) {
            self.unprintable(&error);
        }
        if let Ok(mut broken) = self.broken.lock() {
            broken.get_or_insert(error);
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
        let _ = writeln!(io::stderr().lock(), "{mark}: {text}");
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
