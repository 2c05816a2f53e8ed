//! Rules, titles and terms by their words.
//!
//! All the words must be there; capitals and plurals don't count, the beginning of a word finds it behind whole words, and words
//! in quotes stand together. First come titles and terms that have the words, then texts with the words side by side, then
//! the others by their number.

use std::collections::BTreeSet;
use std::ops::Range;

use lawmage_cards::suggest::nearest;
use lawmage_ir::Rule;
use serde::Serialize;

use crate::text::refs::Place;
use crate::text::{Library, Rulebook};

/// A rule, title or term that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hit {
    /// Where.
    #[serde(rename = "in")]
    pub place: Place,
    /// Whether the words are in the title or the name of the term.
    pub titled: bool,
    /// The text around the words.
    pub snippet: String,
    /// The words found, as bytes of the snippet.
    pub marks: Vec<Range<usize>>,
}

/// What a search gives.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// The first hits, the best first.
    pub hits: Vec<Hit>,
    /// How many there are in all.
    pub total: usize,
    /// When there are none: for each word asked for, how many rules and terms have it, and words like it that are there.
    pub words: Vec<WordReport>,
}

/// What is known of a word when nothing was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WordReport {
    /// The word or phrase asked for.
    pub word: String,
    /// How many rules and terms have it.
    pub count: usize,
    /// Words like it.
    pub near: Vec<String>,
}

/// A word of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Where it is, in bytes.
    pub span: Range<usize>,
    /// Small letters, singular.
    pub stem: String,
}

/// The words of a text: runs of letters and digits, with the apostrophes inside them.
pub fn words(text: &str) -> impl Iterator<Item = Word> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..)?;
        let start = at + rest.find(char::is_alphanumeric)?;
        let rest = text.get(start..)?;
        let mut end = rest.len();
        let mut chars = rest.char_indices().peekable();
        while let Some((i, c)) = chars.next() {
            let inner = matches!(c, '\'' | '’') && chars.peek().is_some_and(|(_, next)| next.is_alphanumeric());
            if !c.is_alphanumeric() && !inner {
                end = i;
                break;
            }
        }
        at = start + end;
        Some(Word { span: start..at, stem: stem(rest.get(..end)?) })
    })
}

/// A word as words are compared: small letters, one apostrophe, singular.
#[must_use]
pub fn stem(word: &str) -> String {
    let mut word = word.to_lowercase().replace('’', "'");
    if let Some(owner) = word.strip_suffix("'s").or_else(|| word.strip_suffix("s'")) {
        word.truncate(owner.len());
    }
    let plural = |ending: &str| word.len() > ending.len() + 1 && word.ends_with(ending);
    let cut = if word.len() > 4 && plural("ies") {
        word.truncate(word.len() - 3);
        word.push('y');
        return word;
    } else if ["sses", "xes", "ches", "shes", "zzes"].iter().any(|e| plural(e)) {
        2
    } else {
        usize::from(plural("s") && !["ss", "us", "is"].iter().any(|e| word.ends_with(e)))
    };
    word.truncate(word.len() - cut);
    word
}

/// Whether a letter is a Chinese one.
#[must_use]
pub const fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

/// What is asked for: each item is a word, or several that stand side by side.
struct Query {
    items: Vec<Vec<String>>,
}

impl Query {
    /// Each argument is an item; quotes within one split it.
    fn of(asked: &[String]) -> Self {
        let stems = |text: &str| words(text).map(|w| w.stem).collect::<Vec<_>>();
        let parts = asked.iter().flat_map(|argument| argument.split(['"', '“', '”']));
        Self { items: parts.map(stems).filter(|item| !item.is_empty()).collect() }
    }

