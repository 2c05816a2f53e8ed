//! Saga cards (714).

use lawmage_ir::visit;
use lawmage_ir::{Ability, Amount, Condition, CounterKind, EventPattern, TriggeredAbility};

use crate::state::chars::Chars;

/// The final chapter number (714.2d): the greatest number in a chapter symbol. A chapter ability (107.15, 107.15a-b) is a
/// triggered ability on lore counters put on this that compares a number of them (714.2b). `None` without chapter abilities:
/// then there is nothing the Saga could have come to the end of.
#[must_use]
pub fn final_chapter(chars: &Chars) -> Option<u32> {
    let chapters = chars.abilities.iter().filter_map(|on| match &*on.ability {
        Ability::Triggered(ability) if is_on_lore(&ability.event) => greatest_chapter(ability),
        _ => None,
    });
    chapters.max().and_then(|n| u32::try_from(n).ok())
}

fn is_on_lore(event: &EventPattern) -> bool {
    let lore = Some(CounterKind::Lore);
    visit::any(event, |event: &EventPattern| matches!(event, EventPattern::CountersPut { kind, .. } if *kind == lore))
}

/// The greatest number with which an ability compares lore counters as it triggers.
fn greatest_chapter(ability: &TriggeredAbility) -> Option<i32> {
    let mut greatest = None;
    let mut look = |condition: &Condition| {
        if let Condition::Compare(Amount::Counters(Some(CounterKind::Lore), _), _, Amount::Const(n)) = condition {
            greatest = greatest.max(Some(*n));
        }
    };
    visit::each(&ability.event, &mut look);
    visit::each(&ability.condition, &mut look);
    greatest
}
