//! The parser: tokens to IR, by recursive descent with backtracking. Every method that returns `Option` leaves the
//! parser where it was when it returns `None`, or is called through [`Parser::attempt`].
//!
//! What it reads is in [`grammar`](crate::grammar), a folder for each kind of node.

mod choosing;
mod defined;
pub(crate) mod reading;
pub(crate) mod referent;
pub(crate) mod scope;
mod shared;

pub use referent::{Handle, Referent, Sort};
pub use scope::{FaceScope, Mark, Scope};
pub use shared::Shared;

use std::rc::Rc;

use lawmage_ir::{ManaCost, ManaSymbol};
use smallvec::SmallVec;

use self::reading::Reading;
use crate::lex::{Token, TokenKind};
use crate::lexicon::Lexicon;

/// Reads something at a parser's position.
pub type Reader<T> = for<'x, 'y> fn(&'x mut Parser<'y>) -> Option<T>;

/// A position in the tokens of an ability, with what has been spoken of so far.
#[derive(Clone, Debug)]
pub struct Parser<'a> {
    tokens: &'a [Token],
    pos: usize,
    /// Words ahead that have been read already, from one token to before another: reading goes past them.
    read_before: Option<(usize, usize)>,
    source: &'a str,
    /// What has been spoken of.
    pub scope: Scope,
    reading: Rc<Reading>,
    furthest: usize,
    expected: Vec<&'static str>,
}

impl<'a> Parser<'a> {
    /// A parser of these tokens; `source` is the whole printed text of the face, into which the spans point.
    #[must_use]
    pub fn new(source: &'a str, tokens: &'a [Token], scope: Scope, reading: &Rc<Reading>) -> Self {
        Self {
            tokens,
            pos: 0,
            read_before: None,
            source,
            scope,
            reading: Rc::clone(reading),
            furthest: 0,
            expected: Vec::new(),
        }
    }

    /// The words of the text, and how far reading it may go.
    #[must_use]
    pub fn reading(&self) -> &Rc<Reading> {
        &self.reading
    }

    /// The words that the text may use besides those of the rules.
    #[must_use]
    pub fn lexicon(&self) -> &Lexicon {
        &self.reading.lexicon
    }

