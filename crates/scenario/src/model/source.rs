//! Where things stand in the text of a file, so that what is wrong can be pointed at.

use std::ops::Range;
use std::sync::Arc;

use lawmage_cards::Error;
use serde_saphyr::{Location, Spanned};

/// A place in the text of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    /// The line, counted from 1.
    pub line: u64,
    /// How many bytes stand before it, where that is known.
    pub start: Option<usize>,
    /// The column, counted from 1, or 0.
    pub column: u64,
}

impl From<Location> for Spot {
    fn from(location: Location) -> Self {
        let start = location.span().byte_offset().and_then(|n| usize::try_from(n).ok());
        Self { line: location.line(), start, column: location.column() }
    }
}

impl<T> From<&Spanned<T>> for Spot {
    fn from(spanned: &Spanned<T>) -> Self {
        spanned.referenced.into()
    }
}

/// The text that a scenario was read from.
#[derive(Clone, Debug)]
pub struct Source {
    text: Arc<str>,
    /// By how many bytes what stands in the file is farther on than its place says: a scenario cut out of a list is read with
    /// as many lines before it as there are, but without what is in them.
    ahead: usize,
}

impl Source {
    /// A whole file.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self { text: text.into(), ahead: 0 }
    }

    /// A part of it: what is to be read in its stead, and the source that its places are to be looked up in. Lines and columns
    /// are those of the whole.
    #[must_use]
    pub fn part(&self, range: Range<usize>) -> (String, Self) {
        let before = self.text.get(..range.start).unwrap_or_default();
        let (lines, begun) = (before.matches('\n').count(), before.rsplit('\n').next().unwrap_or_default());
        let mut part = "\n".repeat(lines);
        part.extend(std::iter::repeat_n(' ', begun.chars().count()));
        let ahead = range.start - part.len().min(range.start);
        part.push_str(self.text.get(range).unwrap_or_default());
        (part, Self { text: self.text.clone(), ahead })
    }

    /// What stands at a place, to be read by itself, with its lines and columns.
    #[must_use]
    pub fn part_at(&self, place: Spot) -> Option<String> {
        Some(self.part(self.range(place)?).0)
    }

    /// The error with the words to blame: `about` where it stands within what begins at the place, else its beginning.
    #[must_use]
    pub fn point(&self, error: Error, place: Spot, about: Option<&str>) -> Error {
        let Some(start) = self.start(place).filter(|s| self.text.is_char_boundary(*s)) else {
            return if place.line > 0 { error.at_line(place.line as usize) } else { error };
        };
        let within = extent(&self.text, start);
        let words = about.and_then(|words| word(&self.text, within.clone(), words));
        error.at(&self.text, words.unwrap_or_else(|| start..head(&self.text, start)))
    }

    /// How many bytes of the file stand before a place.
    fn start(&self, place: Spot) -> Option<usize> {
        if let Some(start) = place.start {
            return Some(start + self.ahead);
        }
        let line = usize::try_from(place.line).ok()?.checked_sub(1)?;
        let column = usize::try_from(place.column).ok()?.checked_sub(1)?;
        let before: usize = self.text.split_inclusive('\n').take(line).map(str::len).sum();
        let within = self.text.get(before..)?.split_inclusive('\n').next()?;
        Some(before + within.char_indices().nth(column).map_or(within.trim_end().len(), |(at, _)| at))
    }

    /// What is written at a place, on one line.
    #[must_use]
    pub fn written(&self, place: Spot) -> String {
        let Some(start) = self.start(place) else { return String::new() };
        let text = self.text.get(extent(&self.text, start)).unwrap_or_default();
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
        lines.join(" ")
    }

    /// The bytes of what is written at a place, in the file.
    pub(super) fn range(&self, place: Spot) -> Option<Range<usize>> {
        Some(extent(&self.text, self.start(place)?))
    }
}

/// Where what begins at `start` ends: with its bracket or quote, at the end of its line or with the last line indented as far.
fn extent(text: &str, start: usize) -> Range<usize> {
    let rest = text.get(start..).unwrap_or_default();
    let end = match rest.chars().next() {
        Some('{' | '[') => bracket(rest),
        Some('"' | '\'') => quoted(rest),
        _ => block(text, start),
    };
    start..start + end.min(rest.len())
}

