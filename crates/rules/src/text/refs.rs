//! What a text refers to: "see rule 601.2a", "rules 601.2f–h", "rules 614–616", "section 4", "参见规则613.8".

use std::collections::BTreeSet;

use lawmage_ir::Rule;
use serde::Serialize;

use crate::text::lookup::Names;
use crate::text::{Rulebook, Term};

/// A place in the rules that a text refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// One of the nine chapters, which the rules call sections.
    Chapter(u8),
    /// A rule, or a section when it has no number within it.
    Rule(Rule),
    /// All from one to another of the same kind.
    Range(Rule, Rule),
}

impl Target {
    /// Whether that rule or section is meant.
    #[must_use]
    pub fn is(&self, rule: Rule) -> bool {
        match self {
            Self::Chapter(_) => false,
            Self::Rule(target) => *target == rule,
            Self::Range(first, last) => {
                let kind = |r: Rule| (r.number != 0, r.letter != 0);
                (*first..=*last).contains(&rule) && kind(*first) == kind(rule)
            }
        }
    }

    /// Whether what it names is there.
    #[must_use]
    pub fn is_in(&self, book: &Rulebook) -> bool {
        match self {
            Self::Chapter(chapter) => book.chapters.contains_key(chapter),
            Self::Rule(rule) => book.has(*rule),
            Self::Range(first, last) => book.has(*first) && book.has(*last),
        }
    }
}

impl std::fmt::Display for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Chapter(chapter) => write!(f, "{chapter}"),
            Self::Rule(rule) => write!(f, "{rule}"),
            Self::Range(first, last) => write!(f, "{first}–{last}"),
        }
    }
}

impl Serialize for Target {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// A rule or a term of the glossary.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(untagged)]
pub enum Place {
    /// A rule.
    Rule(Rule),
    /// The term of that name.
    Term(String),
}

/// The words after which a number of three digits is that of a section, and one of a single digit that of a chapter.
const LEADS: [&str; 6] = ["rule", "rules", "section", "sections", "规则", "第"];
/// What stands between the numbers of a list.
const BETWEEN: [&str; 10] = [",", "and", "or", ", and", ", or", "and rule", "、", "和", "与", "以及"];

/// The places that a text refers to, in its order, each once.
#[must_use]
pub fn references(text: &str) -> Vec<Target> {
    let mut found = Targets::default();
    let mut end = 0;
    let mut last: Option<Rule> = None;
    let mut at = 0;
    while let Some(start) = next_number(text, at) {
        let before = text.get(end..start).unwrap_or_default();
        let listed = last.is_some() && BETWEEN.contains(&before.trim());
        let leads = listed || LEADS.iter().any(|word| ends_with_word(before, word));
        let (target, after) = number(text, start, leads);
        if let Some(target) = target {
            found.add(target);
            last = match target {
                Target::Rule(rule) | Target::Range(_, rule) => Some(rule),
                Target::Chapter(_) => None,
            };
            end = after;
            at = letters_after(text, after, last, &mut found);
        } else {
            at = after;
        }
    }
    found.all
}

/// Targets in the order of the text, each once.
#[derive(Default)]
struct Targets {
    all: Vec<Target>,
    known: BTreeSet<Target>,
}

impl Targets {
    fn add(&mut self, target: Target) {
        if self.known.insert(target) {
            self.all.push(target);
        }
    }
}

/// Where the next number begins that is no part of a word or of a longer number.
fn next_number(text: &str, from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    let mut before = text.get(..from)?.chars().next_back().unwrap_or(' ');
    for (i, c) in rest.char_indices() {
        if c.is_ascii_digit() && !before.is_ascii_alphanumeric() && !matches!(before, '.' | '/' | '+') {
            return Some(from + i);
        }
        before = c;
    }
    None
}

/// Whether the text ends with that word, spaces aside; a Chinese word needs no boundary.
fn ends_with_word(text: &str, word: &str) -> bool {
    let text = text.trim_end();
    let Some(at) = text.len().checked_sub(word.len()).filter(|at| text.is_char_boundary(*at)) else { return false };
    let (before, end) = text.split_at(at);
    end.eq_ignore_ascii_case(word) && (!word.is_ascii() || !before.ends_with(|c: char| c.is_ascii_alphanumeric()))
}

/// The number that begins there, and where it ends. Without a word that leads to it only one with a point is a rule's.
fn number(text: &str, start: usize, leads: bool) -> (Option<Target>, usize) {
    let rest = text.get(start..).unwrap_or_default();
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '.')).unwrap_or(rest.len());
    let word = rest.get(..end).unwrap_or_default();
    let whole = word.trim_end_matches('.');
    let after = start + whole.len().max(1);
    let chapter = whole.parse::<u8>().ok().filter(|n| leads && whole.len() == 1 && *n != 0);
    if let Some(chapter) = chapter {
        return (Some(Target::Chapter(chapter)), after);
    }
    let Some(first) = whole.parse::<Rule>().ok().filter(|r| leads || r.number != 0) else { return (None, after) };
    match range(text, after, first) {
        Some((last, after)) if last > first => (Some(Target::Range(first, last)), after),
        _ => (Some(Target::Rule(first)), after),
    }
}

