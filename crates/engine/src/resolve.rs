//! Resolving spells and abilities (608). SKELETON: owner E4.

use crate::game::{Game, Res};
use crate::ids::ObjectId;

impl Game<'_> {
    /// Resolves the object on top of the stack.
    ///
    /// # Errors
    /// The table's halt.
    pub fn resolve(&mut self, object: ObjectId) -> Res<()> {
        let _ = object;
        Ok(())
    }
}
