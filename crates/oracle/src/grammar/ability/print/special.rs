//! Abilities that are said in a way of their own: class level bars (716.2), max speed (702.178a), times to cast a spell.

use lawmage_ir::{
    Ability, ActivatedAbility, ActivationLimits, Amount, Cmp, Condition, Continuous, Instruction, Modification,
    StaticAbility, THIS, Who,
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

impl Printer<'_> {
    /// "during your turn and only if you control an Elf": what limits when a spell is cast.
    pub(super) fn times_to_cast(&mut self, when: &Condition) -> String {
        let limits = ActivationLimits { condition: Some(when.clone()), ..ActivationLimits::default() };
        let whole = self.limits(&limits, None).concat();
        whole.trim_start_matches("Activate only ").trim_end_matches('.').to_owned()
    }

    /// "Max speed — …" (702.178a).
    pub(super) fn max_speed(&mut self, ability: &StaticAbility, condition: &Condition) -> Option<String> {
        let Condition::Compare(Amount::Speed(Who::You), Cmp::AtLeast, Amount::Const(4)) = condition else {
            return None;
        };
        let [Continuous::Modify { what, mods }] = ability.effects.as_slice() else { return None };
        match mods.as_slice() {
            [Modification::AddAbility(one)] if *what == THIS && !matches!(**one, Ability::Keyword(_)) => {
                Some(format!("Max speed — {}", self.ability(one)))
            }
            _ => None,
        }
    }
}