/// The length of a bracket with what it holds.
fn bracket(text: &str) -> usize {
    let mut depth = 0usize;
    let mut at = 0;
    while let Some(c) = text.get(at..).and_then(|t| t.chars().next()) {
        let before = text.get(..at).and_then(|t| t.chars().next_back());
        match c {
            '{' | '[' => depth += 1,
            '}' | ']' => depth = depth.saturating_sub(1),
            // A quote opens where a value begins, not within a word.
            '"' | '\'' if before.is_none_or(|b| b.is_whitespace() || "{[,:".contains(b)) => {
                at += quoted(text.get(at..).unwrap_or_default());
                continue;
            }
            _ => {}
        }
        at += c.len_utf8();
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// The length of a quoted text.
fn quoted(text: &str) -> usize {
    let mut chars = text.char_indices();
    let Some((_, quote)) = chars.next() else { return 0 };
    let mut escaped = false;
    for (at, c) in chars {
        match c {
            _ if escaped => escaped = false,
            '\\' if quote == '"' => escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of a block: its line, and those after it that are indented as far as it begins.
fn block(text: &str, start: usize) -> usize {
    let begin = text.get(..start).and_then(|t| t.rfind('\n')).map_or(0, |at| at + 1);
    let indent = text.get(begin..start).map_or(0, |t| t.chars().count());
    let rest = text.get(start..).unwrap_or_default();
    let mut length = 0;
    for (n, line) in rest.split_inclusive('\n').enumerate() {
        let margin = line.chars().take_while(|c| *c == ' ').count();
        if n > 0 && !line.trim().is_empty() && margin < indent {
            break;
        }
        length += line.len();
    }
    length
}

/// Where a scalar that begins at `start` ends, or a key or bracket to point at.
fn head(text: &str, start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    let length = match rest.chars().next() {
        Some('"' | '\'') => quoted(rest),
        Some('{' | '[') => rest.lines().next().unwrap_or_default().len().min(bracket(rest)),
        _ => rest.find([',', '}', ']', ':', '\n', '#']).unwrap_or(rest.len()),
    };
    start + rest.get(..length).unwrap_or_default().trim_end().len().max(1)
}

/// The first place within those bytes where the words stand by themselves.
fn word(text: &str, within: Range<usize>, words: &str) -> Option<Range<usize>> {
    if words.is_empty() {
        return None;
    }
    let part = text.get(within.clone())?;
    let part_of_word = |c: char| c.is_alphanumeric() || c == '_';
    let alone = |at: &usize| {
        let before = part.get(..*at).and_then(|t| t.chars().next_back());
        let after = part.get(at + words.len()..).and_then(|t| t.chars().next());
        !before.is_some_and(part_of_word) && !after.is_some_and(part_of_word)
    };
    let at = part.match_indices(words).map(|(at, _)| at).find(alone)?;
    Some(within.start + at..within.start + at + words.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_keep_their_lines_and_columns() {
        let text = "# über\n- {a: 1}\n- b: ü\n  c: [x, 'y]', z]\n";
        let source = Source::new(text);
        let at = text.find("b:").unwrap_or_default();
        let (part, within) = source.part(at..text.len());
        let here = part.find("z]").unwrap_or_default();
        let line = part.get(..here).unwrap_or_default().matches('\n').count() as u64 + 1;
        let error = within.point(Error::new("no"), Spot { line, start: Some(here), column: 0 }, None);
        assert_eq!(error.to_string(), "line 4:16: no\n  |   c: [x, 'y]', z]\n  |                ^");
    }

    #[test]
    fn what_begins_somewhere_ends_where_yaml_says() {
        let text = "a: {b: [1, \"}\"], c: it's}\nd:\n  e: 1\n  f: 2\ng: 3\n";
        let told = |start: &str| text.get(extent(text, text.find(start).unwrap_or_default()));
        assert_eq!(told("{b"), Some("{b: [1, \"}\"], c: it's}"));
        assert_eq!(told("e: 1"), Some("e: 1\n  f: 2\n"));
        assert_eq!(told("\"}\""), Some("\"}\""));
    }
}
