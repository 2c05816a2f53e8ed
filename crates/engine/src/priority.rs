//! Timing and priority (117): what a player may do. SKELETON: owner E2.

use crate::action::Action;
use crate::game::{Game, Res};
use crate::ids::PlayerId;

impl Game<'_> {
    /// Every action that player may take with priority now, passing first. What is listed can be completed.
    #[must_use]
    pub fn legal_actions(&self, player: PlayerId) -> Vec<Action> {
        let _ = player;
        vec![Action::Pass]
    }

    /// Takes an action (other than passing). What turns out illegal is undone whole (733.1), and the game goes on.
    ///
    /// # Errors
    /// The table's halt.
    pub fn take_action(&mut self, player: PlayerId, action: &Action) -> Res<()> {
        let _ = (player, action);
        Ok(())
    }
}
