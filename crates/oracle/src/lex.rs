//! Tokens of Oracle English, with their places in the printed text. Reminder text gives no tokens.

use crate::diagnostic::Span;
use crate::grammar::words::number_word;
use crate::lexicon::Lexicon;
use crate::text::{SelfNames, is_contraction, is_self_noun};

/// What kind of token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A word, in lower case.
    Word,
    /// A number, in digits or as a word.
    Number(i32),
    /// A symbol in braces: `{T}`, `{2}`, `{W/U}`.
    Symbol,
    /// A loyalty symbol: `+1`, `-X`, `0`.
    Loyalty,
    /// Power and toughness or a change of them: `3/3`, `+1/-1`, `X/X`, `*/*`.
    PowerToughness,
    /// A possessive ending.
    Possessive,
    /// The object itself: "this creature", its name.
    This,
    /// In an ability that is granted, the object that grants it (201.5a).
    Giver,
    /// An opening quotation mark.
    QuoteOpen,
    /// A closing quotation mark.
    QuoteClose,
    /// A line's end.
    Newline,
    /// Any other sign.
    Punct,
}

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What kind.
    pub kind: TokenKind,
    /// Its text: words in lower case, symbols as printed; for [`TokenKind::This`] the noun as printed ("creature") or the name.
    pub text: Box<str>,
    /// Whether it begins with a capital.
    pub capital: bool,
    /// Where it stands in the printed text.
    pub span: Span,
}

impl Token {
    /// The end of a line, at that place of the printed text.
    #[must_use]
    pub fn newline(at: usize) -> Self {
        Self { kind: TokenKind::Newline, text: "\n".into(), capital: false, span: at..at }
    }
}

