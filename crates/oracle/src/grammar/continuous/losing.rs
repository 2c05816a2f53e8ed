//! "loses all other card types": what is said of objects to take from them what it does not give them.

use lawmage_ir::{Continuous, Modification, Selector};

use super::parse::{merge, modify};
use crate::parse::Parser;

/// What else a statement takes away.
pub(super) enum Taken {
    Nothing,
    Abilities,
    /// The other card types, and the other abilities too, when so.
    Kinds(bool),
}

/// "it loses all other card types", "loses all other abilities, card types, and creature types": whether abilities, too.
pub(super) fn other_kinds(p: &mut Parser<'_>) -> Option<bool> {
    p.eat("it");
    p.eat_any(&["loses all other", "lose all other"])?;
    let lost = p.list("and", |p| p.eat_any(&["abilities", "card types", "creature types"]))?;
    if lost.contains(&1) { Some(lost.contains(&0)) } else { p.fail("card types") }
}

/// What is said to be of some types is of those alone (205.1a), and has but the abilities it is said to have.
pub(super) fn only_these(
    p: &mut Parser<'_>,
    subject: &Selector,
    all: Vec<Continuous>,
    abilities: bool,
) -> Option<Vec<Continuous>> {
    let mut line = lawmage_ir::TypeLine::default();
    let mut mods = Vec::new();
    // Where the types were said: "is a colorless land".
    let mut at = None;
    for effect in merge(all) {
        let Continuous::Modify { what, mods: said } = effect else { return p.fail("what it is") };
        if what != *subject {
            return p.fail("what it is");
        }
        for one in said {
            match one {
                Modification::AddTypes(more) | Modification::SetTypes(more) => {
                    at.get_or_insert(mods.len());
                    line.supertypes = line.supertypes.union(more.supertypes);
                    line.types = line.types.union(more.types);
                    more.subtypes.listed.iter().for_each(|s| line.subtypes.insert(*s));
                }
                // A land type would be one of those that are lost.
                Modification::SetLandTypes(_) | Modification::AllCreatureTypes => return p.fail("card types"),
                other => mods.push(other),
            }
        }
    }
    if line.types.is_empty() {
        return p.fail("card types");
    }
    mods.insert(at.unwrap_or_default(), Modification::SetTypes(line));
    let lost = abilities.then_some(Modification::LoseAllAbilities);
    let mods = lost.into_iter().chain(mods).collect();
    Some(modify(subject, mods))
}