    /// Where the items are in a text, in bytes; whether all of them are found as whole words. `None` when one is missing.
    fn marks(&self, text: &Text) -> Option<(Vec<Range<usize>>, bool)> {
        let mut marks = Vec::new();
        let mut whole = true;
        for item in &self.items {
            let exact = text.find(item, |word, asked| word == asked);
            if exact.is_empty() {
                whole = false;
                let begun = text.find(item, |word, asked| asked.len() >= 3 && word.starts_with(asked) || word == asked);
                if begun.is_empty() {
                    return None;
                }
                marks.extend(begun);
            } else {
                marks.extend(exact);
            }
        }
        marks.sort_by_key(|m| (m.start, m.end));
        marks.dedup();
        Some((marks, whole))
    }

    /// Whether all items stand side by side, in their order.
    fn side_by_side(&self, text: &Text) -> bool {
        let all: Vec<String> = self.items.concat();
        !text.find(&all, |word, asked| word == asked).is_empty()
    }
}

/// A text with its words.
struct Text<'t> {
    text: &'t str,
    words: Vec<Word>,
}

impl<'t> Text<'t> {
    fn of(text: &'t str) -> Self {
        Self { text, words: words(text).collect() }
    }

    /// Every place where these words stand side by side.
    fn find(&self, item: &[String], same: impl Fn(&str, &str) -> bool) -> Vec<Range<usize>> {
        let fits = |window: &&[Word]| window.iter().zip(item).all(|(word, asked)| same(&word.stem, asked));
        let windows = self.words.windows(item.len().max(1)).filter(fits);
        windows.filter_map(|w| Some(w.first()?.span.start..w.last()?.span.end)).collect()
    }
}

/// How good a hit is: the smaller the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Grade {
    /// The title or term is what was asked for.
    Named,
    /// The title or term has the words.
    Titled,
    /// The text has the words side by side.
    Phrase,
    /// The text has the words.
    Text,
    /// Text and examples together have them.
    Example,
}

struct Found {
    grade: Grade,
    begun: bool,
    /// Sections, then terms, then rules.
    kind: u8,
    place: Place,
}

/// Searches the rulebook. `limit` is how many hits are given at most.
#[must_use]
pub fn search(book: &Rulebook, asked: &[String], limit: usize) -> Answer {
    let query = Query::of(asked);
    if query.items.is_empty() {
        return Answer::default();
    }
    let mut found: Vec<Found> = Vec::new();
    for (section, title) in &book.sections {
        let rule = Rule { section: *section, number: 0, letter: 0 };
        found.extend(grade(&query, title, "", &[]).map(|g| hit(g, 0, Place::Rule(rule))));
    }
    for term in &book.glossary {
        found.extend(grade(&query, &term.name, &term.text, &[]).map(|g| hit(g, 1, Place::Term(term.name.clone()))));
    }
    for (rule, wording) in &book.rules {
        let (title, text) =
            if crate::text::is_heading(&wording.text) { (&*wording.text, "") } else { ("", &*wording.text) };
        found.extend(grade(&query, title, text, &wording.examples).map(|g| hit(g, 2, Place::Rule(*rule))));
    }
    // The sort is stable: what is equal keeps the order of the book.
    found.sort_by_key(|f| (f.grade > Grade::Titled, f.begun, f.grade, f.kind));
    let total = found.len();
    let reports = if total == 0 { report(book, &query) } else { Vec::new() };
    found.truncate(limit);
    let hits = found.into_iter().filter_map(|f| show(book, &query, f)).collect();
    Answer { hits, total, words: reports }
}

const fn hit((grade, begun): (Grade, bool), kind: u8, place: Place) -> Found {
    Found { grade, begun, kind, place }
}

