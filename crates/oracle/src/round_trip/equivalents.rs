//! Phrases that say the same: read from `equivalents.txt`, which says how they are written, and applied to the words of both
//! texts before they are counted.

use std::sync::LazyLock;

use super::words::{Token, stem};

static TABLE: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let lines = include_str!("equivalents.txt").lines();
    lines.filter(|l| !l.starts_with(['#', '=', '!'])).filter_map(Rule::read).collect()
});

/// "This says the same as that".
struct Rule {
    from: Vec<Piece>,
    to: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    /// A word whatever its ending.
    Word(String),
    /// A word as it stands.
    Exactly(String),
    /// A word that may be missing.
    Maybe(String),
    /// One of several words.
    Any(Vec<String>),
    /// One of several verbs in the third person; what replaces it is in the third person too.
    Third(Vec<String>),
    /// A number in figures, or "x".
    Number,
    /// Any one word.
    One,
    /// The beginning of a clause: a mark or a word that joins.
    Clause,
    /// The end of a sentence, but not of a line.
    Sentence,
    /// Any words within the sentence but some.
    Gap(Vec<String>),
    /// The words of a gap before it, again: of the last, or of the one so many before that.
    Again(usize),
}

/// The words between bars.
fn words_of(bars: &str) -> Vec<String> {
    bars.split('|').map(|w| w.strip_suffix('!').map_or_else(|| stem(w), str::to_owned)).collect()
}

impl Piece {
    fn read(word: &str) -> Self {
        match word {
            "#" => Self::Number,
            "_" => Self::One,
            "^" => Self::Clause,
            "·" => Self::Sentence,
            "$" => Self::Any(Vec::new()),
            "$+" => Self::Third(Vec::new()),
            _ if word.starts_with("…=") => Self::Again(word.matches('=').count() - 1),
            _ if word.starts_with('…') => Self::Gap(word.strip_prefix("…-").map_or(Vec::new(), words_of)),
            _ if word.ends_with('+') && word.contains('|') => Self::Third(words_of(word.trim_end_matches('+'))),
            _ if word.contains('|') => Self::Any(words_of(word)),
            _ => match (word.strip_suffix('!'), word.strip_suffix('?')) {
                (Some(word), _) => Self::Exactly(word.to_owned()),
                (_, Some(word)) => Self::Maybe(stem(word)),
                _ => Self::Word(stem(word)),
            },
        }
    }

    /// Whether one token is what this piece stands for.
    fn is(&self, token: &Token) -> bool {
        match self {
            Self::Word(word) if word == "." => token.is_stop(),
            Self::Word(word) | Self::Maybe(word) => *word == token.stem,
            Self::Sentence => token.raw == ".",
            Self::Exactly(word) => *word == token.raw,
            Self::Any(words) => words.contains(&token.stem),
            Self::Third(words) => token.raw != token.stem && words.contains(&token.stem),
            Self::Number => token.raw == "x" || token.raw.bytes().all(|b| b.is_ascii_digit()),
            Self::One => !token.is_stop() && token.raw != ",",
            Self::Clause => token.is_stop() || matches!(token.raw.as_str(), "," | "and" | "then" | "or"),
            Self::Gap(but) => !token.is_stop() && !but.contains(&token.stem),
            Self::Again(_) => false,
        }
    }

    /// Whether two pieces are of the kind that the second side repeats from the first.
    fn is_repeated(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Word(_) | Self::Exactly(_) | Self::Maybe(_), _) => false,
            (Self::Third(_), Self::Any(_)) => true,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}

impl Rule {
    fn read(line: &str) -> Option<Self> {
        let (from, to) = line.split_once("=>")?;
        let side = |s: &str| s.split_whitespace().map(Piece::read).collect();
        Some(Self { from: side(from), to: side(to) })
    }

    /// Replaces the phrase wherever it stands.
    fn apply(&self, tokens: &mut Vec<Token>) {
        let needed = |p: &Piece| !matches!(p, Piece::Word(_) | Piece::Exactly(_)) || tokens.iter().any(|t| p.is(t));
        if !self.from.iter().all(needed) {
            return;
        }
        let mut at = 0;
        while at < tokens.len() {
            let mut spans = Vec::with_capacity(self.from.len());
            let Some(end) = matches(&self.from, tokens, at, &mut spans) else {
                at += 1;
                continue;
            };
            let new = self.replacement(tokens, &spans);
            // A sentence's last mark is the next one's first.
            let length = new.len();
            tokens.splice(at..end, new);
            at += length.saturating_sub(usize::from(length > 1)).max(1);
        }
    }

