//! What is played as a permission lets it be gets (611.3d).

use std::sync::Arc;

use lawmage_ir::{Ability, Condition, Continuous, Kind, Modification, Ref, Replacement, StaticAbility, Test, ZoneSet};

use super::price::exiled_afterwards;
use crate::grammar::noun;
use crate::parse::Parser;

/// ". If you cast a spell this way, it gains haste", ". If you do, it enters tapped", ". If you cast a creature spell this way, that
/// creature enters with an additional +1/+1 counter on it": what is played so gets.
pub(crate) fn given(p: &mut Parser<'_>) -> Option<Vec<Modification>> {
    p.expect(".")?;
    if p.eat_any(&["if a spell cast this way would be put into", "if a card cast this way would be put into"]).is_some()
    {
        p.eat_any(&["your graveyard", "a graveyard", "its owner 's graveyard"])?;
        p.eat("this turn");
        p.expect(", exile it instead")?;
        return Some(vec![exiled_afterwards()]);
    }
    if p.eat("if you cast ~ this way and it would be put into") {
        p.eat_any(&["your graveyard", "a graveyard"])?;
        p.expect(", exile it instead")?;
        return Some(vec![exiled_afterwards()]);
    }
    let only = match p.attempt(such_a_spell) {
        // A land that is a creature, too, is played and not cast (305.9).
        Some(test) => {
            Some(Condition::And(vec![Condition::Is(Ref::This, test), Condition::WasCast(Ref::This, None, None)]))
        }
        None => {
            p.eat_any(&[
                "if you do , it",
                "if you do , that creature",
                "if you do , that permanent",
                "if you cast a spell this way , it",
                "if you cast a spell this way , that creature",
                "if you cast a spell this way , that artifact",
                "if you cast a spell this way , that permanent",
                "a spell cast this way",
                "spells you cast this way",
                "lands you play this way",
                "each land played this way",
            ])?;
            None
        }
    };
    if p.eat_any(&["enters", "enter"]).is_some() {
        let entering = crate::grammar::replacement::itself_entering(p)?;
        let mut given = vec![enters_so(entering, only.clone())];
        // "… and is a Vampire in addition to its other types"
        if only.is_none() && p.at_any(&["and is a", "and is an"]) {
            p.advance();
            given.extend(types(p)?);
        }
        return Some(given);
    }
    if only.is_some() {
        return p.fail("how it enters");
    }
    if p.at_any(&["is a", "is an"]) {
        return types(p);
    }
    p.eat_any(&["gains", "gain", "has", "have"])?;
    crate::grammar::continuous::abilities(p)
}

/// "is a Vampire in addition to its other types".
fn types(p: &mut Parser<'_>) -> Option<Vec<Modification>> {
    let predicate = crate::grammar::continuous::predicate(p, &lawmage_ir::THIS)?;
    match <[Continuous; 1]>::try_from(predicate).ok()? {
        [Continuous::Modify { mods, .. }] if mods.iter().all(|m| matches!(m, Modification::AddTypes(_))) => Some(mods),
        _ => p.fail("what it is in addition to its other types"),
    }
}

/// "if you cast a creature spell this way, that creature": of such spells alone.
fn such_a_spell(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("if you cast")?;
    p.eat_any(&["a", "an"])?;
    let spell = noun::noun(p)?;
    if spell.filter.kind != Kind::Spell || spell.plural || spell.filter.test == Test::Any {
        return p.fail("such a spell");
    }
    p.expect("this way ,")?;
    p.eat_any(&["it", "that creature", "that artifact", "that permanent"])?;
    Some(spell.filter.test)
}

/// The ability of a spell that says how the permanent enters that it becomes, if that holds.
fn enters_so(entering: Replacement, condition: Option<Condition>) -> Modification {
    let effects = vec![Continuous::Replace(Box::new(entering))];
    let ability = StaticAbility { zones: ZoneSet::BATTLEFIELD, condition, effects, defines: false };
    Modification::AddAbility(Arc::new(Ability::Static(ability)))
}
