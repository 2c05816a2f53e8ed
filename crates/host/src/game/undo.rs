//! Taking back what was done: how far that can be, and what is kept for it.

use lawmage_engine::{Entry, PlayerId};

use super::{HostedGame, Sits};

impl HostedGame {
    /// Lets players take back whatever they did, though something hidden came to light since and programs have answered: at a table with
    /// one person.
    pub const fn allow_any_undo(&mut self) {
        self.any_undo = true;
    }

    /// Takes back the last answer that a player gave themselves and what was answered by itself since, unless something hidden came to light meanwhile,
    /// someone else answered ([`HostedGame::allow_any_undo`]) or the game is over (104.1). Tells the number of the question that is asked again.
    pub fn undo(&mut self, player: PlayerId) -> Option<u32> {
        let last = self.given.iter().rposition(|given| given.by == player && !given.by_itself)?;
        let since = self.given.get(last..)?;
        let is_private =
            !since.iter().any(|given| given.shown.to(player)) && since.iter().skip(1).all(|given| given.by_itself);
        if !(is_private || self.any_undo) || !self.session.undo_to(last) {
            return None;
        }
        self.forget_told(last);
        self.done(player, Entry::Undo(last));
        if let Some(assistant) = self.assistant(player) {
            assistant.stop_passing();
        }
        self.held = Some(last);
        self.run();
        Some(last as u32)
    }

    /// Forgets what nobody can go back to any more: earlier states are most of what a game takes in memory.
    pub(super) fn forget_out_of_reach(&mut self) {
        if self.any_undo {
            return;
        }
        let from = self.session.earliest();
        let Some(kept) = self.given.get(from..) else { return };
        let reached = |player| kept.iter().rposition(|given| given.shown.to(player)).map_or(0, |place| place + 1);
        let there = (0u8..).zip(&self.seats).filter(|(_, sits)| !matches!(sits, Sits::Here(_)));
        let reached = there.map(|(seat, _)| reached(PlayerId(seat))).min().unwrap_or(kept.len());
        self.session.forget_before(from + reached);
    }
}
