//! Why one creature can't be declared to attack or block something: the rule that each refusal names.

use lawmage_ir::{CardType, Keyword, rule};

use crate::procedure::combat::build::Verdict;
use crate::state::State;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::table::attack_domain::AttackDomain;
use crate::table::block_domain::BlockDomain;
use crate::table::decision::Illegal;

impl State {
    /// Whether a declaration of attackers is legal (508.1), told as a judge would: first what is wrong with each attack by
    /// itself, then with all of them.
    ///
    /// # Errors
    /// The rule it breaks.
    pub fn check_attack(
        &self,
        player: PlayerId,
        domain: &AttackDomain,
        attack: &[(ObjectId, Entity)],
        bands: &[Vec<ObjectId>],
    ) -> Result<(), Illegal> {
        // Who chooses instead of who declares them is judged as the latter.
        let chooses = self.chooses_attackers(self.turn.active) == Some(player);
        let player = if chooses { self.turn.active } else { player };
        match attack.iter().find_map(|(id, defender)| self.why_not_attack(player, *id, *defender)) {
            Some(illegal) => Err(illegal),
            None => domain.check(attack).and_then(|()| domain.check_bands(attack, bands)),
        }
    }

    /// Whether a declaration of blockers is legal (509.1), told likewise.
    ///
    /// # Errors
    /// The rule it breaks.
    pub fn check_block(
        &self,
        player: PlayerId,
        domain: &BlockDomain,
        block: &[(ObjectId, ObjectId)],
    ) -> Result<(), Illegal> {
        let whose = |blocker: ObjectId| {
            let owner = self.controller(blocker);
            if self.chooses_blocks(owner) == Some(player) { owner } else { player }
        };
        match block.iter().find_map(|(blocker, attacker)| self.why_not_block(whose(*blocker), *blocker, *attacker)) {
            Some(illegal) => Err(illegal),
            None => self.why_hopeless(domain, block).map_or_else(|| domain.check(block), Err),
        }
    }

    /// An attacker that too few could block together has been left out of what can be blocked (509.1b).
    fn why_hopeless(&self, domain: &BlockDomain, block: &[(ObjectId, ObjectId)]) -> Option<Illegal> {
        let able = |(blocker, attacker): &(ObjectId, ObjectId)| {
            domain.blockers.iter().any(|(b, options)| b == blocker && options.contains(attacker))
        };
        let (_, attacker) = block.iter().find(|pair| !able(pair))?;
        let why = format!("{} can't be blocked by so few creatures, or so many", self.name_of(*attacker));
        Some(Illegal::new(rule!("509.1b"), why))
    }

    /// Why a creature can't attack that, whatever else attacks.
    #[must_use]
    pub fn why_not_attack(&self, player: PlayerId, id: ObjectId, defender: Entity) -> Option<Illegal> {
        let name = self.name_of(id);
        let Some(permanent) = self.permanent(id) else {
            return Some(Illegal::new(rule!("508.1a"), format!("{name} is not on the battlefield")));
        };
        let chars = self.chars(id);
        if !self.acts_for(self.controller(id), player) {
            return Some(Illegal::new(rule!("508.1a"), format!("{name} is not that player's")));
        }
        if !chars.is_creature() {
            return Some(Illegal::new(rule!("506.3"), format!("{name} is no creature")));
        }
        if chars.is(CardType::Battle) {
            return Some(Illegal::new(rule!("508.1a"), format!("{name} is also a battle")));
        }
        if permanent.tapped {
            return Some(Illegal::new(rule!("508.1a"), format!("{name} is tapped")));
        }
        let despite = self.attacks_despite_defender(id) || self.attacks_as_though(id, Some(defender), false);
        if chars.has(Keyword::Defender) && !despite {
            return Some(Illegal::new(rule!("702.3b"), format!("{name} has defender")));
        }
        if !self.can_be_attacker(id, player) || !self.may_attack_as_it_is(id, defender) {
            let why = format!("{name} came under its controller's control this turn and has no haste");
            return Some(Illegal::new(rule!("508.1a"), why));
        }
        if !self.attackable(player).contains(&defender) {
            return Some(self.why_not_defender(player, defender));
        }
        let forbidden = matches!(self.may_attack(id, defender), Verdict::Forbidden);
        forbidden.then(|| Illegal::new(rule!("508.1c"), format!("an effect says that {name} can't attack so")))
    }

    fn why_not_defender(&self, player: PlayerId, defender: Entity) -> Illegal {
        if let Entity::Object(id) = defender {
            let types = self.chars(id).types;
            if types.has(CardType::Battle) && self.permanent(id).is_some_and(|p| p.protector == Some(player)) {
                return Illegal::new(rule!("310.8b"), format!("{}'s protector can't attack it", self.name_of(id)));
            }
            if !types.has(CardType::Planeswalker) && !types.has(CardType::Battle) {
                // Only a player, a planeswalker or a battle can be attacked.
                return Illegal::new(rule!("506.3"), format!("{} is nothing that can be attacked", self.name_of(id)));
            }
        }
        let defending = self.defender_player(defender);
        match self.spares(player, defending).filter(|_| self.are_opponents(player, defending)) {
            Some(rule) => Illegal::new(rule, "the options of the game don't let that player be attacked"),
            None => Illegal::new(rule!("508.1b"), "no opponent defends that"),
        }
    }

    /// Why a creature can't block that attacker, whatever else blocks.
    #[must_use]
    pub fn why_not_block(&self, player: PlayerId, blocker: ObjectId, attacker: ObjectId) -> Option<Illegal> {
        let name = self.name_of(blocker);
        if self.permanent(blocker).is_none() {
            return Some(Illegal::new(rule!("509.1a"), format!("{name} is not on the battlefield")));
        }
        let chars = self.chars(blocker);
        if !self.acts_for(self.controller(blocker), player) {
            return Some(Illegal::new(rule!("509.1a"), format!("{name} is not that player's")));
        }
        if !chars.is_creature() {
            return Some(Illegal::new(rule!("506.3"), format!("{name} is no creature")));
        }
        if chars.has(Keyword::Decayed) {
            return Some(Illegal::new(rule!("702.147a"), format!("{name} has decayed")));
        }
        if !self.can_be_blocker(blocker, player) {
            return Some(Illegal::new(rule!("509.1a"), format!("{name} is tapped, or can't block")));
        }
        if !self.attackers().iter().any(|a| a.id == attacker && self.acts_for(a.defending, player)) {
            let why = format!("{} does not attack that player", self.name_of(attacker));
            return Some(Illegal::new(rule!("509.1a"), why));
        }
        if let Some(rule) = self.evades(attacker, blocker) {
            return Some(Illegal::new(rule, format!("{} can't be blocked by {name}", self.name_of(attacker))));
        }
        let forbidden = matches!(self.may_block(blocker, attacker), Verdict::Forbidden);
        forbidden.then(|| Illegal::new(rule!("509.1b"), format!("an effect says that {name} can't block so")))
    }
}
