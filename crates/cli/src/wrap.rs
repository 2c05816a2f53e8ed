//! Text in lines as wide as the terminal, Chinese letters counted as two columns.

use std::io::IsTerminal;

use textwrap::core::Word;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// Wider lines are hard to read.
const WIDEST: usize = 100;
/// Where no terminal tells its width.
const USUAL: usize = 80;

/// How many columns a line of text has: the terminal's, at most a hundred.
#[allow(clippy::disallowed_methods, reason = "the command line may read the environment")]
pub fn width() -> usize {
    let terminal = || {
        let out = std::io::stdout();
        let size = if out.is_terminal() { terminal_size::terminal_size_of(&out) } else { None };
        size.map(|(width, _)| usize::from(width.0))
    };
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    terminal().or(said).unwrap_or(USUAL).clamp(20, WIDEST)
}

/// A text in lines of `width` columns: `first` stands before the first of them, and as many spaces as `indent` before the others.
/// Lines of the text stay lines.
pub fn wrap(text: &str, width: usize, first: &str, indent: usize) -> String {
    // In a narrow window the words get the room.
    let spaces = " ".repeat(if width < 50 { 2 } else { indent });
    let options = Options::new(width)
        .initial_indent(first)
        .subsequent_indent(&spaces)
        .word_separator(WordSeparator::Custom(words))
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    let mut lines = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let options = if i == 0 { options.clone() } else { options.clone().initial_indent(&spaces) };
        lines.extend(textwrap::wrap(line, options).into_iter().map(|line| line.into_owned()));
    }
    if lines.is_empty() {
        lines.push(first.trim_end().to_owned());
    }
    lines.join("\n")
}

/// The words of a line: what spaces part; Chinese, which has none, breaks between its letters, but not before what closes nor
/// after what opens.
fn words(line: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    let mut words = Vec::new();
    let mut start = 0;
    let letters = line.chars().zip(line.char_indices().skip(1));
    for (before, (at, c)) in letters {
        let spaces = before == ' ' && c != ' ';
        let chinese = (wide(before) || wide(c)) && c != ' ' && !CLOSE.contains(c) && !OPEN.contains(before);
        if spaces || chinese {
            words.extend(line.get(start..at).map(Word::from));
            start = at;
        }
    }
    words.extend(line.get(start..).filter(|rest| !rest.is_empty()).map(Word::from));
    Box::new(words.into_iter())
}

/// What ends a phrase stays with it.
const CLOSE: &str = "，。、；：？！）”’》」』】…—,.;:!?)";
/// What begins a phrase stays with what follows.
const OPEN: &str = "（“‘《「『【(";

/// Whether a letter is a Chinese one, or of its signs.
fn wide(c: char) -> bool {
    matches!(c, '\u{3000}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}')
}

/// The beginning of a text that fits in `width` columns.
pub fn fit(text: &str, width: usize) -> String {
    if textwrap::core::display_width(text) <= width {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut used = 1;
    for c in text.chars() {
        used += textwrap::core::display_width(c.encode_utf8(&mut [0; 4]));
        if used > width {
            break;
        }
        out.push(c);
    }
    out.truncate(out.trim_end().len());
    out.push('…');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_no_wider_than_asked() {
        let text = "Each word is short, and 这些字母每个占两列所以一行只有一半那么多。 \x1b[1mbold\x1b[0m words have their width.\nA line.";
        for width in [20, 33, 60] {
            let wrapped = wrap(text, width, "1.1  ", 5);
            assert!(wrapped.lines().all(|line| textwrap::core::display_width(line) <= width), "{wrapped}");
            assert!(wrapped.lines().last().is_some_and(|line| line.trim() == "A line."), "{wrapped}");
        }
        assert_eq!(fit("这些字母", 5), "这些…");
        assert_eq!(wrap("", 40, "1.1  ", 5), "1.1");
    }
}
