//! Targeting as though there were no hexproof (702.11), read and said.

use lawmage_ir::{Filter, Keyword, Kind, Permission, Selector, Test, Who};

use crate::grammar::noun;
use crate::grammar::prohibition::Said;
use crate::grammar::selector::Quant;
use crate::parse::Parser;
use crate::print::{Phrase, Printer};

/// "Creatures your opponents control with hexproof can be the targets of spells and abilities you control as though they didn't have
/// hexproof.", "Your opponents and creatures with hexproof they control can be …"
pub(crate) fn despite_hexproof(p: &mut Parser<'_>) -> Option<Permission> {
    let players = p.eat("your opponents and");
    let noun = noun::noun(p)?;
    let mut filter = noun.filter;
    if filter.kind != Kind::Permanent || !noun.plural {
        return p.fail("permanents");
    }
    if players {
        p.expect("they control")?;
        filter = Filter::permanent(Test::all([filter.test, Test::Controlled(Who::Opponents)]));
    } else if p.eat("with hexproof") {
        filter = Filter::permanent(Test::all([filter.test, Test::Keyword(Keyword::Hexproof)]));
    }
    p.expect("can be the targets of spells and abilities")?;
    let by = p.eat("you control").then_some(Who::You);
    p.expect("as though they didn't have hexproof")?;
    let what = Selector::All(filter);
    let what = if players { Selector::Union(vec![Selector::Players(Who::Opponents), what]) } else { what };
    Some(Permission::TargetDespiteHexproof { what, by })
}

impl Printer<'_> {
    /// The same.
    pub(super) fn despite_hexproof(&mut self, what: &Selector, by: Option<&Who>) -> Said {
        let who = match what {
            Selector::Union(parts) if let [_, Selector::All(filter)] = parts.as_slice() => {
                let theirs = Test::Controlled(Who::Opponents);
                let rest = filter.test.conjuncts().iter().filter(|test| **test != theirs).cloned();
                let those = self.plural(&Filter::permanent(Test::all(rest)));
                format!("your opponents and {those} they control")
            }
            what => self.those_of(what, Quant::Bare),
        };
        let by = by.map(|by| format!(" {}", self.relation("control", by, true))).unwrap_or_default();
        let verb = format!("can be the targets of spells and abilities{by} as though they didn't have hexproof");
        Said::plain(Phrase::many(who), verb)
    }
}
