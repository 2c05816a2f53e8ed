//! Things that are chosen by name, of lists that are the same in every game (608.2d).

use lawmage_ir::{CardType, Color, Subtype, SubtypeKind, ValueKind};

use crate::state::object::Chosen;
use crate::table::decision::Choice;

/// All things of that kind; none where they depend on the game, or are no list.
pub(crate) fn things(what: &ValueKind) -> Vec<Choice> {
    let subtypes = |kind| Subtype::all().filter(move |s| s.kind() == kind);
    match what {
        ValueKind::Color | ValueKind::Colors => Color::ALL.into_iter().map(Choice::Color).collect(),
        ValueKind::ColorBut(but) => Color::ALL.into_iter().filter(|c| c != but).map(Choice::Color).collect(),
        ValueKind::CreatureType => subtypes(SubtypeKind::Creature).map(Choice::Subtype).collect(),
        ValueKind::CreatureTypeBut(but) => {
            subtypes(SubtypeKind::Creature).filter(|s| s != but).map(Choice::Subtype).collect()
        }
        ValueKind::SubtypeAmong(types) => types.iter().copied().map(Choice::Subtype).collect(),
        // 205.3e: one subtype, of the card type asked for.
        ValueKind::LandType => subtypes(SubtypeKind::Land).map(Choice::Subtype).collect(),
        ValueKind::PlaneswalkerType => subtypes(SubtypeKind::Planeswalker).map(Choice::Subtype).collect(),
        ValueKind::BasicLandType => Subtype::BASIC_LANDS.into_iter().map(Choice::Subtype).collect(),
        ValueKind::CardType => CardType::ALL.iter().copied().map(Choice::CardType).collect(),
        ValueKind::CardTypeAmong(types) => types.iter().copied().map(Choice::CardType).collect(),
        ValueKind::Word(words) => words.iter().cloned().map(Choice::Word).collect(),
        ValueKind::CardName(_)
        | ValueKind::Player(_)
        | ValueKind::Number
        | ValueKind::NumberBetween(..)
        | ValueKind::Chapter
        | ValueKind::Secret(_) => Vec::new(),
    }
}

/// What was chosen.
pub(crate) fn chosen(choice: Choice) -> Option<Chosen> {
    match choice {
        Choice::Color(color) => Some(Chosen::Color(color)),
        Choice::Subtype(subtype) => Some(Chosen::Subtype(subtype)),
        Choice::CardType(card_type) => Some(Chosen::CardType(card_type)),
        Choice::Word(word) => Some(Chosen::Word(word)),
        Choice::Player(player) => Some(Chosen::Player(player)),
        _ => None,
    }
}
