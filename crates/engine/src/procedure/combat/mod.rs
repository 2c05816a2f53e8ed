//! Combat (506-511).
//!
//! The legal declarations are plain data ([`AttackDomain`], [`BlockDomain`]) that [`build`](self) works out from the
//! state once; checking, mending and drawing one at random need no state. Requirements (508.1d, 509.1c) are maximized
//! exactly.

mod able;
mod afford;
mod alike;
mod build;
mod choosers;
mod damage;
mod declare;
mod enlist;
mod evasion;
mod jointly;
mod refusals;
#[cfg(test)]
mod tests;

use lawmage_ir::{CardType, Step};
use smallvec::SmallVec;

use crate::state::State;
use crate::state::combat::Attacker;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::object::CombatRole;
use crate::table::attack_domain::AttackDomain;
use crate::table::block_domain::BlockDomain;

impl State {
    /// An object's part in combat.
    #[must_use]
    pub fn combat_role(&self, id: ObjectId) -> CombatRole {
        let mut role = CombatRole::default();
        if let Some(combat) = self.combat_before.as_ref().or(self.combat.as_ref()) {
            if let Some(attacker) = combat.attacker(id) {
                role.attacking = attacker.defender.or(Some(Entity::Player(attacker.defending)));
                role.blocked = attacker.blocked == Some(true);
                role.blocked_by = attacker.blockers.clone();
                role.alone = combat.attackers.len() == 1;
            }
            if let Some((_, blocks)) = combat.blockers.iter().find(|(b, _)| *b == id) {
                role.is_blocker = true;
                role.blocking = blocks.clone();
                role.alone = combat.blockers.len() == 1;
            }
        }
        role
    }

    /// The attackers, in the order they were declared; none outside combat.
    #[must_use]
    pub fn attackers(&self) -> &[Attacker] {
        self.combat.as_ref().map_or(&[], |c| &c.attackers)
    }

    /// The attacks a player could declare now (508.1).
    #[must_use]
    pub fn attacks_of(&self, player: PlayerId) -> AttackDomain {
        self.attack_domain(player).0
    }

    /// The blocks a player could declare now (509.1).
    #[must_use]
    pub fn blocks_of(&self, player: PlayerId) -> BlockDomain {
        self.block_domain(player).0
    }

    /// The defending player for an attacking creature (508.5), of several the one that this creature attacks (508.5a, 802.2a).
    #[must_use]
    pub fn defending_player(&self, attacker: ObjectId) -> Option<PlayerId> {
        self.combat.as_ref()?.attacker(attacker).map(|a| a.defending)
    }

    /// What creatures of a player may attack (306.6, 508.1b, 506.2, 506.2a, 310.5, 802.3): defending players, their planeswalkers, the
    /// battles they protect.
    #[must_use]
    pub fn attackable(&self, player: PlayerId) -> Vec<Entity> {
        let mut all: Vec<Entity> = self.apnap().filter(|p| self.defends(*p, player)).map(Entity::Player).collect();
        for id in self.permanents() {
            let types = self.chars(id).types;
            let planeswalker = types.has(CardType::Planeswalker) && self.defends(self.controller(id), player);
            // 310.8b: a battle can't be attacked by its protector.
            let battle = types.has(CardType::Battle)
                && self.permanent(id).and_then(|p| p.protector).is_some_and(|p| self.defends(p, player));
            if planeswalker || battle {
                all.push(Entity::Object(id));
            }
        }
        all
    }

    /// The player who defends what is attacked (508.5, 310.8d): the player, the planeswalker's controller, the battle's protector.
    #[must_use]
    pub fn defender_player(&self, defender: Entity) -> PlayerId {
        match defender {
            Entity::Player(player) => player,
            Entity::Object(id) => {
                let protector = self.permanent(id).and_then(|p| p.protector);
                protector.filter(|_| self.chars(id).is(CardType::Battle)).unwrap_or_else(|| self.controller(id))
            }
        }
    }

    /// Makes a permanent that enters attacking an attacking creature (508.4), unless the rules make that come to nothing.
    pub fn put_attacking(&mut self, id: ObjectId, defender: Entity) {
        let chars = self.chars(id);
        // 506.3a, 506.3e, 506.3f: only a creature that is no battle. Requirements and restrictions are not asked (508.4c).
        if !chars.is_creature() || chars.is(CardType::Battle) {
            return;
        }
        let controller = self.controller(id);
        // 506.3b, 506.3c, 508.4a: under an attacking player's control, attacking what can be attacked.
        if !self.is_active(controller) || !self.attackable(controller).contains(&defender) {
            return;
        }
        let defending = self.defender_player(defender);
        let declared = matches!(
            self.turn.step,
            Step::DeclareBlockers | Step::FirstStrikeDamage | Step::CombatDamage | Step::EndCombat
        );
        let Some(combat) = &mut self.combat else { return };
        if combat.attacker(id).is_some() {
            return;
        }
        combat.attackers.push(Attacker {
            id,
            defender: Some(defender),
            defending,
            // 509.1h: after blockers are declared it is an unblocked creature.
            blocked: declared.then_some(false),
            blockers: SmallVec::new(),
            struck_first: false,
            lost_planeswalker: false,
        });
        self.touch();
    }

