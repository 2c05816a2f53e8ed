//! Mana of another type instead (106.12b): "it produces {B} instead of any other type".

use lawmage_ir::{
    Clause, Continuous, Duration, EventPattern, Filter, Instead, Instruction, ManaSymbol, ManaType, Subtype, Test, Who,
};

use super::plain;
use crate::grammar::ability::statics::Rule;
use crate::grammar::effect::emit;
use crate::parse::Parser;

/// The basic lands, as "Islands produce {G}" names them.
pub(crate) const LANDS: [(&str, Subtype); 5] = [
    ("Plains", Subtype::PLAINS),
    ("Islands", Subtype::ISLAND),
    ("Swamps", Subtype::SWAMP),
    ("Mountains", Subtype::MOUNTAIN),
    ("Forests", Subtype::FOREST),
];

/// "{B}", "colorless mana".
fn kind(p: &mut Parser<'_>) -> Option<ManaType> {
    if p.eat("colorless mana") {
        return Some(ManaType::Colorless);
    }
    let symbol = p.symbol()?;
    match ManaSymbol::parse(symbol.trim_start_matches('{').trim_end_matches('}'))? {
        ManaSymbol::Color(color) => Some(ManaType::Color(color)),
        ManaSymbol::Colorless => Some(ManaType::Colorless),
        _ => p.fail("a mana symbol of a type"),
    }
}

/// Behind "if a land is tapped for mana,": "it produces {B} instead of any other type and amount".
pub(super) fn of_a_type(p: &mut Parser<'_>, event: &EventPattern) -> Option<Instead> {
    if !matches!(event, EventPattern::ProducesMana { .. }) {
        return None;
    }
    p.expect("it produces")?;
    let kind = kind(p)?;
    p.expect("instead of any other type")?;
    Some(Instead::Mana(kind, p.eat("and amount")))
}

/// "If tapped for mana, Plains produce {R}, Islands produce {G}, and Forests produce {B} instead of any other type."
pub(super) fn lands_produce(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("if tapped for mana ,")?;
    let one = |p: &mut Parser<'_>| {
        let (_, land) = *LANDS.iter().find(|(name, _)| p.eat_text(&name.to_lowercase()))?;
        p.expect("produce")?;
        let event =
            EventPattern::ProducesMana { source: Filter::permanent(Test::Subtype(land)), by: Who::All, of: None };
        Some(Continuous::Replace(Box::new(plain(event, Instead::Mana(kind(p)?, false)))))
    };
    let effects = p.list("and", one)?;
    p.expect("instead of any other type")?;
    if effects.len() < 2 { p.fail("several lands") } else { Some(Rule::of(effects)) }
}

/// "Until end of turn, if you tap a land you control for mana, it produces {U} instead of any other type": behind the duration.
pub(crate) fn for_a_time(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let (replacement, None) = super::would(p)? else { return p.fail("one duration") };
    if !matches!(replacement.instead, Instead::Mana(..)) {
        return p.fail("mana of another type");
    }
    let effects = vec![Continuous::Replace(Box::new(replacement))];
    out.push(emit(p, Instruction::Effect { effects, duration: Duration::Forever }));
    Some(())
}
