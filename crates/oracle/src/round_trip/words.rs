//! The words of a face as they are compared: what is left out of the comparison is listed here, and nothing else is.

use super::equivalents;
use crate::FaceSource;
use crate::grammar::words::{irregular_singular, number_word};
use crate::lexicon::Lexicon;
use crate::text::{SelfNames, ability_word, is_self_noun, without_reminders};

/// A word of a text, or a mark: "," where a clause ends, "." a sentence, "/" a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// In lower case.
    pub raw: String,
    /// What it is the plural, the possessive or the third person of.
    pub stem: String,
}

impl Token {
    pub fn new(raw: &str) -> Self {
        Self { raw: raw.to_owned(), stem: stem(raw) }
    }

    pub fn is_stop(&self) -> bool {
        matches!(self.raw.as_str(), "." | "/")
    }
}

/// Words that say nothing a comparison of programs doesn't: what joins clauses, and pronouns, whose referent the program
/// names.
const LEFT_OUT: [&str; 17] = [
    ".", ",", "/", "and", "and/or", "then", "or", "it", "its", "itself", "he", "him", "his", "that", "those", "is",
    "are",
];

/// Words that are other spellings of others; what several words make is a contraction.
const SPELLINGS: [(&str, &[&str]); 24] = [
    ("a", &[]),
    ("an", &[]),
    ("the", &[]),
    ("this", &[]),
    ("these", &[]),
    ("whenever", &["when"]),
    ("has", &["have"]),
    ("it's", &["it", "is"]),
    ("they're", &["it", "are"]),
    ("that's", &["that", "is"]),
    ("you've", &["you", "have"]),
    ("they've", &["it", "have"]),
    ("you're", &["you", "are"]),
    ("who's", &["who", "is"]),
    ("there's", &["there", "is"]),
    ("he", &["it"]),
    ("she", &["it"]),
    ("they", &["it"]),
    ("them", &["it"]),
    ("him", &["it"]),
    ("his", &["its"]),
    ("her", &["its"]),
    ("their", &["its"]),
    ("themselves", &["itself"]),
];

/// Nouns that "that" and "those" make a pronoun of.
const NOUNS: [&str; 11] = [
    "creature",
    "card",
    "permanent",
    "spell",
    "player",
    "land",
    "token",
    "artifact",
    "opponent",
    "source",
    "enchantment",
];

/// What may say after "the creature" which creature, or make another noun of it.
const SAYS_WHICH: [&str; 32] = [
    "who",
    "whose",
    "with",
    "to",
    "on",
    "that",
    "of",
    "or",
    "and",
    "you",
    "it",
    "card",
    "cards",
    "type",
    "types",
    "token",
    "tokens",
    "spell",
    "exiled",
    "sacrificed",
    "destroyed",
    "revealed",
    "blocking",
    "attacking",
    "named",
    "from",
    "in",
    "an",
    "a",
    "chosen",
    "dealt",
    "this",
];

/// The words of a face that are compared: without reminder text and ability words, its names and "this creature" as "~",
/// numbers as figures, plurals and possessives as what they are of, phrases that say the same as one of them.
pub(super) fn words(face: &FaceSource) -> Vec<String> {
    compared(tokens(face))
}

fn compared(mut tokens: Vec<Token>) -> Vec<String> {
    equivalents::apply(&mut tokens);
    tokens.into_iter().filter(|t| !LEFT_OUT.contains(&t.raw.as_str()) && t.stem != "~").map(|t| t.stem).collect()
}

/// The tokens of a face's text; a mark stands before and after each line.
fn tokens(face: &FaceSource) -> Vec<Token> {
    let lexicon = Lexicon::default();
    let names = SelfNames::new(&face.name, face.type_line.contains("Legendary"), &lexicon);
    let text = without_reminders(&face.text);
    // 207.2c-d: ability words and flavor words, of modes too, have no meaning.
    let lines = text.lines().map(|line| {
        let line = line.strip_prefix("• ").unwrap_or(line);
        // 714.2: one may stand behind the symbols of chapters.
        let (chapters, line) = line.split_at(chapter_symbols(line));
        let said = without_names(&line[ability_word(line).unwrap_or(0)..], &names, &lexicon);
        format!("{chapters}{said}").to_lowercase()
    });
    let mut tokens = vec![Token::new(".")];
    for line in lines {
        tokens_of(&line, &mut tokens);
        stop(&mut tokens, "/");
    }
    tokens
}

/// The length of the symbols of chapters that a line begins with: "I, II — ".
fn chapter_symbols(line: &str) -> usize {
    line.split_once(" — ")
        .filter(|(symbols, _)| symbols.chars().all(|c| matches!(c, 'I' | 'V' | 'X' | ',' | ' ')))
        .map_or(0, |(symbols, _)| symbols.len() + " — ".len())
}