/// The tokens of a face's text (or of a part of it that begins at byte `start` of the text).
#[must_use]
pub fn lex(text: &str, start: usize, names: &SelfNames, lexicon: &Lexicon) -> Vec<Token> {
    let mut lexer = Lexer { text, at: 0, start, names, out: Vec::new(), quotes: Vec::new() };
    while lexer.step() {}
    merge(lexer.out, lexicon)
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    start: usize,
    names: &'a SelfNames,
    out: Vec<Token>,
    quotes: Vec<char>,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn push(&mut self, kind: TokenKind, text: &str, len: usize, capital: bool) {
        let span = self.start + self.at..self.start + self.at + len;
        self.out.push(Token { kind, text: text.into(), capital, span });
        self.at += len;
    }

    fn step(&mut self) -> bool {
        let rest = self.rest();
        let Some(c) = rest.chars().next() else { return false };
        if let Some((symbol, len)) = self.loyalty(rest) {
            self.push(TokenKind::Loyalty, &symbol, len, false);
            return true;
        }
        match c {
            '\n' => self.push(TokenKind::Newline, "\n", 1, false),
            _ if c.is_whitespace() => self.at += c.len_utf8(),
            '(' => self.at += reminder(rest),
            '{' => {
                let len = rest.find('}').map_or(rest.len(), |i| i + 1);
                let symbol = rest.get(..len).unwrap_or(rest).to_owned();
                self.push(TokenKind::Symbol, &symbol, len, false);
            }
            '[' => {
                let len = rest.find(']').map_or(rest.len(), |i| i + 1);
                let symbol = rest.get(1..len.saturating_sub(1)).unwrap_or("").replace(['−', '–'], "-");
                self.push(TokenKind::Loyalty, &symbol, len, false);
            }
            '"' | '“' | '”' => self.quote(c),
            '\'' | '‘' => self.quote('\''),
            _ => self.word_or_sign(c),
        }
        true
    }

    /// A loyalty symbol without its box, as card data writes it (606.4): "+1:", "−X:", "0:" where an ability begins.
    fn loyalty(&self, rest: &str) -> Option<(String, usize)> {
        let begins = self.out.last().is_none_or(|t| matches!(t.kind, TokenKind::Newline | TokenKind::QuoteOpen));
        let colon = rest.get(..rest.floor_char_boundary(16)).unwrap_or(rest).find(':').filter(|_| begins)?;
        let symbol = rest.get(..colon)?.trim_end();
        let plain = symbol.replace(['−', '–'], "-");
        let number = plain.strip_prefix(['+', '-']);
        let digits = |n: &str| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit());
        let is = plain == "0" || number.is_some_and(|n| n == "X" || digits(n));
        is.then_some((plain, symbol.len()))
    }

    fn quote(&mut self, c: char) {
        let sort = if c == '\'' { '\'' } else { '"' };
        // "… have "{T}: Draw a card."": a mark between a space and a word opens, within another too.
        let spaced = self.text.get(..self.at).is_some_and(|before| before.ends_with(' '));
        let opens = spaced && self.rest().chars().nth(1).is_some_and(|next| !next.is_whitespace());
        let kind = if c != '“' && !(opens && c == '"') && self.quotes.contains(&sort) {
            if let Some(last) = self.quotes.iter().rposition(|q| *q == sort) {
                self.quotes.remove(last);
            }
            TokenKind::QuoteClose
        } else {
            self.quotes.push(sort);
            TokenKind::QuoteOpen
        };
        self.push(kind, "\"", self.rest().chars().next().map_or(1, char::len_utf8), false);
    }

    fn word_or_sign(&mut self, c: char) {
        if let Some(len) = power_toughness(self.rest()) {
            let text = self.rest().get(..len).unwrap_or("").replace(['−', '–'], "-").to_ascii_uppercase();
            return self.push(TokenKind::PowerToughness, &text, len, false);
        }
        // "each Garruk you control" speaks of a type; "spells that target Garruk" of the object itself.
        let before = |n: usize| self.out.iter().rev().nth(n).map_or("", |t| &*t.text);
        let article = matches!(before(0), "each" | "a" | "an" | "another" | "target" | "other" | "named")
            && (before(1), before(0)) != ("that", "target");
        let named = self.names.at_start_of(self.rest()).filter(|_| !article || before(0) == "named");
        if let Some(len) = named.or_else(|| self.names.type_at_start_of(before(0), self.rest())) {
            let name = self.rest().get(..len).unwrap_or("").to_owned();
            self.push(TokenKind::This, &name, len, true);
            return self.possessive();
        }
        if c.is_alphanumeric() { self.word() } else { self.sign(c) }
    }

    fn word(&mut self) {
        let rest = self.rest();
        let mut len = 0;
        for (i, c) in rest.char_indices() {
            let inner = matches!(c, '-' | '\'' | '’' | '/');
            let more = rest.get(i + c.len_utf8()..).and_then(|r| r.chars().next()).is_some_and(char::is_alphanumeric);
            // "1-9" is a range (706.3a).
            let range = c == '-'
                && rest.get(..i).is_some_and(|before| before.bytes().all(|b| b.is_ascii_digit()))
                && rest.get(i + 1..).is_some_and(|after| after.starts_with(|d: char| d.is_ascii_digit()));
            // "1,000"
            let thousands = c == ','
                && rest.get(..i).is_some_and(|before| before.bytes().all(|b| b.is_ascii_digit()))
                && rest.get(i + 1..).is_some_and(|after| after.bytes().take_while(u8::is_ascii_digit).count() == 3);
            if c.is_alphanumeric() || thousands || (inner && more && !range) {
                len = i + c.len_utf8();
            } else {
                break;
            }
        }
        let printed = rest.get(..len).unwrap_or("");
        let capital = printed.chars().next().is_some_and(char::is_uppercase);
        let lower = printed.to_lowercase().replace('’', "'");
        if lower.ends_with("'s") && !is_contraction(&lower) {
            let stem = lower.strip_suffix("'s").unwrap_or(&lower).to_owned();
            let cut = printed.char_indices().rev().nth(1).map_or(len, |(i, _)| i);
            self.push_word(&stem, cut, capital);
            let tail = len - cut;
            return self.push(TokenKind::Possessive, "'s", tail, false);
        }
        self.push_word(&lower, len, capital);
        self.possessive();
    }

    fn push_word(&mut self, lower: &str, len: usize, capital: bool) {
        let number = number_word(lower).or_else(|| lower.replace(',', "").parse().ok());
        self.push(number.map_or(TokenKind::Word, TokenKind::Number), lower, len, capital);
    }

    /// "'s" after a name, "'" after a plural.
    fn possessive(&mut self) {
        let rest = self.rest();
        let plural = self.out.last().is_some_and(|t| t.text.ends_with('s') || t.text.ends_with('S'));
        for (mark, wants_plural) in [("'s", false), ("’s", false), ("'", true), ("’", true)] {
            if rest.starts_with(mark) && (!wants_plural || (plural && !self.quotes.contains(&'\''))) {
                return self.push(TokenKind::Possessive, "'s", mark.len(), false);
            }
        }
    }

    fn sign(&mut self, c: char) {
        let text = match c {
            '–' | '−' => "-".to_owned(),
            '’' => return self.quote('\''),
            _ => c.to_string(),
        };
        self.push(TokenKind::Punct, &text, c.len_utf8(), false);
    }
}

