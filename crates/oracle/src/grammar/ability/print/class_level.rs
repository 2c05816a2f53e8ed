//! Abilities that are said in a way of their own: class level bars (716.2).

use lawmage_ir::{
    Ability, ActivatedAbility, ActivationLimits, Amount, Cmp, Condition, Continuous, Instruction, Modification, THIS,
};

use crate::print::{Context, Printer};

/// "{1}{G}: Level 2" and the lines of the striation it begins, where the second ability is that striation.
pub(super) fn class_level(context: &Context<'_>, bar: &Ability, striation: Option<&Ability>) -> Option<Vec<String>> {
    let Ability::Activated(activated) = bar else { return None };
    let n = next_level(activated)?;
    let Some(Ability::Static(fixed)) = striation else { return None };
    let Some(Condition::Compare(Amount::Level(lawmage_ir::Ref::This), Cmp::AtLeast, Amount::Const(least))) =
        &fixed.condition
    else {
        return None;
    };
    let [Continuous::Modify { what, mods }] = fixed.effects.as_slice() else { return None };
    if *least != n || *what != THIS {
        return None;
    }
    let cost = Printer::new(context).cost(&activated.cost);
    let mut lines = vec![format!("{cost}: Level {n}")];
    for granted in mods {
        match granted {
            Modification::AddAbility(ability) => lines.push(Printer::new(context).ability(ability)),
            _ => return None,
        }
    }
    Some(lines)
}

/// The level that a class level bar gives (716.2a).
fn next_level(bar: &ActivatedAbility) -> Option<i32> {
    let [mode] = bar.program.modes.as_slice() else { return None };
    let [clause] = mode.clauses.as_slice() else { return None };
    let Instruction::SetLevel(what, Amount::Const(n)) = &clause.does else { return None };
    let before = Condition::Compare(Amount::Level(lawmage_ir::Ref::This), Cmp::Equal, Amount::Const(n - 1));
    let limits = ActivationLimits { sorcery: true, condition: Some(before), ..ActivationLimits::default() };
    (*what == THIS && bar.limits == limits).then_some(*n)
}
