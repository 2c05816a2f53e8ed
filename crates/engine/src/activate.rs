//! Activating abilities (602), mana abilities (605) and loyalty abilities (606). SKELETON: owner E2.

use crate::chars::AbilityKey;
use crate::game::{Game, Res};
use crate::ids::{ObjectId, PlayerId};

impl Game<'_> {
    /// Activates an ability, 602.2a-b; a mana ability resolves at once (605.3b).
    ///
    /// # Errors
    /// [`crate::Halt::Illegal`] when it can't be completed: the caller undoes it.
    pub fn activate(&mut self, player: PlayerId, source: ObjectId, key: AbilityKey) -> Res<()> {
        let _ = (player, source, key);
        Ok(())
    }
}
