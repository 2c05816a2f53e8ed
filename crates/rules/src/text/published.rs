//! The rulebook as it is published: an introduction, the contents, the rules with their examples, the glossary, the credits.

use lawmage_cards::{Error, Result};
use lawmage_ir::Rule;

use crate::text::{Rulebook, Term, Unread, Wording};

/// The words before the day from which the rules hold.
const EFFECTIVE: &str = "These rules are effective as of ";

/// Where in the book a line is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The introduction and the contents.
    Front,
    Rules,
    Glossary,
    Credits,
}

/// What a line that only goes on belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Nothing,
    Rule(Rule),
    Example(Rule),
}

struct Reader {
    book: Rulebook,
    unread: Vec<Unread>,
    part: Part,
    open: Open,
    /// The lines of the entry of the glossary that is being read, and where it began.
    entry: Vec<String>,
    began: usize,
}

/// Reads the published rulebook, and says which lines of its rules and glossary were not understood.
///
/// # Errors
/// When there is no rule in it.
pub fn read(text: &str) -> Result<(Rulebook, Vec<Unread>)> {
    let mut reader = Reader {
        book: Rulebook::default(),
        unread: Vec::new(),
        part: Part::Front,
        open: Open::Nothing,
        entry: Vec::new(),
        began: 0,
    };
    let mut number = 0;
    for line in text.lines() {
        number += 1;
        reader.line(number, line);
    }
    reader.end_entry();
    if reader.book.rules.is_empty() {
        return Err(Error::new("has no rules in it")
            .hint("expected is the published rulebook, with lines like “100.1. …”, or records like {\"number\": \"100.1\", …}"));
    }
    Ok((reader.book, reader.unread))
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) {
        let words = line.trim();
        match self.part {
            Part::Credits => {}
            Part::Glossary if words == "Credits" => {
                self.end_entry();
                self.part = Part::Credits;
            }
            Part::Glossary if words.is_empty() => self.end_entry(),
            Part::Glossary => {
                if self.entry.is_empty() {
                    self.began = number;
                }
                self.entry.push(words.to_owned());
            }
            // The contents name the glossary too.
            Part::Rules if words == "Glossary" => {
                self.part = Part::Glossary;
                self.open = Open::Nothing;
            }
            Part::Front | Part::Rules => self.of_rules(number, line, words),
        }
    }

    fn of_rules(&mut self, number: usize, line: &str, words: &str) {
        if words.is_empty() {
            // A paragraph that goes on after an empty line is indented.
            return;
        }
        if let Some(day) = words.strip_prefix(EFFECTIVE) {
            self.book.effective.get_or_insert_with(|| day.trim_end_matches('.').to_owned());
            return;
        }
        if let Some(example) = words.strip_prefix("Example:") {
            return self.example(number, words, example.trim());
        }
        let (digits, text) = numbered(words);
        match digits {
            Number::Chapter(chapter) if !text.is_empty() => {
                self.open = Open::Nothing;
                self.book.chapters.insert(chapter, text.to_owned());
            }
            Number::Section(section) if !text.is_empty() => {
                self.open = Open::Nothing;
                self.book.sections.insert(section, text.to_owned());
            }
            Number::Rule(rule) => self.rule(number, words, rule, text),
            _ if self.part == Part::Front => {}
            _ => self.goes_on(number, line, words),
        }
    }

    fn rule(&mut self, number: usize, line: &str, rule: Rule, text: &str) {
        self.part = Part::Rules;
        self.open = Open::Rule(rule);
        if text.is_empty() {
            self.unread.push(Unread::new(number, line, "a rule without a text"));
        }
        if self.book.rules.contains_key(&rule) {
            self.open = Open::Nothing;
            return self.unread.push(Unread::new(number, line, format!("a second {rule}; the first is kept")));
        }
        self.book.rules.insert(rule, Wording { text: text.to_owned(), ..Wording::default() });
    }

    fn example(&mut self, number: usize, line: &str, example: &str) {
        let rule = match self.open {
            Open::Rule(rule) | Open::Example(rule) => rule,
            Open::Nothing => {
                if self.part == Part::Rules {
                    self.unread.push(Unread::new(number, line, "an example of no rule"));
                }
                return;
            }
        };
        if let Some(wording) = self.book.rules.get_mut(&rule) {
            wording.examples.push(example.to_owned());
            self.open = Open::Example(rule);
        }
    }

    /// A line without a number: a further paragraph when it is indented.
    fn goes_on(&mut self, number: usize, line: &str, words: &str) {
        let indented = line.starts_with(' ');
        let open = match self.open {
            Open::Rule(rule) => self.book.rules.get_mut(&rule).map(|w| &mut w.text),
            Open::Example(rule) => self.book.rules.get_mut(&rule).and_then(|w| w.examples.last_mut()),
            Open::Nothing => None,
        };
        match open.filter(|_| indented) {
            Some(text) => {
                text.push('\n');
                text.push_str(words);
            }
            None => self.unread.push(Unread::new(number, words, "no rule, no example, no title")),
        }
    }

    fn end_entry(&mut self) {
        let entry = std::mem::take(&mut self.entry);
        match entry.split_first() {
            None => {}
            Some((name, [])) => self.unread.push(Unread::new(self.began, name, "a term without a definition")),
            Some((name, text)) => self.book.glossary.push(Term { name: name.clone(), text: text.join("\n") }),
        }
    }
}

/// The number at the beginning of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    None,
    Chapter(u8),
    Section(u16),
    Rule(Rule),
}

/// The number that a line begins with, and the words after it. One published rule lacks the space between them.
fn numbered(line: &str) -> (Number, &str) {
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let end = line.find(|c: char| !(c.is_ascii_digit() || c.is_ascii_lowercase() || c == '.')).unwrap_or(line.len());
    let (number, words) = line.split_at(end);
    let number = number.strip_suffix('.').unwrap_or(number);
    let words = words.trim();
    if digits == number.len() {
        // A title: its number ends with a point.
        let pointed = line.as_bytes().get(digits) == Some(&b'.');
        return match (digits, number.parse::<u16>()) {
            (1, Ok(chapter @ 1..=9)) if pointed => (Number::Chapter(chapter as u8), words),
            (3, Ok(section @ 100..=999)) if pointed => (Number::Section(section), words),
            _ => (Number::None, line),
        };
    }
    match number.parse::<Rule>() {
        Ok(rule) if rule.number != 0 => (Number::Rule(rule), words),
        _ => (Number::None, line),
    }
}
