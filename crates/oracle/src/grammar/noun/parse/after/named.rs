//! Names behind nouns: "a card named Xyz".

use lawmage_ir::Test;

use crate::parse::Parser;

/// "named Xyz": the name as printed, up to a word that cannot belong to it.
pub(super) fn named(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("named")?;
    let start = p.pos();
    if p.eat("~") {
        // "Nissa's Chosen", on a card that is called Nissa
        if p.peek().is_some_and(|t| t.kind == crate::lex::TokenKind::Possessive) && name(p).is_some() {
            return Some(Test::Named(p.printed_since(start).into()));
        }
        let name = p.last().map(|t| p.printed(t)).unwrap_or_default();
        return Some(Test::Named(name.into()));
    }
    let first = Test::Named(name(p)?);
    // "named Festering Newt or Bubbling Cauldron"
    let other = p.attempt(|p| {
        p.expect("or")?;
        name(p).map(Test::Named)
    });
    Some(match other {
        Some(other) => Test::Or(vec![first, other]),
        None => first,
    })
}

/// A name as printed, up to a word that cannot belong to it.
pub fn name(p: &mut Parser<'_>) -> Option<std::sync::Arc<str>> {
    let start = p.pos();
    let mut end = start;
    while let Some(token) = p.peek() {
        let small = matches!(
            &*token.text,
            "of" | "the" | "to" | "in" | "and" | "a" | "for" | "from" | "with" | "'s" | "," | "on" | "&"
        );
        if token.capital || token.kind == crate::lex::TokenKind::Possessive {
            p.advance();
            end = p.pos();
        } else if small && p.pos() <= end + 1 && end > start && p.names_go_on() {
            p.advance();
        } else {
            break;
        }
    }
    p.go_back_to(end);
    if end == start {
        return p.fail("a name");
    }
    Some(p.printed_since(start).into())
}
