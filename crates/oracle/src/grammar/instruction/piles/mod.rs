//! Piles (700.3): who separates what, who chooses a pile, and what is done with each.

pub(crate) mod each;
pub(crate) mod parse;
mod print;

use lawmage_ir::{CardType, Kind, Selector, Test};

/// What all that is in a pile is called, in "all permanents in the pile of their choice".
fn called(what: &Selector) -> Option<&'static str> {
    let Selector::All(filter) = what else { return None };
    if !matches!(filter.kind, Kind::Permanent) {
        return None;
    }
    let tests = filter.test.conjuncts();
    let typed = tests.iter().find_map(|test| match test {
        Test::Type(card_type) => Some(*card_type),
        _ => None,
    });
    match typed {
        Some(CardType::Creature) => Some("creatures"),
        Some(CardType::Land) => Some("lands"),
        Some(_) => None,
        None => Some("permanents"),
    }
}
