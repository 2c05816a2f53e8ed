//! Who chooses which creatures attack and block, where an effect says another than who declares them (508.1a, 509.1a).

use lawmage_ir::{Continuous, Permission, rule};

use crate::state::State;
use crate::state::ids::{ObjectId, PlayerId};
use crate::table::attack_domain::AttackDomain;
use crate::table::decision::{Answer, Ask, Decision, Domain};
use crate::table::game::{Game, Res};

impl State {
    /// The player whom the latest effect has choose which creatures attack, if it isn't who declares them.
    pub(super) fn chooses_attackers(&self, attacking: PlayerId) -> Option<PlayerId> {
        let chooser = self.rules().mays.iter().rev().find_map(|rule| match rule.what() {
            Some(Continuous::May(Permission::ChooseAttackers(who))) => self.who(who, &rule.context()).first().copied(),
            _ => None,
        });
        chooser.filter(|chooser| *chooser != attacking)
    }

    /// The player whom the latest effect has choose how the creatures of a defending player block.
    pub(super) fn chooses_blocks(&self, defending: PlayerId) -> Option<PlayerId> {
        self.rules().mays.iter().rev().find_map(|rule| match rule.what() {
            Some(Continuous::May(Permission::ChooseBlocks { by, of }))
                if self.is_among(defending, of, &rule.context()) =>
            {
                self.who(by, &rule.context()).first().copied()
            }
            _ => None,
        })
    }
}

impl Game<'_> {
    /// Which creatures attack, chosen by another than who declares them: a legal declaration, of which only the creatures count.
    pub(super) fn chosen_attackers(&mut self, chooser: PlayerId, domain: &AttackDomain) -> Res<Option<Vec<ObjectId>>> {
        let decision = Decision {
            player: chooser,
            ask: Ask::Attack,
            rule: rule!("508.1a"),
            source: None,
            domain: Domain::Attack(Box::new(domain.clone())),
            about: None,
        };
        let Answer::Attack(attack, _) = self.ask(decision)? else { return Ok(None) };
        Ok((!attack.is_empty()).then(|| attack.into_iter().map(|(id, _)| id).collect()))
    }
}