/// How good a place is, and whether some word is only the beginning of one there.
fn grade(query: &Query, title: &str, text: &str, examples: &[String]) -> Option<(Grade, bool)> {
    if let Some((_, whole)) = query.marks(&Text::of(title)).filter(|_| !title.is_empty()) {
        let asked: Vec<String> = query.items.concat();
        let named = title.split(", ").any(|name| words(name).map(|w| w.stem).eq(asked.iter().cloned()));
        return Some((if named { Grade::Named } else { Grade::Titled }, !whole));
    }
    let both = format!("{title}\n{text}");
    let parsed = Text::of(both.trim_start());
    if let Some((_, whole)) = query.marks(&parsed) {
        let grade = if query.side_by_side(&parsed) { Grade::Phrase } else { Grade::Text };
        return Some((grade, !whole));
    }
    if examples.is_empty() {
        return None;
    }
    let all = std::iter::once(&both).chain(examples).map(String::as_str).collect::<Vec<_>>().join("\n");
    let (_, whole) = query.marks(&Text::of(&all))?;
    Some((Grade::Example, !whole))
}

/// The hit as it is shown: the paragraph that has most of the words, cut around them.
fn show(book: &Rulebook, query: &Query, found: Found) -> Option<Hit> {
    let paragraphs: Vec<&str> = match &found.place {
        Place::Rule(rule) => match book.rules.get(rule) {
            Some(wording) => std::iter::once(&wording.text).chain(&wording.examples).flat_map(|t| t.lines()).collect(),
            None => vec![book.sections.get(&rule.section)?],
        },
        Place::Term(name) => book.term(name)?.text.lines().collect(),
    };
    let (mut best, mut best_marks, mut most) = (*paragraphs.first()?, Vec::new(), 0);
    for paragraph in paragraphs {
        let text = Text::of(paragraph);
        let single = |item: &Vec<String>| Query { items: vec![item.clone()] }.marks(&text).map(|(marks, _)| marks);
        let marks: Vec<Vec<Range<usize>>> = query.items.iter().filter_map(single).collect();
        if marks.len() > most {
            most = marks.len();
            best = text.text;
            best_marks = marks.concat();
        }
    }
    best_marks.sort_by_key(|m| (m.start, m.end));
    best_marks.dedup();
    let (snippet, marks) = cut(best, &best_marks);
    Some(Hit { place: found.place, titled: found.grade <= Grade::Titled, snippet, marks })
}

/// How long a snippet is, in characters.
const SNIPPET: usize = 230;

/// The part of a text around the marks, with the marks within it.
fn cut(text: &str, marks: &[Range<usize>]) -> (String, Vec<Range<usize>>) {
    if text.chars().count() <= SNIPPET {
        return (text.to_owned(), marks.to_vec());
    }
    // From the mark after which most marks are near; a few words before it give it sense.
    let near = |from: usize| marks.iter().filter(|m| m.start >= from && m.end <= from + SNIPPET * 3 / 4).count();
    let first = marks.iter().rev().max_by_key(|m| near(m.start)).map_or(0, |m| m.start);
    let back = text.floor_char_boundary(first.saturating_sub(SNIPPET / 4));
    let start =
        if back == 0 { 0 } else { text.get(back..first).and_then(|t| t.find(' ')).map_or(first, |i| back + i + 1) };
    let reach = text.get(start..).and_then(|t| t.char_indices().nth(SNIPPET)).map_or(text.len(), |(i, _)| start + i);
    let end = if reach == text.len() {
        reach
    } else {
        text.get(start..reach).and_then(|t| t.rfind(' ')).map_or(reach, |i| start + i)
    };
    let ahead = if start > 0 { "… " } else { "" };
    let behind = if end < text.len() { " …" } else { "" };
    let within = marks.iter().filter(|m| m.start >= start && m.end <= end);
    let moved = within.map(|m| m.start - start + ahead.len()..m.end - start + ahead.len()).collect();
    (format!("{ahead}{}{behind}", text.get(start..end).unwrap_or_default()), moved)
}

