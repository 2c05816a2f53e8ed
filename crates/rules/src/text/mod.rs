//! The text of the rules, which the user imports: what a judge reads, searches and cites.
//!
//! * [`decode`]: bytes of any usual encoding and line ends, as text;
//! * [`published`]: the rulebook as it is published; [`records`]: a file of rules in several languages, a record a line;
//! * [`library`]: what was imported, kept in one file beside the card database;
//! * [`refs`]: what a rule refers to, and what refers to it; [`lookup`]: what the words of a question name;
//! * [`search`]: rules and terms by their words; [`pair`]: which Chinese wording is of which rule of today.

pub mod decode;
pub mod library;
pub mod lookup;
pub mod pair;
pub mod published;
pub mod records;
pub mod refs;
pub mod search;

use std::collections::BTreeMap;

use lawmage_ir::Rule;
use serde::{Deserialize, Serialize};

use crate::numbers;

pub use library::{Language, Library, Merged};

/// A rulebook in English.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rulebook {
    /// The day from which it holds, in its own words.
    pub effective: Option<String>,
    /// The titles of its nine chapters, which the rules themselves call sections: "6", the spells, abilities and effects.
    pub chapters: BTreeMap<u8, String>,
    /// The titles of its sections: "613".
    pub sections: BTreeMap<u16, String>,
    /// Its rules, in order.
    pub rules: BTreeMap<Rule, Wording>,
    /// Its glossary, in the order of the book.
    pub glossary: Vec<Term>,
}

/// What a rule says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wording {
    /// Its text; paragraphs are lines.
    pub text: String,
    /// Its worked examples, without the word that announces them.
    pub examples: Vec<String>,
    /// The document it is from, where that is not the published rulebook.
    pub source: Option<String>,
}

/// An entry of the glossary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Term {
    /// The term, as it is printed: "Kicker, Kicked".
    pub name: String,
    /// Its definition; paragraphs are lines.
    pub text: String,
}

/// The Chinese wording of a rule of the document it is from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chinese {
    /// What it says.
    pub wording: Wording,
    /// The rule of the English rulebook that says the same; `None` when there is none, or none was found.
    pub meets: Option<Rule>,
}

/// A line of an imported file that was not understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unread {
    /// The line, from 1.
    pub line: usize,
    /// Its beginning.
    pub text: String,
    /// What is wrong with it.
    pub why: String,
}

impl Unread {
    fn new(line: usize, text: &str, why: impl Into<String>) -> Self {
        Self { line, text: beginning(text, 60), why: why.into() }
    }
}

/// The first `count` characters of a text.
#[must_use]
pub fn beginning(text: &str, count: usize) -> String {
    let mut out: String = text.chars().take(count).collect();
    if out.len() < text.len() {
        out.truncate(out.trim_end().len());
        out.push('…');
    }
    out
}

/// A rule that is the heading of its subrules: "702.19" has the text "Trample".
#[must_use]
pub fn is_heading(text: &str) -> bool {
    text.len() <= 60 && !text.ends_with(['.', '”', '"', ')', '。', ':'])
}

/// The rule that a rule is a part of: 613.8 of 613.8a, and the section 613 of 613.8.
#[must_use]
pub const fn parent(rule: Rule) -> Rule {
    if rule.letter != 0 { Rule { letter: 0, ..rule } } else { Rule { number: 0, letter: 0, ..rule } }
}

impl Rulebook {
    /// The numbers of the rules that this program knows, without their texts.
    #[must_use]
    pub fn bare() -> Self {
        let rules: BTreeMap<Rule, Wording> =
            numbers::all().into_keys().map(|rule| (rule, Wording::default())).collect();
        let sections = rules.keys().map(|rule| (rule.section, String::new())).collect();
        let chapters = (1..=9).map(|chapter| (chapter, String::new())).collect();
        Self { chapters, sections, rules, ..Self::default() }
    }

    /// The subrules of a rule, or the rules of a section with their subrules, in order.
    pub fn below(&self, rule: Rule) -> impl Iterator<Item = (Rule, &Wording)> {
        let end = match (rule.number, rule.letter) {
            (0, _) => Rule { number: u8::MAX, letter: u8::MAX, ..rule },
            (_, 0) => Rule { letter: u8::MAX, ..rule },
            _ => rule,
        };
        self.rules.range(rule..=end).filter(move |(r, _)| **r != rule).map(|(r, w)| (*r, w))
    }

    /// Whether there is a rule or section of that number.
    #[must_use]
    pub fn has(&self, rule: Rule) -> bool {
        if rule.number == 0 { self.sections.contains_key(&rule.section) } else { self.rules.contains_key(&rule) }
    }

    /// What stands beside a number in a list: the title of a section or heading, else the beginning of the rule.
    #[must_use]
    pub fn line(&self, rule: Rule) -> Option<&str> {
        match self.rules.get(&rule) {
            Some(wording) => wording.text.lines().next(),
            None => self.sections.get(&rule.section).map(String::as_str).filter(|_| rule.number == 0),
        }
    }

    /// How many worked examples there are.
    #[must_use]
    pub fn examples(&self) -> usize {
        self.rules.values().map(|w| w.examples.len()).sum()
    }

    /// The entry of the glossary whose printed name that is.
    #[must_use]
    pub fn term(&self, name: &str) -> Option<&Term> {
        self.glossary.iter().find(|term| term.name == name)
    }
}
