//! Saga cards (714).

use lawmage_ir::{Ability, Amount, Condition, CounterKind, EventPattern};

use crate::state::chars::Chars;

/// The final chapter number (714.2d): the greatest number in a chapter symbol. A chapter ability (107.15, 107.15a-b) is a triggered ability
/// on lore counters put on this that compares a number of them (714.2b). `None` without chapter abilities: then there is
/// nothing the Saga could have come to the end of.
#[must_use]
pub fn final_chapter(chars: &Chars) -> Option<u32> {
    let chapters = chars.abilities.iter().filter_map(|on| match &*on.ability {
        Ability::Triggered(ability) if is_on_lore(&ability.event) => {
            let in_event = greatest_in_event(&ability.event);
            let in_condition = ability.condition.as_ref().and_then(greatest_in_condition);
            in_event.max(in_condition)
        }
        _ => None,
    });
    chapters.max().and_then(|n| u32::try_from(n).ok())
}

fn is_on_lore(event: &EventPattern) -> bool {
    match event {
        EventPattern::CountersPut { kind, .. } => *kind == Some(CounterKind::Lore),
        EventPattern::Or(several) => several.iter().any(is_on_lore),
        EventPattern::While(inner, _)
        | EventPattern::Nth(inner, _)
        | EventPattern::Batch(inner)
        | EventPattern::Number(inner, ..) => is_on_lore(inner),
        _ => false,
    }
}

fn greatest_in_event(event: &EventPattern) -> Option<i32> {
    match event {
        EventPattern::Or(several) => several.iter().filter_map(greatest_in_event).max(),
        EventPattern::While(inner, condition) => greatest_in_event(inner).max(greatest_in_condition(condition)),
        EventPattern::Batch(inner) => greatest_in_event(inner),
        _ => None,
    }
}

fn greatest_in_condition(condition: &Condition) -> Option<i32> {
    match condition {
        Condition::And(several) | Condition::Or(several) => several.iter().filter_map(greatest_in_condition).max(),
        Condition::Compare(Amount::Counters(Some(CounterKind::Lore), _), _, Amount::Const(n)) => Some(*n),
        _ => None,
    }
}
