//! Sentences about what an Aura or Equipment is attached to, behind another one about it.

use lawmage_ir::{Ability, Cmp, Condition, Continuous, Modification, Ref, Selector, StaticAbility, Test};

use super::{core, prefix, suffix};
use crate::parse::{Handle, Parser, Referent, Sort};

/// The one object of which a sentence says something, where that is what this is attached to.
fn host_of(ability: Option<&Ability>) -> Option<(&StaticAbility, &Ref)> {
    let Some(Ability::Static(said)) = ability else { return None };
    let [Continuous::Modify { what: Selector::Ref(host @ Ref::Host(_)), .. }] = said.effects.as_slice() else {
        return None;
    };
    Some((said, host))
}

/// "Equipped creature gets +1/+0. It …": it is the creature.
pub(super) fn mention(p: &mut Parser<'_>, ability: Option<&Ability>) {
    if let Some((_, host)) = host_of(ability)
        && p.at(". it")
    {
        p.scope.mention(Referent::new(Handle::Ref(host.clone()), Sort::Permanent));
    }
}

/// What it gets instead of what the sentence before says.
pub(super) fn instead(p: &mut Parser<'_>, all: &mut Vec<Ability>) -> Option<()> {
    let instead = p.attempt(|p| gets_instead(p, all.last()))?;
    replaces(all.last_mut(), &instead);
    all.push(instead);
    Some(())
}

/// "It gets +3/+1 instead as long as …", "If it's a Warrior, it gets +2/+1 instead": behind what it gets otherwise.
fn gets_instead(p: &mut Parser<'_>, before: Option<&Ability>) -> Option<Ability> {
    let (said, host) = host_of(before).filter(|(said, _)| said.condition.is_none() && gets(&said.effects))?;
    let if_so = p.attempt(prefix);
    let [rule] = <[_; 1]>::try_from(core(p, true)?).ok()?;
    p.expect("instead")?;
    let condition = match if_so {
        Some(condition) => condition,
        None => suffix(p)?,
    };
    let same = Some((said, host)).zip(match rule.effects.as_slice() {
        [Continuous::Modify { what: Selector::Ref(of), .. }] => Some(of),
        _ => None,
    });
    if !gets(&rule.effects) || same.is_none_or(|((_, host), of)| host != of) {
        return p.fail("what it gets instead");
    }
    Some(rule.ability(vec![condition]))
}

/// Whether it does nothing but change power and toughness.
fn gets(effects: &[Continuous]) -> bool {
    matches!(effects, [Continuous::Modify { mods, .. }] if matches!(mods.as_slice(), [Modification::AddPowerToughness(..)]))
}

/// What was said before holds only where the other does not.
fn replaces(before: Option<&mut Ability>, instead: &Ability) {
    if let (Some(Ability::Static(before)), Ability::Static(instead)) = (before, instead) {
        before.condition = instead.condition.clone().map(otherwise);
    }
}

/// That it is not so.
pub(super) fn otherwise(condition: Condition) -> Condition {
    match condition {
        Condition::Is(it, test) => Condition::Is(it, Test::not(test)),
        // Not "two or fewer" is "more than two".
        Condition::Compare(a, Cmp::AtMost, b) => Condition::Compare(a, Cmp::Greater, b),
        Condition::Compare(a, Cmp::AtLeast, b) => Condition::Compare(a, Cmp::Less, b),
        Condition::Not(inner) => *inner,
        condition => Condition::Not(Box::new(condition)),
    }
}

/// The one object that a selection is of: "enchanted creature".
pub(super) fn the_one(subject: &Selector) -> Option<&Ref> {
    match subject {
        Selector::Ref(it) => Some(it),
        Selector::All(all) => {
            all.test.conjuncts().iter().find_map(|t| if let Test::Is(it) = t { Some(it) } else { None })
        }
        _ => None,
    }
}
