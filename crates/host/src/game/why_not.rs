//! Why something that a question doesn't offer can't be.

use lawmage_engine::{Answer, Domain, Illegal};

use super::HostedGame;

impl HostedGame {
    /// Why a creature can't block an attacker, by their places in the question of that number; nothing where it can.
    ///
    /// # Errors
    /// Where another question waits, or it has no such places.
    pub fn why_not_block(&self, ask: u32, blocker: u32, attacker: u32) -> Result<Option<Illegal>, Illegal> {
        let question = self.waiting(ask)?;
        let none = || Illegal::new(question.rule, "the question has no such blocker, or no such attacker");
        let Domain::Block(domain) = &question.domain else { return Err(none()) };
        let (id, able) = domain.blockers.get(blocker as usize).ok_or_else(none)?;
        let at = domain.attackers.get(attacker as usize).ok_or_else(none)?.id;
        if able.contains(&at) {
            return Ok(None);
        }
        Ok(self.session.check(&Answer::Block(vec![(*id, at)])).err())
    }
}
