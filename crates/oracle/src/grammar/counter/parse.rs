//! Words for counters.

use lawmage_ir::{CounterKind, Keyword, Selector};

use crate::grammar::reference;
use crate::lex::TokenKind;
use crate::parse::Parser;

/// The kind and the word "counter(s)": `None` for a counter of any kind.
pub fn kind(p: &mut Parser<'_>) -> Option<Option<CounterKind>> {
    p.attempt(|p| {
        if p.eat("counter") || p.eat("counters") {
            if p.scope.kind && p.eat("of that kind") {
                return Some(Some(CounterKind::That));
            }
            return Some(None);
        }
        if let Some(token) = p.peek().filter(|t| t.kind == TokenKind::PowerToughness) {
            p.advance();
            p.eat_any(&["counter", "counters"])?;
            let kind = CounterKind::from_word(&token.text.to_ascii_lowercase());
            return Some(Some(kind));
        }
        for len in (1..=2).rev() {
            let end = p.word_at(len);
            if (end == "counter" || end == "counters")
                && (0..len).all(|i| p.peek_at(i).is_some_and(|t| t.kind == TokenKind::Word))
            {
                let words: Vec<&str> = (0..len).map(|i| p.word_at(i)).collect();
                let word = words.join(" ");
                if len == 2 && Keyword::from_word(&word).is_none() {
                    continue;
                }
                if matches!(&*word, "target" | "that" | "a" | "an" | "those" | "each" | "all" | "additional") {
                    return p.fail("a kind of counter");
                }
                for _ in 0..=len {
                    p.advance();
                }
                return Some(Some(CounterKind::from_word(&word)));
            }
        }
        p.fail("a kind of counter")
    })
}

/// The word for a kind alone: "+1/+1", "first strike", "vigilance".
pub fn name(p: &mut Parser<'_>) -> Option<CounterKind> {
    if let Some(token) = p.peek().filter(|t| t.kind == TokenKind::PowerToughness) {
        p.advance();
        return Some(CounterKind::from_word(&token.text.to_ascii_lowercase()));
    }
    for len in (1..=2).rev() {
        let word = (0..len).map(|i| p.word_at(i)).collect::<Vec<&str>>().join(" ");
        if Keyword::from_word(&word).is_some() {
            (0..len).for_each(|_| p.advance());
            return Some(CounterKind::from_word(&word));
        }
    }
    p.fail("a kind of counter")
}

/// "its counters on", "its +1/+1 counters on", "~'s counters on": those that it has, or had (122.8).
pub(crate) fn whose(p: &mut Parser<'_>) -> Option<(Selector, Option<CounterKind>)> {
    if p.eat("~ 's counters on") {
        return Some((lawmage_ir::THIS, None));
    }
    let of = if p.eat("its counters") || p.eat("those counters") {
        None
    } else {
        p.expect("its")?;
        let of = kind(p)??;
        p.last().filter(|t| &*t.text == "counters")?;
        Some(of)
    };
    p.expect("on")?;
    let it = reference::it(p)?;
    Some((p.scope.select(&it.handle), of))
}