/// The length of the parenthesis with which the text begins, parentheses within it included.
fn reminder(text: &str) -> usize {
    let mut depth = 0;
    for (i, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => {
                depth -= 1;
                if depth == 0 {
                    return i + 1;
                }
            }
            _ => {}
        }
    }
    text.len()
}

/// The length of a power/toughness at the start of the text.
fn power_toughness(text: &str) -> Option<usize> {
    let mut at = 0;
    for side in 0..2 {
        let rest = text.get(at..)?;
        let sign = rest.chars().next().filter(|c| matches!(c, '+' | '-' | '−' | '–'));
        at += sign.map_or(0, char::len_utf8);
        let rest = text.get(at..)?;
        let number = rest.bytes().take_while(u8::is_ascii_digit).count();
        at += match rest.as_bytes().first()? {
            _ if number > 0 => number,
            b'X' | b'Y' | b'*' | b'x' => 1,
            _ => return None,
        };
        if side == 0 {
            text.get(at..)?.strip_prefix('/')?;
            at += 1;
        }
    }
    let ends = text.get(at..)?.chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '/');
    ends.then_some(at)
}

/// Joins tokens that are one thing: "this creature"; drops "the battlefield" after "enters"; "his or her" is "their".
fn merge(tokens: Vec<Token>, lexicon: &Lexicon) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut i = 0;
    while let Some(token) = tokens.get(i) {
        let word = |k: usize| tokens.get(i + k).map_or("", |t| &*t.text);
        if token.kind == TokenKind::Word {
            if &*token.text == "this"
                && let Some(noun) = tokens.get(i + 1)
                && noun.kind == TokenKind::Word
                && is_self_noun(&printed(noun), lexicon)
            {
                let span = token.span.start..noun.span.end;
                out.push(Token { kind: TokenKind::This, text: noun.text.clone(), capital: token.capital, span });
                i += 2;
                continue;
            }
            if matches!(&*token.text, "enters" | "enter" | "entered" | "entering")
                && word(1) == "the"
                && word(2) == "battlefield"
            {
                out.push(token.clone());
                i += 3;
                continue;
            }
            let folded = match (&*token.text, word(1), word(2)) {
                ("his", "or", "her") => Some("their"),
                ("he", "or", "she") => Some("they"),
                ("him", "or", "her") => Some("them"),
                _ => None,
            };
            // A legend is "he" or "she" where another object is "it".
            let own =
                matches!(word(1), "owner" | "power" | "toughness" | "loyalty" | "controller" | "mana" | "additional")
                    || word(2) == "cost";
            let folded_one = match &*token.text {
                "he" | "she" if folded.is_none() => Some("it"),
                "his" if folded.is_none() => Some("its"),
                "her" if folded.is_none() => Some(if own { "its" } else { "it" }),
                "he's" | "she's" => Some("it's"),
                _ => None,
            };
            if let Some(text) = folded_one {
                out.push(Token { text: text.into(), ..token.clone() });
                i += 1;
                continue;
            }
            if let Some(text) = folded {
                let end = tokens.get(i + 2).map_or(token.span.end, |t| t.span.end);
                out.push(Token { text: text.into(), span: token.span.start..end, ..token.clone() });
                i += 3;
                continue;
            }
        }
        out.push(token.clone());
        i += 1;
    }
    out
}

/// A word with its capital restored, for subtype look-up.
fn printed(token: &Token) -> String {
    let mut chars = token.text.chars();
    match chars.next() {
        Some(c) if token.capital => c.to_uppercase().chain(chars).collect(),
        _ => token.text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> String {
        let tokens = lex(text, 0, &SelfNames::new("Ola, Reed Warden", true, &Lexicon::default()), &Lexicon::default());
        tokens.iter().map(|t| if t.kind == TokenKind::This { "~" } else { &*t.text }).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn tokens_fold_what_means_the_same() {
        assert_eq!(
            words("When Ola enters the battlefield, put a +1/+1 counter on this creature. (It grows.)"),
            "when ~ enters , put a +1/+1 counter on ~ ."
        );
        assert_eq!(
            words("That creature's controller loses three life."),
            "that creature 's controller loses three life ."
        );
        assert_eq!(
            words("{2/W}, {T}: It's \"~\" your opponents' Cat"),
            "{2/W} , {T} : it's \" ~ \" your opponents 's cat"
        );
        assert_eq!(words("It gets -1/−0 and/or can't block."), "it gets -1/-0 and/or can't block .");
    }

    #[test]
    fn spans_point_into_the_text() {
        let text = "This land enters tapped.";
        for token in lex(text, 0, &SelfNames::default(), &Lexicon::default()) {
            assert!(text.get(token.span.clone()).is_some_and(|t| !t.is_empty()), "{token:?}");
        }
    }
}
