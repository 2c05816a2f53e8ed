//! Casting spells (601) and playing lands (305). SKELETON: owner E2.

use lawmage_ir::Cost;

use crate::action::Way;
use crate::game::{Game, Res};
use crate::ids::{ObjectId, PlayerId};

impl Game<'_> {
    /// Casts a spell, 601.2a to i.
    ///
    /// # Errors
    /// [`crate::Halt::Illegal`] when it can't be completed: the caller undoes it (733.1).
    pub fn cast(&mut self, player: PlayerId, card: ObjectId, way: &Way) -> Res<()> {
        let _ = (player, card, way);
        Ok(())
    }

    /// Casts a card during a resolution (608.2g): `price` instead of its mana cost, or without paying it. Tells whether it
    /// was cast; a cast that can't be completed is undone.
    ///
    /// # Errors
    /// The table's halt.
    pub fn cast_during_resolution(&mut self, player: PlayerId, card: ObjectId, price: Option<&Cost>) -> Res<bool> {
        let _ = (player, card, price);
        Ok(false)
    }
}
