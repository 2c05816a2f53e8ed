//! One error type: what is wrong, where, what to do.

use std::fmt;
use std::ops::Range;

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
    /// The words that are to blame, drawn below the message.
    pub excerpt: Option<Box<Excerpt>>,
}

/// Some words of a line, to be drawn with a caret below them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The line they stand in, without its end; of a long line the part about them.
    pub text: String,
    /// How many characters of that text stand before them.
    indent: usize,
    /// The first of them, in characters counted from 1.
    pub column: usize,
    /// How many characters.
    pub width: usize,
}

/// A result with that error.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error that says what is wrong.
    #[must_use]
    pub fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), origin: None, line: None, hint: None, excerpt: None }
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

    /// Adds the words to blame: those at the bytes of the span within the text, whose line and column are found by it.
    /// A span beyond the text stands at its end; one over several lines is cut at the end of its first.
    #[must_use]
    pub fn at(mut self, text: &str, span: Range<usize>) -> Self {
        let excerpt = Excerpt::of(text, span.clone());
        let start = text.floor_char_boundary(span.start);
        self.line = Some(1 + text.as_bytes().iter().take(start).filter(|b| **b == b'\n').count());
        self.excerpt = Some(Box::new(excerpt));
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
            (Some(origin), Some(line)) => write!(f, "{origin}:{line}")?,
            (Some(origin), None) => f.write_str(origin)?,
            (None, Some(line)) => write!(f, "line {line}")?,
            (None, None) => {}
        }
        if let (Some(_), Some(excerpt)) = (self.line, &self.excerpt) {
            write!(f, ":{}", excerpt.column)?;
        }
        if self.origin.is_some() || self.line.is_some() {
            f.write_str(": ")?;
        }
        f.write_str(&self.what)?;
        if let Some(hint) = &self.hint {
            write!(f, "; {hint}")?;
        }
        match &self.excerpt {
            Some(excerpt) => write!(f, "\n{excerpt}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}

/// How many characters of a line are drawn.
const DRAWN: usize = 100;

impl Excerpt {
    fn of(text: &str, span: Range<usize>) -> Self {
        let start = text.floor_char_boundary(span.start);
        let (before, after) = text.split_at(start);
        let begin = before.rfind('\n').map_or(0, |at| at + 1);
        let rest = after.split('\n').next().unwrap_or_default();
        let line = text.get(begin..start + rest.len()).unwrap_or_default().trim_end();
        let end = text.floor_char_boundary(span.end.max(start)).min(start + rest.len());
        let width = text.get(start..end).map_or(1, |words| words.trim_end().chars().count().max(1));
        let ahead = text.get(begin..start).map_or(0, |words| words.chars().count());
        // Of a long line the part about the words: a file may be one line, and have thousands of errors.
        let skip = (1 + ahead + width.min(DRAWN / 2)).saturating_sub(DRAWN);
        let mut drawn: String = if skip > 0 { "…".into() } else { String::new() };
        let mut chars = line.chars().skip(skip).map(visible);
        drawn.extend(chars.by_ref().take(DRAWN));
        if chars.next().is_some() {
            drawn.push('…');
        }
        Self { text: drawn, indent: ahead.saturating_sub(skip) + usize::from(skip > 0), column: 1 + ahead, width }
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let carets = self.width.min(DRAWN + 1 - self.indent.min(DRAWN));
        write!(f, "  | {}\n  | {}{}", self.text, " ".repeat(self.indent), "^".repeat(carets.max(1)))
    }
}

/// A tab is one column wide here, and nothing that would move the cursor is printed.
fn visible(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_drawn_with_their_line_and_column() {
        let text = "- name: Ember\n  text: Flyign\n";
        let at = text.find("Flyign").unwrap_or_default();
        let error = Error::new("“Flyign” is no keyword").hint("write Flying").within("my.yaml").at(text, at..at + 6);
        let drawn = "my.yaml:2:9: “Flyign” is no keyword; write Flying\n  |   text: Flyign\n  |         ^^^^^^";
        assert_eq!(error.to_string(), drawn);
    }

    #[test]
    fn spans_beyond_the_text_and_within_letters_are_harmless() {
        for span in [0..0, 3..400, 400..500, 1..2] {
            let error = Error::new("no").at("añb\r\n", span);
            assert!(error.to_string().contains('^'));
        }
        let long = "x".repeat(1_000);
        let drawn = Error::new("no").at(&long, 700..900).to_string();
        assert!(drawn.lines().all(|line| line.chars().count() < DRAWN + 20), "{drawn}");
    }
}
