//! What several lands produce instead, in one sentence.

use lawmage_ir::{Continuous, EventPattern, Instead, Test, Who};

use crate::grammar::replacement::mana::LANDS;
use crate::print::words;

/// "if tapped for mana, Plains produce {R} and Islands produce {G} instead of any other type", where that is all that they say.
pub(crate) fn lands_produce(effects: &[Continuous]) -> Option<String> {
    let one = |effect: &Continuous| {
        let Continuous::Replace(replacement) = effect else { return None };
        let (EventPattern::ProducesMana { source, by: Who::All, .. }, Instead::Mana(kind, false)) =
            (&replacement.event, &replacement.instead)
        else {
            return None;
        };
        let Test::Subtype(land) = source.test else { return None };
        let (name, _) = LANDS.iter().find(|(_, known)| *known == land)?;
        Some(format!("{name} produce {kind}"))
    };
    let lands: Vec<String> = effects.iter().map(one).collect::<Option<_>>()?;
    let list = words::list(&lands, "and");
    (lands.len() > 1).then(|| format!("if tapped for mana, {list} instead of any other type"))
}