    // ---- looking ---------------------------------------------------------------------------------------------
    /// The token at hand.
    #[must_use]
    pub fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.pos)
    }

    /// The token `n` places on.
    #[must_use]
    pub fn peek_at(&self, n: usize) -> Option<&'a Token> {
        self.tokens.get(self.place(n))
    }

    /// The place of the token `n` places on.
    fn place(&self, n: usize) -> usize {
        match self.read_before {
            Some((from, to)) if self.pos < from && self.pos + n >= from => self.pos + n + (to - from),
            _ => self.pos + n,
        }
    }

    /// Reads something from `from` on, before what stands here is read: where this comes to it, it goes past it.
    pub fn read_ahead<T>(&mut self, from: usize, to: usize, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.read_before.is_some_and(|(_, end)| end > self.pos) {
            return self.fail("one number at a time");
        }
        let here = self.mark();
        self.pos = to;
        let value = read(self);
        let end = self.pos;
        // What it speaks of stays spoken of.
        let (bound, next) = (self.scope.bound.clone(), self.scope.next_slot());
        self.reset(&here);
        let value = value?;
        self.scope.keep_bound(bound, next);
        self.read_before = Some((from, end));
        Some(value)
    }

    /// The text of the token at hand; empty at the end; `~` for the object itself.
    #[must_use]
    pub fn word(&self) -> &'a str {
        self.word_at(0)
    }

    /// The text of the token `n` places on, as [`Parser::word`].
    #[must_use]
    pub fn word_at(&self, n: usize) -> &'a str {
        self.peek_at(n).map_or("", |t| if t.kind == TokenKind::This { "~" } else { &t.text })
    }

    /// Whether these words (parted by spaces; `~` is the object itself, `'s` a possessive ending) stand here.
    #[must_use]
    pub fn at(&self, words: &str) -> bool {
        // Asked a thousand times a sentence: the words are compared as they are, without looking for spaces first.
        let mut rest = words;
        for n in 0.. {
            match rest.strip_prefix(self.word_at(n)) {
                Some("") => return true,
                Some(after) if after.starts_with(' ') => rest = &after[1..],
                _ => return false,
            }
        }
        false
    }

    /// Whether one of these stands here.
    #[must_use]
    pub fn at_any(&self, alternatives: &[&str]) -> bool {
        alternatives.iter().any(|w| self.at(w))
    }

    /// Whether all tokens are read.
    #[must_use]
    pub fn at_end(&self) -> bool {
        self.pos >= self.tokens.len()
    }

    /// Whether the sentence, quotation or text ends here.
    #[must_use]
    pub fn at_stop(&self) -> bool {
        self.peek().is_none_or(|t| {
            matches!(t.kind, TokenKind::Newline | TokenKind::QuoteClose)
                || (t.kind == TokenKind::Punct && &*t.text == ".")
        })
    }

    /// Whether one of these words stands in the rest of the sentence.
    #[must_use]
    pub fn sentence_says(&self, words: &[&str]) -> bool {
        let rest = (0..).map_while(|n| self.peek_at(n)).take_while(|token| &*token.text != ".");
        rest.into_iter().any(|token| words.contains(&&*token.text))
    }

    /// Whether the sentence says behind what is done that it is so instead if something holds.
    #[must_use]
    pub fn says_instead_if(&self) -> bool {
        let rest = (1..).take_while(|n| self.peek_at(*n).is_some_and(|token| &*token.text != "."));
        rest.into_iter().any(|n| self.word_at(n) == "instead" && self.word_at(n + 1) == "if")
    }

    /// The token just read.
    #[must_use]
    pub fn last(&self) -> Option<&'a Token> {
        self.pos.checked_sub(1).and_then(|i| self.tokens.get(i))
    }

    /// The position in the tokens.
    #[must_use]
    pub fn pos(&self) -> usize {
        self.pos
    }

    /// All tokens.
    #[must_use]
    pub fn tokens(&self) -> &'a [Token] {
        self.tokens
    }

    /// The printed text that the tokens' spans point into.
    #[must_use]
    pub fn source(&self) -> &'a str {
        self.source
    }

    /// The printed text of the tokens from position `from` to here.
    #[must_use]
    pub fn printed_since(&self, from: usize) -> &'a str {
        let start = self.tokens.get(from).map(|t| t.span.start);
        let end = self.last().map(|t| t.span.end);
        start.zip(end).and_then(|(s, e)| self.source.get(s..e)).unwrap_or("")
    }

    // ---- reading ---------------------------------------------------------------------------------------------
    /// Reads these words if they stand here.
    pub fn eat(&mut self, words: &'static str) -> bool {
        if self.at(words) {
            self.pos = self.place(words.split(' ').count());
            true
        } else {
            self.note(words);
            false
        }
    }

    /// Reads the words of a text as printed, possessive endings attached, if they stand here.
    pub fn eat_text(&mut self, text: &str) -> bool {
        let words = text.replace("'s ", " 's ");
        let read = self.at(&words);
        if read {
            self.pos = self.place(words.split(' ').count());
        }
        read
    }

    /// Reads one of these alternatives and says which.
    pub fn eat_any(&mut self, alternatives: &[&'static str]) -> Option<usize> {
        alternatives.iter().position(|w| self.eat(w))
    }

    /// Reads these words, or declines.
    pub fn expect(&mut self, words: &'static str) -> Option<()> {
        self.eat(words).then_some(())
    }

    /// Goes back to a token read before; nothing spoken of is forgotten.
    pub fn go_back_to(&mut self, pos: usize) {
        self.pos = pos;
    }

    /// A token as printed.
    #[must_use]
    pub fn printed(&self, token: &Token) -> &'a str {
        self.source.get(token.span.clone()).unwrap_or("")
    }

    /// Whether a capital follows the small word at hand: "Lord of the Pit".
    #[must_use]
    pub fn names_go_on(&self) -> bool {
        (1..=2).any(|n| self.peek_at(n).is_some_and(|t| t.capital))
    }

    /// Goes one token on.
    pub fn advance(&mut self) {
        self.pos = self.place(1);
    }

    /// Reads any number of commas.
    pub fn comma(&mut self) -> bool {
        self.eat(",") || self.comma_was_quoted()
    }

    /// Whether the comma stood before the quotation mark that was just read, and something follows: "…, equip {2}".
    fn comma_was_quoted(&self) -> bool {
        let before = self.tokens.get(..self.pos).unwrap_or_default();
        let quoted = matches!(before, [.., comma, close] if close.kind == TokenKind::QuoteClose && &*comma.text == ",");
        quoted && !self.at_stop()
    }

    /// Reads a number in digits or words; "a" and "an" are not numbers here.
    pub fn number(&mut self) -> Option<i32> {
        match self.peek()?.kind {
            TokenKind::Number(n) => {
                self.pos = self.place(1);
                Some(n)
            }
            _ => self.fail("a number"),
        }
    }

    /// Reads "a", "an" or a number.
    pub fn article(&mut self) -> Option<i32> {
        if self.at("a") || self.at("an") {
            self.pos = self.place(1);
            return Some(1);
        }
        self.number()
    }

    /// Reads one symbol in braces, with its braces.
    pub fn symbol(&mut self) -> Option<&'a str> {
        let token = self.peek()?;
        if token.kind == TokenKind::Symbol {
            self.pos = self.place(1);
            return Some(&token.text);
        }
        self.fail("a symbol")
    }

    /// Reads a run of mana symbols.
    pub fn mana_cost(&mut self) -> Option<ManaCost> {
        let mut symbols: SmallVec<[ManaSymbol; 6]> = SmallVec::new();
        while let Some(symbol) = self
            .peek()
            .filter(|t| t.kind == TokenKind::Symbol)
            .and_then(|t| ManaSymbol::parse(t.text.trim_start_matches('{').trim_end_matches('}')))
        {
            symbols.push(symbol);
            self.pos = self.place(1);
        }
        if symbols.is_empty() { self.fail("mana symbols") } else { Some(ManaCost(symbols)) }
    }

    /// Reads power/toughness or a change of them: the two sides as printed, signs included.
    pub fn power_toughness(&mut self) -> Option<(&'a str, &'a str)> {
        let token = self.peek()?;
        if token.kind == TokenKind::PowerToughness {
            self.pos = self.place(1);
            return token.text.split_once('/');
        }
        self.fail("power/toughness")
    }

    // ---- trying ----------------------------------------------------------------------------------------------
    /// Where we are, to come back to.
    #[must_use]
    pub fn mark(&self) -> Mark {
        self.scope.mark(self.pos, self.read_before)
    }

    /// Back to there; forgets what was spoken of since.
    pub fn reset(&mut self, mark: &Mark) {
        (self.pos, self.read_before) = (mark.pos, mark.read_before);
        self.scope.reset(mark);
    }

    /// Reads it, or stays here.
    pub fn attempt<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        // No phrase stands within another but through here, so that here is where depth and steps are counted.
        if !self.reading.enter() {
            return self.fail("fewer phrases within phrases");
        }
        let mark = self.mark();
        let read = read(self);
        self.reading.leave();
        if read.is_none() {
            self.reset(&mark);
        }
        read
    }

    /// As [`Parser::attempt`], for what adds to a list as it reads: what it added goes again when it can't be read.
    pub fn attempt_into<T, C>(
        &mut self,
        out: &mut Vec<C>,
        read: impl FnOnce(&mut Self, &mut Vec<C>) -> Option<T>,
    ) -> Option<T> {
        let known = out.len();
        let read = self.attempt(|p| read(p, out));
        if read.is_none() {
            out.truncate(known);
        }
        read
    }

    /// Reads the first of these that can be read.
    pub fn first<T>(&mut self, readers: &[Reader<T>]) -> Option<T> {
        readers.iter().find_map(|read| self.attempt(|p| read(p)))
    }

    /// Declines, saying what was expected here.
    pub fn fail<T>(&mut self, expected: &'static str) -> Option<T> {
        self.note(expected);
        None
    }

    fn note(&mut self, expected: &'static str) {
        if self.pos > self.furthest {
            self.furthest = self.pos;
            self.expected.clear();
        }
        if self.pos == self.furthest && self.expected.len() < 12 && !self.expected.contains(&expected) {
            self.expected.push(expected);
        }
    }

    /// The furthest place reached and what was expected there.
    #[must_use]
    pub fn furthest(&self) -> (Option<&'a Token>, &[&'static str]) {
        (self.tokens.get(self.furthest), &self.expected)
    }

    // ---- sentences -------------------------------------------------------------------------------------------
    /// Reads a list with `one`: "A", "A and B", "A, B, and C" with `and` as the last joint.
    pub fn list<T>(&mut self, and: &'static str, one: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let mut all = vec![one(self)?];
        loop {
            let more = self.attempt(|p| {
                let comma = p.comma();
                let joint = p.eat(and);
                if !comma && !joint {
                    return None;
                }
                Some((one(p)?, joint))
            });
            match more {
                Some((item, joint)) => {
                    all.push(item);
                    if joint {
                        return Some(all);
                    }
                }
                None => return Some(all),
            }
        }
    }
}