    /// Makes a permanent that enters blocking a blocking creature (509.4), unless the rules make that come to nothing. Tells
    /// which attackers become blocked by it, and for each whether by it alone (509.3c): that one, and its band (702.22h). None
    /// when it doesn't block.
    pub fn put_blocking(&mut self, id: ObjectId, attacker: ObjectId) -> SmallVec<[(ObjectId, bool); 1]> {
        let mut all = SmallVec::new();
        if let Some(fresh) = self.put_blocking_one(id, attacker) {
            all.push((attacker, fresh));
            for other in self.band_of(attacker) {
                all.extend(self.put_blocking_one(id, other).map(|fresh| (other, fresh)));
            }
        }
        all
    }

    fn put_blocking_one(&mut self, id: ObjectId, attacker: ObjectId) -> Option<bool> {
        let chars = self.chars(id);
        // 506.3a, 506.3e: only a creature that is no battle.
        if !chars.is_creature() || chars.is(CardType::Battle) {
            return None;
        }
        let controller = self.controller(id);
        // 506.3d, 509.4a: only what attacks its controller or what that player defends.
        let defending = self.combat.as_ref()?.attacker(attacker)?.defending;
        if !self.acts_for(defending, controller) {
            return None;
        }
        let combat = self.combat.as_mut()?;
        let attacking = combat.attackers.iter_mut().find(|a| a.id == attacker)?;
        // 509.4b: what holds for the declaration of blockers is not asked.
        let fresh = attacking.blocked != Some(true);
        attacking.blocked = Some(true);
        attacking.blockers.push(id);
        match combat.blockers.iter_mut().find(|(b, _)| *b == id) {
            Some((_, blocked)) => blocked.push(attacker),
            None => combat.blockers.push((id, smallvec::smallvec![attacker])),
        }
        self.touch();
        Some(fresh)
    }

    /// Turns an attacking creature to another defender. It stays in combat, and attacked what it was declared to (508.7a);
    /// what holds for declarations is not asked (508.7b).
    pub fn turn_attack(&mut self, id: ObjectId, defender: Entity) {
        let defending = self.defender_player(defender);
        let Some(combat) = &mut self.combat else { return };
        if let Some(attacker) = combat.attackers.iter_mut().find(|a| a.id == id) {
            attacker.defender = Some(defender);
            attacker.defending = defending;
            self.touch();
        }
    }

    /// An effect makes an attacking creature blocked (509.1h) without a blocker.
    pub fn become_blocked(&mut self, id: ObjectId) -> bool {
        let Some(combat) = &mut self.combat else { return false };
        let Some(attacker) = combat.attackers.iter_mut().find(|a| a.id == id) else { return false };
        let fresh = attacker.blocked != Some(true);
        attacker.blocked = Some(true);
        self.touch();
        fresh
    }

    /// Removes from combat what can no longer be in it (506.4): what changed controllers, phased out, stopped being a
    /// creature or planeswalker or battle. Nothing else removes it: not what would have kept it from attacking (506.4a), not
    /// tapping (506.4b).
    pub fn tidy_combat(&mut self) {
        let Some(combat) = &self.combat else { return };
        if combat.attackers.is_empty() && combat.blockers.is_empty() {
            return;
        }
        let mut gone: SmallVec<[ObjectId; 4]> = SmallVec::new();
        let mut lost: SmallVec<[ObjectId; 2]> = SmallVec::new();
        for attacker in &combat.attackers {
            if !self.may_fight(attacker.id) || !self.is_active(self.controller(attacker.id)) {
                gone.push(attacker.id);
            }
            if let Some(Entity::Object(defender)) = attacker.defender
                && !self.is_attackable_still(defender, attacker.defending)
            {
                lost.push(defender);
            }
        }
        for (blocker, blocks) in &combat.blockers {
            // 506.4: a blocker whose controller is no longer the defending player has changed controllers.
            let defends = blocks.is_empty()
                || blocks.iter().any(|a| {
                    combat.attacker(*a).is_some_and(|a| self.acts_for(a.defending, self.controller(*blocker)))
                });
            if !self.may_fight(*blocker) || !defends {
                gone.push(*blocker);
            }
        }
        // 506.4d: what blocks and is attacked goes on being the one when it stops being the other.
        for id in gone {
            self.stop_fighting(id);
            self.touch();
        }
        for id in lost {
            self.stop_being_attacked(id);
            self.touch();
        }
    }

    /// A creature on the battlefield that is no battle.
    fn may_fight(&self, id: ObjectId) -> bool {
        self.permanent(id).is_some_and(|p| !p.phased_out) && {
            let types = self.chars(id).types;
            types.has(CardType::Creature) && !types.has(CardType::Battle)
        }
    }

    /// 506.4e: a planeswalker that is a battle too stays attacked as a battle, or as a planeswalker that the defending player
    /// controls.
    fn is_attackable_still(&self, id: ObjectId, defending: PlayerId) -> bool {
        self.permanent(id).is_some_and(|p| !p.phased_out) && {
            let types = self.chars(id).types;
            (types.has(CardType::Battle) && self.permanent(id).and_then(|p| p.protector) == Some(defending))
                || (types.has(CardType::Planeswalker) && self.controller(id) == defending)
        }
    }
}
