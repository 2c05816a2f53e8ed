//! Several things said of the same objects, each with a condition of its own: "has lifelink if you control a Cleric, deathtouch if
//! you control a Rogue, and flying if you control a Wizard".

use lawmage_ir::{Ability, Amount, Cmp, Condition, Continuous, Ref, Selector, Test};

use super::{Rule, only_those, suffix};
use crate::grammar::continuous;
use crate::parse::Parser;

/// Of what the one effect is that was told, where one was.
pub(super) fn told_of(rules: &[Rule]) -> Option<Selector> {
    match rules {
        [Rule { effects, condition: None, defines: false, .. }] => match effects.as_slice() {
            [Continuous::Modify { what, .. }] => Some(what.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// The next of them, behind a comma or "and".
pub(super) fn further(p: &mut Parser<'_>, subject: &Selector) -> Option<Ability> {
    let comma = p.comma();
    (p.eat("and") || comma).then_some(())?;
    let effects = if p.at_any(&["has", "have", "gets", "get"]) {
        continuous::predicate(p, subject)?
    } else {
        vec![Continuous::Modify { what: subject.clone(), mods: continuous::abilities(p)? }]
    };
    let mut rule = Rule { effects, ..Rule::default() };
    let conditions = match suffix(p)? {
        Condition::Is(Ref::It, test) => {
            only_those(&mut rule, &test)?;
            Vec::new()
        }
        condition => vec![condition],
    };
    Some(rule.ability(conditions))
}

/// "… if mana from an artifact was spent to cast it", of each spell by itself: which of them.
pub(super) fn of_each(condition: Condition) -> Condition {
    match condition {
        Condition::Compare(Amount::ManaOf(Ref::It, sort), Cmp::AtLeast, Amount::ONE) => {
            Condition::Is(Ref::It, Test::ManaSpent(sort))
        }
        other => other,
    }
}