/// The last of a range that goes on there: "–h" and "–8" of a rule, "–616" of a section, "–509.5d" of any.
fn range(text: &str, at: usize, first: Rule) -> Option<(Rule, usize)> {
    let rest = text.get(at..)?;
    let end = ["–", "-", "—", " through ", " to rule ", "至"].iter().find_map(|between| rest.strip_prefix(between))?;
    let length = end.find(|c: char| !(c.is_ascii_alphanumeric() || c == '.')).unwrap_or(end.len());
    let word = end.get(..length)?.trim_end_matches('.');
    let after = at + (rest.len() - end.len()) + word.len();
    let last = match (word.as_bytes(), word.parse::<u8>()) {
        ([letter @ b'a'..=b'z'], _) if first.letter != 0 => Rule { letter: *letter, ..first },
        (_, Ok(number)) if first.number != 0 && first.letter == 0 => Rule { number, ..first },
        _ => word.parse().ok()?,
    };
    ((last.number == 0) == (first.number == 0)).then_some((last, after))
}

/// The single letters that follow: "608.3a and b".
fn letters_after(text: &str, at: usize, rule: Option<Rule>, found: &mut Targets) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let letter = rest.strip_prefix(" and ").or_else(|| rest.strip_prefix(" or "));
    let (Some(rule), Some(letter)) = (rule.filter(|r| r.letter != 0), letter) else { return at };
    let mut bytes = letter.bytes();
    match (bytes.next(), bytes.next()) {
        (Some(letter @ b'b'..=b'z'), next) if !next.is_some_and(|b| b.is_ascii_alphanumeric()) => {
            found.add(Target::Rule(Rule { letter, ..rule }));
        }
        _ => {}
    }
    at
}

/// The terms that a definition says to see: "See Typecycling." and "See also World Rule." Words that are no term are
/// given back beside them.
#[must_use]
pub fn see_terms<'b>(text: &str, names: &Names<'b>) -> (Vec<&'b Term>, Vec<String>) {
    let mut found: Vec<&Term> = Vec::new();
    let mut known: BTreeSet<&str> = BTreeSet::new();
    let mut missing = Vec::new();
    for sentence in text.split_inclusive(". ").flat_map(str::lines) {
        let Some(words) = sentence.trim().strip_prefix("See ") else { continue };
        let words = words.strip_prefix("also ").unwrap_or(words).trim_end_matches(['.', ' ']);
        let refers = ["rule ", "rules ", "section "].iter().any(|lead| words.starts_with(lead));
        let parts = match names.term(words) {
            Some(_) => vec![words],
            None if refers => words.split(", ").skip(1).collect(),
            None => words.split(", ").collect(),
        };
        for part in parts {
            let part = part.trim().trim_start_matches("and ").trim_end_matches(',');
            let plain = part.starts_with(|c: char| c.is_uppercase());
            // A title in quotes is that of the section cited before it.
            match names.term(part).filter(|_| !part.starts_with('“')) {
                Some(term) if known.insert(&term.name) => found.push(term),
                None if plain && !refers => missing.push(part.to_owned()),
                _ => {}
            }
        }
    }
    (found, missing)
}

/// The rules and terms of a book that refer to a rule or section, in their order.
#[must_use]
pub fn referring_to(book: &Rulebook, rule: Rule) -> Vec<Place> {
    let refers = |text: &str| references(text).iter().any(|target| target.is(rule));
    let rules = book.rules.iter().filter(|(from, wording)| {
        **from != rule && (refers(&wording.text) || wording.examples.iter().any(|example| refers(example)))
    });
    let terms = book.glossary.iter().filter(|term| refers(&term.text));
    rules.map(|(from, _)| Place::Rule(*from)).chain(terms.map(|t| Place::Term(t.name.clone()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        references(text).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_way_to_cite_is_read() {
        assert_eq!(found("See rule 704."), ["704"]);
        assert_eq!(found("(see rule 603.7, “Later”) and section 8, “Many.”"), ["603.7", "8"]);
        assert_eq!(found("(rules 601.2a–d) or 601.2f-h."), ["601.2a–601.2d", "601.2f–601.2h"]);
        assert_eq!(found("rules 614-616, 712.9–10, and 712.18. It"), ["614–616", "712.9–712.10", "712.18"]);
        assert_eq!(found("rules 403.3, 603.6a, 603.6d, and 614.12."), ["403.3", "603.6a", "603.6d", "614.12"]);
        assert_eq!(
            found("rules 608.3a and b are first; rules 702.109, “Dash,” and rule 702.152"),
            ["608.3a", "608.3b", "702.109", "702.152"]
        );
        assert_eq!(found("参见规则613.8，以及规则 704。第8章"), ["613.8", "704", "8"]);
        assert_eq!(found("a 3/3 for {2}, 20 life, 100 cards, at 601 o'clock"), [""; 0]);
        assert_eq!(found("rule 999.9zz, rule , rules –, rule 601.2a–, rule 601.2a–é"), ["601.2a"]);
    }

    #[test]
    fn ranges_hold_what_is_of_their_kind() {
        let range = references("rules 614–616").first().copied();
        let holds = |number: &str| range.is_some_and(|r| number.parse().is_ok_and(|rule| r.is(rule)));
        assert!(holds("614") && holds("615") && holds("616") && !holds("617") && !holds("615.1"));
    }
}
