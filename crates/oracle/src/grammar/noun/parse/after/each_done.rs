//! What several instructions did, spoken of together.

use lawmage_ir::{Kind, Selector, Test, ZoneSet};

use crate::grammar::noun::Noun;
use crate::parse::{Handle, Parser, Referent};

/// "each card exiled this way", after several were exiled by one instruction after the other: each of all those.
pub(super) fn each_exiled(p: &mut Parser<'_>, noun: &mut Noun) -> Option<Test> {
    let each = p.tokens().get(p.pos().checked_sub(2)?..p.pos())?;
    let cards = matches!(each, [each, card] if &*each.text == "each" && &*card.text == "card");
    let anywhere = noun.filter.kind == Kind::Card(ZoneSet::default()) && noun.among.is_none();
    if !cards || !anywhere {
        return p.fail("each card");
    }
    p.expect("exiled this way")?;
    let exiled = |r: &&Referent| r.verb == Some("exiled") && r.clause().is_some();
    let mut clauses: Vec<Handle> = p.scope.referents.iter().filter(exiled).map(|r| r.handle.clone()).collect();
    clauses.dedup();
    if clauses.len() < 2 {
        return p.fail("several that were exiled");
    }
    noun.among = Some(Selector::Union(clauses.iter().map(|handle| p.scope.select(handle)).collect()));
    Some(Test::Any)
}
