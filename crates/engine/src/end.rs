//! Ending the game (104). SKELETON: owner E3.

use crate::game::Game;

impl Game<'_> {
    /// Sees whether the game is over (104.2a, 104.4a) after players have lost; records the result.
    pub fn check_end(&mut self) {}
}