    fn replacement(&self, tokens: &[Token], spans: &[(usize, usize)]) -> Vec<Token> {
        let mut new = Vec::new();
        let mut used = vec![false; self.from.len()];
        for piece in &self.to {
            match piece {
                Piece::Word(word) | Piece::Maybe(word) => new.push(Token::new(word)),
                Piece::Exactly(word) => new.push(Token { raw: word.clone(), stem: word.clone() }),
                _ => {
                    let index = (0..used.len()).find(|i| !used[*i] && piece.is_repeated(&self.from[*i]));
                    let Some(index) = index else { continue };
                    used[index] = true;
                    let stood = tokens[spans[index].0..spans[index].1].iter().cloned();
                    match piece {
                        Piece::Third(_) => new.extend(stood.map(|t| third_person(&t))),
                        _ => new.extend(stood),
                    }
                }
            }
        }
        new
    }
}

/// A verb in the third person, told apart from the order.
fn third_person(verb: &Token) -> Token {
    let word = format!("{}+", verb.stem.trim_end_matches('+'));
    Token { raw: word.clone(), stem: word }
}

/// Where the phrase that begins there ends, and where each of its pieces stands.
fn matches(all: &[Piece], tokens: &[Token], at: usize, spans: &mut Vec<(usize, usize)>) -> Option<usize> {
    let known = spans.len();
    let Some(piece) = all.get(known) else { return Some(at) };
    if let Piece::Again(back) = *piece {
        let mut gaps = all.get(..known)?.iter().enumerate().rev().filter(|(_, p)| matches!(p, Piece::Gap(_)));
        let (gap, _) = gaps.nth(back)?;
        let (from, to) = *spans.get(gap)?;
        let end = at + (to - from);
        let stems = |from: usize, to: usize| tokens.get(from..to).map(|all| all.iter().map(|t| &t.stem));
        let same = stems(from, to)?.eq(stems(at, end)?);
        if !same {
            return None;
        }
        spans.push((at, end));
        let found = matches(all, tokens, end, spans);
        if found.is_none() {
            spans.truncate(known);
        }
        return found;
    }
    let mut to = at;
    let (least, most) = match piece {
        Piece::Gap(_) => (0, usize::MAX),
        Piece::Maybe(_) => (0, 1),
        _ => (1, 1),
    };
    let mut length = 0;
    loop {
        if length >= least {
            spans.push((at, to));
            if let Some(end) = matches(all, tokens, to, spans) {
                return Some(end);
            }
            spans.truncate(known);
        }
        if length == most || !tokens.get(to).is_some_and(|t| piece.is(t)) {
            return None;
        }
        length += 1;
        to += 1;
    }
}

/// Puts one phrase for all that say the same.
pub(super) fn apply(tokens: &mut Vec<Token>) {
    TABLE.iter().for_each(|rule| rule.apply(tokens));
}

#[cfg(test)]
mod tests {
    use super::super::words::counted;
    use super::*;

    #[test]
    fn phrases_are_the_same_and_others_are_not() {
        let mut wrong = String::new();
        for line in include_str!("equivalents.txt").lines().filter(|l| l.starts_with(['=', '!'])) {
            let (a, b) = line[1..].split_once(" / ").expect("two phrases");
            let (a, b) = (counted(a), counted(b));
            if (a == b) != line.starts_with('=') {
                wrong.push_str(&format!("{line}\n  {a:?}\n  {b:?}\n"));
            }
        }
        assert!(wrong.is_empty(), "\n{wrong}");
    }

    #[test]
    fn every_line_is_read() {
        for line in include_str!("equivalents.txt").lines().filter(|l| !l.starts_with(['#', '=', '!']) && !l.is_empty())
        {
            assert!(Rule::read(line).is_some_and(|r| !r.from.is_empty()), "{line}");
        }
    }
}
