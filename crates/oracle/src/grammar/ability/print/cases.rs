//! Cases (719): "To solve — …", "Solved — …".

use lawmage_ir::{Ability, Condition, EventPattern, Instruction, Status, Subtype, THIS};

use crate::grammar::ability::parse::linked::is_solved;
use crate::print::{Context, Printer, words};

/// The line of an ability of a Case, where it says so.
pub(super) fn line(context: &Context<'_>, ability: &Ability) -> Option<String> {
    let case = Subtype::from_word("Case")?;
    if !context.face.subtypes.listed.contains(&case) {
        return None;
    }
    if let Some(condition) = solves(ability) {
        let text = Printer::new(context).condition(condition);
        return Some(format!("To solve — {}", words::sentence(&text)));
    }
    let own = unless_solved(ability)?;
    Some(format!("Solved — {}", Printer::new(context).ability(&own)))
}

/// What is asked to solve the Case (719.3a).
fn solves(ability: &Ability) -> Option<&Condition> {
    let Ability::Triggered(triggered) = ability else { return None };
    let [mode] = triggered.program.modes.as_slice() else { return None };
    let [clause] = mode.clauses.as_slice() else { return None };
    if clause.does != Instruction::Designate(Status::Solved, THIS, true) {
        return None;
    }
    match triggered.condition.as_ref()? {
        Condition::And(both) => both.first(),
        _ => None,
    }
}

/// The ability without what "Solved —" says of it (702.169).
fn unless_solved(ability: &Ability) -> Option<Ability> {
    let without = |condition: &Option<Condition>| match condition {
        Some(condition) if *condition == is_solved() => Some(None),
        Some(Condition::And(both)) if both.len() == 2 && both.get(1) == Some(&is_solved()) => {
            Some(both.first().cloned())
        }
        _ => None,
    };
    match ability {
        Ability::Static(fixed) => {
            let mut own = fixed.clone();
            own.condition = without(&fixed.condition)?;
            Some(Ability::Static(own))
        }
        Ability::Triggered(triggered) => {
            let EventPattern::While(event, condition) = &triggered.event else { return None };
            let mut own = triggered.clone();
            own.event = EventPattern::clone(event);
            (**condition == is_solved()).then_some(Ability::Triggered(own))
        }
        Ability::Activated(activated) => {
            let mut own = activated.clone();
            own.limits.condition = without(&activated.limits.condition)?;
            Some(Ability::Activated(own))
        }
        _ => None,
    }
}

/// "I, II — Draw a card." (714.2c): the line of the chapters before, where they do the same.
pub(super) fn chapter_too(line: &str, event: &EventPattern, text: &str) -> Option<String> {
    let chapter = super::chapters(event)?;
    let (before, does) = line.split_once(" — ")?;
    let numerals = before.chars().all(|c| matches!(c, 'I' | 'V' | 'X' | ',' | ' '));
    (numerals && text.split_once(" — ")?.1 == does).then(|| format!("{before}, {chapter} — {does}"))
}
