//! What the words of a question name: a rule by its number, a section or keyword by its title, a term of the glossary.

use std::collections::BTreeMap;

use lawmage_cards::suggest::nearest;
use lawmage_ir::Rule;

use crate::text::refs::Target;
use crate::text::search::{self, words};
use crate::text::{Rulebook, Term, is_heading};

/// What is called by names in a book: its terms and its titles.
pub struct Names<'b> {
    terms: BTreeMap<String, Vec<&'b Term>>,
    titles: BTreeMap<String, Vec<Rule>>,
    /// Every name as it is printed, by the form it is compared in.
    printed: BTreeMap<String, String>,
}

/// What a question names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found<'b> {
    /// A number or a range of numbers that there is.
    Number(Target),
    /// A name: the rules and sections whose title it is, and its entries in the glossary.
    Name {
        /// Rules and sections.
        rules: Vec<Rule>,
        /// Entries of the glossary.
        terms: Vec<&'b Term>,
    },
}

/// Nothing is named by a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// What is not there, and what is.
    pub what: String,
    /// Names like it.
    pub near: Vec<String>,
    /// The rule meant, when the question is a number.
    pub rule: Option<Rule>,
}

impl<'b> Names<'b> {
    /// The names of a book.
    #[must_use]
    pub fn of(book: &'b Rulebook) -> Self {
        let mut names = Self { terms: BTreeMap::new(), titles: BTreeMap::new(), printed: BTreeMap::new() };
        for term in &book.glossary {
            // "Kicker, Kicked" and "Daybound and Nightbound" are found by each of their words.
            for part in std::iter::once(term.name.as_str()).chain(term.name.split(", ")) {
                let terms = names.terms.entry(fold(part)).or_default();
                if !terms.iter().any(|known| known.name == term.name) {
                    terms.push(term);
                }
                names.printed.entry(fold(part)).or_insert_with(|| part.to_owned());
            }
        }
        let sections = book
            .sections
            .iter()
            .map(|(section, title)| (Rule { section: *section, number: 0, letter: 0 }, title.as_str()));
        let headings = book.rules.iter().filter(|(rule, w)| rule.letter == 0 && is_heading(&w.text));
        for (rule, title) in sections.chain(headings.map(|(rule, w)| (*rule, w.text.as_str()))) {
            for part in std::iter::once(title).chain(title.split(" and ")) {
                let rules = names.titles.entry(fold(part)).or_default();
                if !rules.contains(&rule) {
                    rules.push(rule);
                }
                names.printed.entry(fold(part)).or_insert_with(|| part.to_owned());
            }
        }
        names
    }

    /// The name that is meant: itself, or the only one that begins with it, as "summoning sickness" does the rule of that name.
    fn meant(&self, name: String) -> String {
        if name.is_empty() || self.printed.contains_key(&name) {
            return name;
        }
        let begun = format!("{name} ");
        let mut longer = self.printed.keys().filter(|printed| printed.starts_with(&begun));
        match (longer.next(), longer.next()) {
            (Some(only), None) => only.clone(),
            _ => name,
        }
    }

    /// The rules and terms of a name.
    fn called(&self, name: &str) -> (Vec<Rule>, Vec<&'b Term>) {
        let rules = self.titles.get(name).cloned().unwrap_or_default();
        (rules, self.terms.get(name).cloned().unwrap_or_default())
    }

    /// The entry of the glossary of that name, whatever its capitals and number.
    #[must_use]
    pub fn term(&self, name: &str) -> Option<&'b Term> {
        self.terms.get(&fold(name)).and_then(|terms| terms.first().copied())
    }

    /// The names like one that is not there.
    #[must_use]
    pub fn near(&self, name: &str) -> Vec<String> {
        let name = fold(name);
        let found = nearest(&name, self.printed.keys().map(String::as_str).filter(|n| !n.is_empty()), 3);
        found.into_iter().filter_map(|n| self.printed.get(n).cloned()).collect()
    }
}

/// A name as names are compared: words in small letters, singular, without signs.
fn fold(name: &str) -> String {
    let name = name.strip_suffix("(Obsolete)").unwrap_or(name);
    let stems: Vec<String> = words(name).map(|w| w.stem).collect();
    stems.join(" ")
}

/// What a question names in a book.
///
/// # Errors
/// Nothing; the error says what is nearest.
pub fn find<'b>(book: &'b Rulebook, names: &Names<'b>, question: &str) -> Result<Found<'b>, Missing> {
    if let Some(target) = number(question) {
        return if target.is_in(book) { Ok(Found::Number(target)) } else { Err(absent(book, target)) };
    }
    let (rules, terms) = names.called(&names.meant(fold(question)));
    if rules.is_empty() && terms.is_empty() {
        let what = format!("no rule and no term of the glossary is called “{}”", question.trim());
        return Err(Missing { what, near: names.near(question), rule: None });
    }
    Ok(Found::Name { rules, terms })
}

