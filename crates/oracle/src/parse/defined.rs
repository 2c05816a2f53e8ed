//! Sentences that say at their end what X is, and Y: "…, where X is its power and Y is its toughness" (107.3c).

use lawmage_ir::{Amount, Ref, Stat, visit};

use super::{Handle, Parser, Referent, Sort};
use crate::grammar::amount;
use crate::lex::TokenKind;

impl Parser<'_> {
    /// Reads with `read` a sentence in which X may be defined at the end: "…, where X is …". The sentence is read twice:
    /// the definition may speak of what the sentence speaks of.
    pub fn with_where<T>(&mut self, read: impl Fn(&mut Self) -> Option<T>) -> Option<T> {
        if !self.sentence_defines_x() {
            return read(self);
        }
        let mark = self.mark();
        let outer = self.scope.x.take();
        // What Y is, isn't known either as the sentence is read first.
        self.scope.y = Some(Amount::Const(0));
        let number = self.scope.number_clause;
        let defined = self.attempt(|p| {
            read(p)?;
            // "where X is the result", "the excess damage dealt this way": of the clause before the sentence, not its own.
            if number.is_some() && p.defines_x_as(&["the result", "the excess damage"]) {
                p.scope.number_clause = number;
            }
            p.where_x_and_y()
        });
        self.scope.y = None;
        let Some((defined, y)) = defined else {
            self.scope.x = outer;
            // It may stand within the sentence, and be read there: "for up to X cards, where X is …, puts them …".
            return self.attempt(&read).or_else(|| self.attempt(|p| p.with_where_within(&read)));
        };
        // The clauses that the definition speaks of keep the slots they were given for it.
        let (bound, next_slot) = (self.scope.bound.clone(), self.scope.next_slot);
        self.reset(&mark);
        (self.scope.bound, self.scope.next_slot) = (bound, next_slot);
        (self.scope.x, self.scope.y) = (Some(defined.clone()), y);
        let result = self.attempt(|p| {
            let result = read(p)?;
            let x = p.scope.x.take();
            if number.is_some() && p.defines_x_as(&["the result", "the excess damage"]) {
                p.scope.number_clause = number;
            }
            let again = p.where_x_and_y();
            p.scope.x = x;
            again?;
            Some(result)
        });
        self.scope.y = None;
        if result.is_some() && !self.at_stop() {
            // More of the sentence follows, in which X may be spoken of too.
            let after = self.clone();
            self.reset(&mark);
            if let Some(result) = self.attempt(|p| p.with_where_within(&read)) {
                return Some(result);
            }
            *self = after;
        }
        // 107.3i: X is the same in the sentences after it.
        self.scope.x = outer.or_else(|| result.is_some().then_some(defined));
        result
    }

    /// "look at the top X cards of your library, where X is …, then put them back in any order": what X is, is read first.
    fn with_where_within<T>(&mut self, read: &impl Fn(&mut Self) -> Option<T>) -> Option<T> {
        let at = (0..).find(|n| self.word_at(*n) == "where" && self.word_at(n + 1) == "x")?;
        let from = self.place(if at > 0 && self.word_at(at - 1) == "," { at - 1 } else { at });
        let x = self.read_ahead(from, from, |p| p.where_x().filter(|_| !p.at_stop()))?;
        self.scope.x = Some(x);
        read(self)
    }

    fn defines_x_as(&self, words: &[&'static str]) -> bool {
        let at = if self.at(",") { 4 } else { 3 };
        let said = |words: &str| words.split(' ').enumerate().all(|(i, word)| self.word_at(at + i) == word);
        words.iter().any(|words| said(words))
    }

    fn where_x(&mut self) -> Option<Amount> {
        self.comma();
        // 107.3c: the text defines X.
        self.expect("where x is")?;
        // What is created with that number isn't there to be asked for it: "incubate X, where X is its mana value".
        let referents = self.scope.referents.clone();
        self.scope.referents.retain(|r| !(r.token && r.clause().is_some()));
        let x = amount::defined(self);
        self.scope.referents = referents;
        x
    }

    /// ", where X is its power and Y is its toughness".
    fn where_x_and_y(&mut self) -> Option<(Amount, Option<Amount>)> {
        let x = self.where_x()?;
        let y = self.attempt(|p| {
            p.comma();
            p.expect("and y is")?;
            // "X is the exiled card's power and Y is its toughness": that card's.
            match &x {
                Amount::Stat(_, of) => p.scope.mention(Referent::new(Handle::Ref(of.clone()), Sort::Object)),
                Amount::Total(_, of)
                    if visit::any(&**of, |r: &Ref| matches!(r, Ref::Linked(_))) && p.eat("its toughness") =>
                {
                    return Some(Amount::Total(Stat::Toughness, of.clone()));
                }
                _ => {}
            }
            amount::defined(p)
        });
        Some((x, y))
    }

    pub(crate) fn sentence_defines_x(&self) -> bool {
        let mut depth = 0;
        for i in 0.. {
            let Some(token) = self.peek_at(i) else { return false };
            match token.kind {
                TokenKind::QuoteOpen => depth += 1,
                TokenKind::QuoteClose if depth == 0 => return false,
                TokenKind::QuoteClose => depth -= 1,
                TokenKind::Newline => return false,
                TokenKind::Punct if &*token.text == "." && depth == 0 => return false,
                TokenKind::Word if depth == 0 && &*token.text == "where" && self.word_at(i + 1) == "x" => return true,
                _ => {}
            }
        }
        false
    }
}
