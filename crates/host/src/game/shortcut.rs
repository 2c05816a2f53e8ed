//! Shortcuts (729.2) that a player suggests to programs.

use lawmage_engine::{Decision, Entry, Illegal, PlayerId, View};
use lawmage_ir::rule;

use super::{Given, HostedGame, Shown, Sits};
use crate::question::not_asked;

impl HostedGame {
    /// Takes what a player did last, since so many of their actions, as a loop to be repeated so many times (729.2), where programs sit in all
    /// other seats: they accept it or shorten it at once. Tells who did which.
    ///
    /// # Errors
    /// Why it can't be suggested, or no further be taken: the game has come as far as that.
    pub fn repeat(&mut self, player: PlayerId, actions: u32, times: u32) -> Result<Vec<(PlayerId, bool)>, Illegal> {
        if self.asked() != Some(player) {
            return Err(not_asked(player));
        }
        let shortcut = self.session.last_loop(actions as usize, times)?;
        let mut proposal = self.session.propose(shortcut)?;
        let mut said = Vec::new();
        while let Some(other) = proposal.asked() {
            let decider = self.session.state().decider(other);
            let before = proposal.shortened;
            match self.seats.get_mut(decider.index()) {
                Some(Sits::Here(program)) => {
                    let mut decide = |view: &View<'_>, decision: &Decision| program.decide(view, decision);
                    let asked = self.session.consult(&mut proposal, &mut decide);
                    asked.map_err(|halt| Illegal::new(rule!("729.2b"), halt.to_string()))?;
                }
                _ if decider == player => proposal.accept(),
                _ => return Err(Illegal::new(rule!("729.2b"), "shortcuts are suggested to programs only, as yet")),
            }
            said.push((other, proposal.shortened != before));
        }
        let mut made = Vec::new();
        let keeps = self.entries.is_some();
        let taken = self.session.take_shortcut_by(&proposal, &mut |session, answer| {
            let by = session.question().map_or(player, |question| session.state().decider(question.player));
            let entry = session.question().filter(|_| keeps).map(|question| Entry::answer(question, answer.clone()));
            session.answer(answer)?;
            // It is taken back as a whole, and only where anything may be.
            made.push((Given { by, shown: Shown { all: true, played: 0 }, by_itself: !made.is_empty() }, entry));
            Ok(())
        });
        for (given, entry) in made {
            self.given.push(given);
            if let Some(entries) = &mut self.entries {
                entries.extend(entry);
            }
        }
        self.held = Some(self.session.answered());
        self.run();
        taken.map(|()| said)
    }
}
