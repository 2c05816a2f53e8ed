//! The object itself, where its own ability has moved it on.

use lawmage_ir::Ref;

use crate::parse::{Parser, Referent};

/// "When this creature dies, you may exile it …. If you do, return this creature to the battlefield": the card in exile, to which its
/// ability follows it no further by itself (400.7e).
pub(super) fn exiled_as_it_died(p: &Parser<'_>) -> Option<Referent> {
    let died = p.tokens().windows(2).any(|two| two[0].kind == crate::lex::TokenKind::This && &*two[1].text == "dies");
    let exiled = |r: &Referent| r.before == Some(Ref::This) && r.verb == Some("exiled") && r.clause().is_some();
    if died { p.scope.latest(exiled) } else { None }
}