/// A question that is a number: "6", "613", "613.8", "rule 613.8a", "601.2a-d", "614-616".
fn number(question: &str) -> Option<Target> {
    let small = question.trim().to_ascii_lowercase();
    let mut bare = small.as_str();
    for word in ["rules", "rule", "section", "cr"] {
        bare = bare.strip_prefix(word).unwrap_or(bare).trim();
    }
    let bare = bare.trim_end_matches('.');
    let shape = |c: char| c.is_ascii_digit() || c.is_ascii_lowercase() || matches!(c, '.' | '-' | '–');
    if !bare.starts_with(|c: char| c.is_ascii_digit()) || !bare.chars().all(shape) {
        return None;
    }
    let whole = |target: &Target| target.to_string().replace('–', "-").len() >= bare.replace('–', "-").len();
    let found = crate::text::refs::references(&format!("rule {bare}"));
    match found.as_slice() {
        [range @ Target::Range(..)] => Some(*range),
        [one] if whole(one) => Some(*one),
        _ => None,
    }
}

/// Why a number is not there, and what is nearest to it.
fn absent(book: &Rulebook, target: Target) -> Missing {
    let rule = match target {
        Target::Chapter(chapter) => {
            let what = format!("there is no chapter {chapter} in this text");
            return Missing { what, near: Vec::new(), rule: None };
        }
        Target::Range(first, last) => {
            if book.has(first) {
                last
            } else {
                first
            }
        }
        Target::Rule(rule) => rule,
    };
    Missing { what: format!("{rule} does not exist; {}", around(book, rule)), near: Vec::new(), rule: Some(rule) }
}

fn around(book: &Rulebook, rule: Rule) -> String {
    if !book.sections.contains_key(&rule.section) {
        let chapter = rule.section / 100;
        let last = book.sections.range(chapter * 100..(chapter + 1) * 100).next_back();
        return match last {
            Some((last, _)) => format!("chapter {chapter} ends at {last}"),
            None => "there are no sections in its chapter".to_owned(),
        };
    }
    let section = Rule { section: rule.section, number: 0, letter: 0 };
    let head = Rule { letter: 0, ..rule };
    // The nearest that has it: of a subrule its rule, when that is there.
    let within = if rule.letter != 0 && book.rules.contains_key(&head) { head } else { section };
    let of_kind = |r: &Rule| (r.letter != 0) == (within == head);
    let all = || book.below(within).map(|(r, _)| r).filter(of_kind);
    match (all().filter(|r| *r < rule).last(), all().find(|r| *r > rule)) {
        (None, None) => format!("{within} has no subrules"),
        (Some(last), None) => format!("{within} ends at {last}"),
        (None, Some(first)) => format!("{within} begins with {first}"),
        (Some(_), Some(_)) if matches!(rule.letter, b'l' | b'o') => "subrules skip the letters l and o".to_owned(),
        (Some(before), Some(after)) => format!("it would stand between {before} and {after}"),
    }
}

/// Splits the words of a command line into questions: the longest runs of words that name something together.
///
/// # Errors
/// The first words that name nothing.
pub fn find_all<'b>(book: &'b Rulebook, words: &[String]) -> Result<Vec<(String, Found<'b>)>, Missing> {
    /// The longest name has eight words.
    const LONGEST: usize = 8;
    let names = Names::of(book);
    let mut found = Vec::new();
    let mut rest = words;
    while !rest.is_empty() {
        let lengths = (1..=rest.len().min(LONGEST)).rev();
        let longest = lengths.filter_map(|n| Some((n, rest.get(..n)?.join(" "))));
        let hit = longest.filter_map(|(n, run)| Some((n, find(book, &names, &run).ok()?, run))).next();
        let Some((n, what, run)) = hit else {
            return Err(missing(book, &names, rest));
        };
        found.push((run, what));
        rest = rest.get(n..).unwrap_or_default();
    }
    Ok(found)
}

/// What to say of words of which the first names nothing: all of them are meant, unless the first is a number.
fn missing<'b>(book: &'b Rulebook, names: &Names<'b>, words: &[String]) -> Missing {
    let first = words.first().map(String::as_str).unwrap_or_default();
    let meant = if number(first).is_some() { first.to_owned() } else { words.join(" ") };
    find(book, names, &meant).err().unwrap_or_else(|| Missing {
        what: format!("nothing is called “{meant}”"),
        near: Vec::new(),
        rule: None,
    })
}

/// Whether a question is in Chinese.
#[must_use]
pub fn is_chinese(question: &str) -> bool {
    question.chars().any(search::is_han)
}
