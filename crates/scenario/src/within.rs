//! Entries of the script that are taken in a subgame (726): it is played within one resolution of the game around it, so that its
//! players take actions only as they are asked with priority.

use lawmage_engine::{Action, Answer, Choice, Decision, State};

use crate::desk::{Desk, verb};
use crate::entry::{announcing, find};
use crate::expectations::holds;
use crate::model::{Entry, OneOrMany, Resolve};
use crate::report::{Outcomes, Trouble};

impl Desk<'_> {
    /// What the player with priority does in a subgame by the script, if that says anything.
    pub(crate) fn within_subgame(&mut self, state: &State, decision: &Decision) -> Outcomes<Option<Answer>> {
        if let Some(said) = self.announcing.take().filter(|said| !said.targets.is_empty()) {
            return Err(Trouble::fail(format!("{} was no target that could be chosen", said.targets.join(", "))));
        }
        let player = decision.player;
        while let Some(index) = (0..self.script.len()).find(|i| self.is_due(state, player, &self.script[*i])) {
            let (entry, line) = (self.script[index].entry.clone(), self.script[index].line);
            if matches!(entry.resolve, Some(Resolve::Word(_))) && !state.stack().is_empty() {
                return Ok(None);
            }
            self.script[index].done = true;
            if entry.concede == Some(true) {
                return Ok(Some(Answer::Concede(player)));
            }
            if let Some(answer) = self.take_within(state, decision, index, &entry).map_err(|t| t.at(line))? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    /// Takes an entry; what it answers, where it is an action.
    fn take_within(
        &mut self,
        state: &State,
        decision: &Decision,
        index: usize,
        entry: &Entry,
    ) -> Outcomes<Option<Answer>> {
        if let Some(check) = &entry.check {
            for expectation in check {
                holds(&expectation.value, state, &self.names).map_err(|t| t.at(expectation))?;
            }
            return Ok(None);
        }
        if matches!(entry.resolve, Some(Resolve::Word(_))) {
            return Ok(None);
        }
        let with = entry.with.as_ref().map(OneOrMany::texts).unwrap_or_default();
        let action = match find(state, &self.names, decision.player, entry, &with)? {
            Ok(action) => action,
            Err(illegal) => return self.refused(state, index, Some(illegal)).map(|()| None),
        };
        let is_it = |choice: &Choice| matches!(choice, Choice::Action(offered) if **offered == action);
        match decision.options().iter().position(is_it) {
            Some(_) if entry.fails.is_some() => self.refused(state, index, None).map(|()| None),
            Some(place) => {
                if action != Action::Pass {
                    self.announcing = Some(announcing(decision.player, entry, with, Vec::new()));
                }
                Ok(Some(Answer::pick(place as u32)))
            }
            None => Err(Trouble::fail(format!("{} is not offered in the subgame", verb(entry)))),
        }
    }
}
