//! Kinds of objects and designations with rules of their own, each in a file.

pub mod attractions;
mod battles;
pub mod concealed;
mod day_night;
pub mod dungeons;
mod encoded;
mod epic;
pub mod face_down;
mod initiative;
pub mod merge;
mod monarch;
pub mod pairs;
mod paradigm;
mod prepared;
mod rad;
pub mod rooms;
pub mod saga;
pub mod sectors;
pub mod stickers;
pub(crate) mod turning;

use lawmage_ir::{Filter, Instruction, Kind, Selector, Slot, Spending, Test, Who, ZoneSet};

/// "You may cast it without paying its mana cost", of the card in a slot.
fn cast_without_paying(card: Slot, transformed: bool) -> Instruction {
    Instruction::Cast {
        who: Who::You,
        from: Selector::slot(card),
        what: Filter::new(Kind::Card(ZoneSet::ANYWHERE), Test::Any),
        price: None,
        max: Some(1),
        optional: true,
        play: false,
        transformed,
        total: None,
        spending: Spending::AsIs,
    }
}
