//! Ending the game (104). SKELETON: owner E3.

use crate::game::Game;
use crate::ids::PlayerId;

impl Game<'_> {
    /// Sees whether the game is over (104.2a, 104.4a) after players have lost; records the result.
    pub fn check_end(&mut self) {}

    /// A player concedes (104.3a).
    pub fn concede(&mut self, player: PlayerId) {
        self.state.player_mut(player).standing = crate::player::Standing::Conceded;
        self.check_end();
    }
}