/// The tokens of one line or phrase.
pub(super) fn tokens_of(line: &str, tokens: &mut Vec<Token>) {
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c: char| c.is_whitespace() || is_mark(c)).unwrap_or(rest.len());
        if end == 0 {
            match first {
                ',' => stop(tokens, ","),
                c if is_mark(c) => stop(tokens, "."),
                _ => {}
            }
            rest = &rest[first.len_utf8()..];
            continue;
        }
        if let Some(length) = spoken_of(rest) {
            tokens.push(Token::new(if rest[..length].ends_with('s') { "its" } else { "it" }));
            rest = &rest[length..];
            continue;
        }
        word(&rest[..end], tokens);
        rest = &rest[end..];
    }
}

/// The length of "the player", "the creature's" and the like where no words after it say which: it is "that player".
fn spoken_of(text: &str) -> Option<usize> {
    let rest = text.strip_prefix("the ")?;
    let rest = NOUNS.iter().find_map(|noun| rest.strip_prefix(noun))?;
    let after = rest.strip_prefix("'s").unwrap_or(rest);
    let next = after.trim_start().split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    (!after.starts_with(char::is_alphabetic) && !SAYS_WHICH.contains(&next)).then(|| text.len() - after.len())
}

const fn is_mark(c: char) -> bool {
    matches!(c, '.' | ',' | ':' | ';' | '"' | '“' | '”' | '—' | '•' | '|')
}

/// A mark, unless one stands there already.
fn stop(tokens: &mut Vec<Token>, mark: &str) {
    match tokens.last_mut() {
        Some(last) if last.is_stop() => {
            if mark == "/" {
                *last = Token::new(mark);
            }
        }
        Some(last) if last.raw == "," => *last = Token::new(mark),
        _ => tokens.push(Token::new(mark)),
    }
}

/// A word; "that creature" is a pronoun, "1-9" is two numbers.
fn word(word: &str, tokens: &mut Vec<Token>) {
    if let Some((_, as_if)) = SPELLINGS.iter().find(|(w, _)| *w == word) {
        tokens.extend(as_if.iter().map(|w| Token::new(w)));
        return;
    }
    if let Some(n) = number_word(word) {
        tokens.push(Token::new(&n.to_string()));
        return;
    }
    // A loyalty ability that another one gives has its cost in brackets or not.
    let word = &word.trim_matches(['[', ']']).replace('−', "-");
    let figures = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    if let Some((low, high)) = word.split_once('-').filter(|(low, high)| figures(low) && figures(high)) {
        tokens.extend([low, high].map(Token::new));
        return;
    }
    let token = Token::new(word);
    if NOUNS.contains(&token.stem.as_str())
        && let Some(before) = tokens.last_mut().filter(|t| matches!(t.raw.as_str(), "that" | "those"))
    {
        *before = Token::new(if word.ends_with('\'') || word.ends_with("'s") { "its" } else { "it" });
        return;
    }
    tokens.push(token);
}

/// What a word is the plural, the possessive or the third person of.
pub(super) fn stem(word: &str) -> String {
    let word = word.trim_end_matches("'s").trim_end_matches('\'');
    let ending = |end: &str| word.strip_suffix(end).filter(|stem| stem.len() > 1);
    if let Some(y) = ending("ies") {
        return format!("{y}y");
    }
    if let Some(one) = irregular_singular(word) {
        return one.to_lowercase();
    }
    let es =
        ending("es").filter(|s| s.ends_with(['x', 'z']) || s.ends_with("ch") || s.ends_with("sh") || s.ends_with("ss"));
    let s = || word.strip_suffix('s').filter(|stem| stem.len() > 2 && !stem.ends_with('s'));
    es.or_else(s).unwrap_or(word).to_owned()
}

/// The names of the face, and "this creature" and the like, as "~".
fn without_names(text: &str, names: &SelfNames, lexicon: &Lexicon) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    let mut inside = false;
    while let Some(c) = rest.chars().next() {
        let length = if inside { None } else { names.at_start_of(rest).or_else(|| this_noun(rest, lexicon)) };
        match length {
            Some(length) => {
                kept.push('~');
                rest = &rest[length..];
            }
            None => {
                kept.push(c);
                inside = c.is_alphanumeric();
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    kept
}

/// The length of "this creature" and the like.
fn this_noun(text: &str, lexicon: &Lexicon) -> Option<usize> {
    let rest = text.strip_prefix("this ").or_else(|| text.strip_prefix("This "))?;
    let end = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
    is_self_noun(&rest[..end], lexicon).then_some("this ".len() + end)
}

/// The words that are counted of a phrase, in alphabetical order.
#[cfg(test)]
pub(super) fn counted(phrase: &str) -> Vec<String> {
    let mut tokens = vec![Token::new(".")];
    tokens_of(&phrase.to_lowercase(), &mut tokens);
    stop(&mut tokens, ".");
    let mut words = compared(tokens);
    words.sort();
    words
}
