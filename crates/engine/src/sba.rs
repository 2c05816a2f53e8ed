//! State-based actions (704). SKELETON: owner E3.

use crate::game::{Game, Res};

impl Game<'_> {
    /// Performs state-based actions until none applies (704.3). Tells whether any was performed.
    ///
    /// # Errors
    /// The table's halt.
    pub fn state_based_actions(&mut self) -> Res<bool> {
        Ok(false)
    }
}