/// Each word by itself: how often it is there, and the words like it.
fn report(book: &Rulebook, query: &Query) -> Vec<WordReport> {
    let mut known: BTreeSet<String> = BTreeSet::new();
    let texts = book.rules.values().map(|w| w.text.as_str());
    let terms = book.glossary.iter().flat_map(|t| [t.name.as_str(), t.text.as_str()]);
    for text in texts.chain(terms).chain(book.sections.values().map(String::as_str)) {
        known.extend(
            words(text).map(|w| w.stem).filter(|w| w.len() > 2 && !w.starts_with(|c: char| c.is_ascii_digit())),
        );
    }
    let of = |item: &Vec<String>| {
        let single = Query { items: vec![item.clone()] };
        let has = |title: &str, text: &str, examples: &[String]| grade(&single, title, text, examples).is_some();
        let rules = book.rules.values().filter(|w| has("", &w.text, &w.examples)).count();
        let count = rules + book.glossary.iter().filter(|t| has(&t.name, &t.text, &[])).count();
        let strange = item.iter().filter(|word| !known.contains(*word));
        let near = strange.flat_map(|word| nearest(word, known.iter().map(String::as_str), 3));
        let near = if count == 0 { near.map(str::to_owned).collect() } else { Vec::new() };
        WordReport { word: item.join(" "), count, near }
    };
    query.items.iter().map(of).collect()
}

/// Searches the Chinese wordings: each argument must be there as it is written.
#[must_use]
pub fn search_chinese(library: &Library, asked: &[String], limit: usize) -> Answer {
    let asked: Vec<String> = asked.iter().flat_map(|a| a.split_whitespace()).map(str::to_owned).collect();
    let mut answer = Answer::default();
    for (rule, chinese) in &library.chinese {
        let all = std::iter::once(&chinese.wording.text).chain(&chinese.wording.examples);
        let all = all.map(String::as_str).collect::<Vec<_>>().join("\n");
        if asked.is_empty() || !asked.iter().all(|word| all.contains(word)) {
            continue;
        }
        answer.total += 1;
        if answer.hits.len() < limit {
            let line = all.lines().max_by_key(|line| asked.iter().filter(|word| line.contains(*word)).count());
            let line = line.unwrap_or_default();
            let mut marks: Vec<Range<usize>> =
                asked.iter().flat_map(|word| line.match_indices(word).map(|(i, m)| i..i + m.len())).collect();
            marks.sort_by_key(|m| (m.start, m.end));
            let (snippet, marks) = cut(line, &marks);
            answer.hits.push(Hit { place: Place::Rule(*rule), titled: false, snippet, marks });
        }
    }
    if answer.total == 0 {
        let count = |word: &String| library.chinese.values().filter(|c| c.wording.text.contains(word)).count();
        answer.words =
            asked.iter().map(|w| WordReport { word: w.clone(), count: count(w), near: Vec::new() }).collect();
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_and_capitals_do_not_count() {
        for (word, is) in [
            ("Abilities", "ability"),
            ("copies", "copy"),
            ("classes", "class"),
            ("Layers", "layer"),
            ("player’s", "player"),
            ("players’", "player"),
            ("is", "is"),
            ("loss", "loss"),
            ("status", "status"),
            ("boxes", "box"),
            ("dies", "die"),
        ] {
            assert_eq!(stem(word.trim_end_matches('’')), is, "{word}");
        }
        let found: Vec<String> = words("Face-down, “{T}”: can’t (613.8).").map(|w| w.stem).collect();
        assert_eq!(found, ["face", "down", "t", "can't", "613", "8"]);
    }

    #[test]
    fn snippets_keep_their_marks() {
        let text = format!("{}the word itself{}", "before ".repeat(60), " after".repeat(60));
        let at = text.find("word").unwrap_or_default();
        let word = at..at + 4;
        let (snippet, marks) = cut(&text, std::slice::from_ref(&word));
        assert!(snippet.chars().count() < SNIPPET + 10);
        assert_eq!(marks.first().and_then(|m| snippet.get(m.clone())), Some("word"));
    }
}
