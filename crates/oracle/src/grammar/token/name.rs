//! Names of tokens that stand before them.

use std::sync::Arc;

use crate::parse::Parser;

/// "Voja, a legendary 2/2 … token": a name in front.
pub(super) fn name_before(p: &mut Parser<'_>) -> Option<Arc<str>> {
    let start = p.pos();
    let capital = |t: &crate::lex::Token| t.capital || t.kind == crate::lex::TokenKind::This;
    // "Tamiyo's Notebook": with the name of what makes it.
    while p.peek().is_some_and(capital)
        || p.at("'s") && p.pos() > start
        || p.at_any(&["of", "the", "to", ","]) && p.names_go_on()
    {
        p.advance();
    }
    if p.pos() == start {
        return None;
    }
    let name: Arc<str> = p.printed_since(start).into();
    p.expect(",")?;
    p.eat_any(&["a", "an"])?;
    Some(name)
}
