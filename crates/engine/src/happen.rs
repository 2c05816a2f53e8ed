//! The choke point: what would happen, happens (design §3). SKELETON: owner main.

use lawmage_ir::Rule;

use crate::event::{Event, Outcome, Proposal};
use crate::game::{Game, Res};

impl Game<'_> {
    /// Makes proposals happen at once: replacement and prevention effects apply to each (614-616), what remains is
    /// committed as one batch, triggers look at it (603.2), listeners hear it. An outcome for each proposal.
    ///
    /// # Errors
    /// The table's halt.
    pub fn happen(&mut self, proposals: Vec<Proposal>, rule: Rule) -> Res<Vec<Outcome>> {
        let _ = rule;
        Ok(proposals.into_iter().map(|_| Outcome::default()).collect())
    }

    /// Records an event that nothing can replace (a spell was cast, an attacker was declared), as a batch of its own or as
    /// part of the batch `batch`; triggers look at it, listeners hear it. Returns its batch.
    pub fn record(&mut self, event: Event, rule: Rule, batch: Option<u32>) -> u32 {
        let _ = (event, rule);
        batch.unwrap_or(0)
    }

    /// Makes one proposal happen.
    ///
    /// # Errors
    /// The table's halt.
    pub fn happen_one(&mut self, proposal: Proposal, rule: Rule) -> Res<Outcome> {
        Ok(self.happen(vec![proposal], rule)?.pop().unwrap_or_default())
    }
}
