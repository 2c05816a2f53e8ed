//! The object itself, where its own ability has moved it on; what the event or another ability of it was about.

use lawmage_ir::{Ref, Role};

use crate::grammar::noun;
use crate::parse::{Handle, Parser, Referent, Sort};

/// Behind "the": "first card", of a creature that died while another is there; "discarded card", of the event; "creature put onto the
/// battlefield with ~", by another ability (607.2).
pub(super) fn told_elsewhere(p: &mut Parser<'_>) -> Option<Referent> {
    let words: Vec<&str> = p.tokens().iter().take(4).map(|token| &*token.text).collect();
    let subject = |r: &Referent| r.handle == Handle::Ref(Ref::Event(Role::Subject)) && !r.plural;
    if words == ["whenever", "a", "creature", "dies"] && p.eat("first card") {
        return p.scope.latest(subject);
    }
    if words == ["whenever", "you", "discard", "a"] && p.eat("discarded card") {
        let again = p.scope.latest(|r| r.verb == Some("discarded") && r.clause().is_some()).is_some();
        return p.scope.latest(|r| subject(r) && r.sort == Sort::Card).filter(|_| !again);
    }
    let noun = noun::bare(p).filter(|noun| p.scope.face.links_put && !noun.plural)?;
    p.expect("put onto the battlefield with ~")?;
    Some(noun.referent(Handle::Ref(Ref::Linked(lawmage_ir::PUT_THERE))))
}

/// "When this creature dies, you may exile it …. If you do, return this creature to the battlefield": the card in exile, to which its
/// ability follows it no further by itself (400.7e).
pub(super) fn exiled_as_it_died(p: &Parser<'_>) -> Option<Referent> {
    let died = p.tokens().windows(2).any(|two| two[0].kind == crate::lex::TokenKind::This && &*two[1].text == "dies");
    let exiled = |r: &Referent| r.before == Some(Ref::This) && r.verb == Some("exiled") && r.clause().is_some();
    if died { p.scope.latest(exiled) } else { None }
}
