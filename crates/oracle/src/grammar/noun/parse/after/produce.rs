//! What mana permanents could produce (106.7).

use lawmage_ir::{Kind, ManaSymbol, ManaType, Supertype, Test};

use crate::grammar::noun::Noun;
use crate::parse::Parser;

/// "that could produce {C}" (106.7).
pub(super) fn could_produce(p: &mut Parser<'_>, noun: &Noun) -> Option<Test> {
    let snow = p.eat_any(&["that could produce", "that is snow or could produce"])? == 1;
    let text = p.symbol()?.trim_matches(['{', '}']);
    let kind = match ManaSymbol::parse(text)? {
        _ if noun.filter.kind != Kind::Permanent => return p.fail("permanents"),
        ManaSymbol::Color(color) => ManaType::Color(color),
        ManaSymbol::Colorless => ManaType::Colorless,
        _ => return p.fail("mana of a type"),
    };
    let could = Test::CouldProduce(kind);
    Some(if snow { Test::Or(vec![Test::Supertype(Supertype::Snow), could]) } else { could })
}
