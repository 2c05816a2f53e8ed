//! Striated text boxes: class level bars (716.2) and level symbols (711.2).

use lawmage_ir::{
    Ability, ActivatedAbility, ActivationLimits, Amount, CardType, Cmp, Condition, Continuous, CounterKind, Face,
    Instruction, Keyword, Modification, Ref, THIS,
};

use super::lines;
use crate::print::{Context, Printer};

/// "LEVEL 1-4" and the lines of its striation (711.2a-b), where the ability is one.
pub(super) fn level_symbol(context: &Context<'_>, ability: &Ability) -> Option<Vec<String>> {
    let Ability::Static(fixed) = ability else { return None };
    let kind = Some(CounterKind::from_word("level"));
    let counters = |condition: &Condition, how: Cmp| match condition {
        Condition::Compare(Amount::Counters(of, Ref::This), cmp, Amount::Const(n)) if *of == kind && *cmp == how => {
            Some(*n)
        }
        _ => None,
    };
    let levels = match fixed.condition.as_ref()? {
        Condition::And(both) => match both.as_slice() {
            [least, most] => format!("{}-{}", counters(least, Cmp::AtLeast)?, counters(most, Cmp::AtMost)?),
            _ => return None,
        },
        least => format!("{}+", counters(least, Cmp::AtLeast)?),
    };
    let [Continuous::Modify { what, mods }] = fixed.effects.as_slice() else { return None };
    let (Modification::SetPowerToughness(Some(Amount::Const(power)), Some(Amount::Const(toughness))), granted) =
        mods.split_first()?
    else {
        return None;
    };
    if *what != THIS {
        return None;
    }
    let ability = |granted: &Modification| match granted {
        Modification::AddAbility(ability) => Some(Ability::clone(ability)),
        _ => None,
    };
    let abilities: Vec<Ability> = granted.iter().map(ability).collect::<Option<_>>()?;
    let striation = Face { abilities, ..context.face.clone() };
    let mut said = vec![format!("LEVEL {levels}"), format!("{power}/{toughness}")];
    said.extend(lines(&Context { face: &striation }));
    Some(said)
}

/// "STATION 8+" and the lines of its striation (2026:721.2), where the ability is one.
pub(super) fn station_symbol(context: &Context<'_>, ability: &Ability) -> Option<Vec<String>> {
    let Ability::Static(fixed) = ability else { return None };
    let charge = Some(CounterKind::from_word("charge"));
    let Some(Condition::Compare(Amount::Counters(of, Ref::This), Cmp::AtLeast, Amount::Const(least))) =
        &fixed.condition
    else {
        return None;
    };
    let stations = |a: &Ability| matches!(a, Ability::Keyword(k) if k.keyword == Keyword::Station);
    let [Continuous::Modify { what, mods }] = fixed.effects.as_slice() else { return None };
    if *of != charge || *what != THIS || !context.face.abilities.iter().any(stations) {
        return None;
    }
    let mut abilities = Vec::new();
    let mut size = None;
    for part in mods {
        match part {
            Modification::AddAbility(ability) => abilities.push(Ability::clone(ability)),
            Modification::AddTypes(line) if line.types.has(CardType::Creature) => {}
            Modification::SetPowerToughness(Some(Amount::Const(power)), Some(Amount::Const(toughness))) => {
                size = Some(format!("{power}/{toughness}"));
            }
            _ => return None,
        }
    }
    let striation = Face { abilities, ..context.face.clone() };
    let mut said = vec![format!("STATION {least}+")];
    said.extend(lines(&Context { face: &striation }));
    said.extend(size);
    Some(said)
}

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
