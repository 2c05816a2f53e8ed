//! Combat (506-511). SKELETON: owner E3.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::decision::Illegal;
use crate::ids::{Entity, ObjectId, PlayerId};
use crate::object::CombatRole;
use crate::state::State;

/// One attacking creature (506.4).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attacker {
    /// The creature.
    pub id: ObjectId,
    /// Whom it attacks: player, planeswalker or battle; `None` once that has left (506.4c).
    pub defender: Option<Entity>,
    /// The defending player, who stays so (508.5).
    pub defending: PlayerId,
    /// Blocked (509.1h); `None` before blockers are declared.
    pub blocked: Option<bool>,
    /// Its blockers, in the order they were declared.
    pub blockers: SmallVec<[ObjectId; 2]>,
    /// Had first or double strike in the first combat damage step (510.4).
    pub struck_first: bool,
}

/// The combat at hand (506).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Combat {
    /// The attackers, in the order they were declared.
    pub attackers: Vec<Attacker>,
    /// Blockers and what each blocks.
    pub blockers: Vec<(ObjectId, SmallVec<[ObjectId; 1]>)>,
    /// Blockers that had first or double strike in the first combat damage step.
    pub struck_first: Vec<ObjectId>,
}

impl State {
    /// An object's part in combat.
    #[must_use]
    pub fn combat_role(&self, id: ObjectId) -> CombatRole {
        let mut role = CombatRole::default();
        if let Some(combat) = &self.combat {
            if let Some(attacker) = combat.attackers.iter().find(|a| a.id == id) {
                role.attacking = attacker.defender.or(Some(Entity::Player(attacker.defending)));
                role.blocked = attacker.blocked == Some(true);
            }
            if let Some((_, blocks)) = combat.blockers.iter().find(|(b, _)| *b == id) {
                role.blocking = blocks.clone();
            }
        }
        role
    }
}

/// The legal declarations of attackers, as plain data (508.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct AttackDomain {
    /// Each creature that can attack, and what it can attack.
    pub attackers: Vec<(ObjectId, Vec<Entity>)>,
}

impl AttackDomain {
    /// The only legal declaration, where there is only one.
    #[must_use]
    pub fn forced(&self) -> Option<Vec<(ObjectId, Entity)>> {
        self.attackers.is_empty().then(Vec::new)
    }

    /// Whether a declaration is legal.
    ///
    /// # Errors
    /// The rule it breaks.
    pub fn check(&self, attack: &[(ObjectId, Entity)]) -> Result<(), Illegal> {
        let _ = attack;
        Ok(())
    }
}

/// The legal declarations of blockers, as plain data (509.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct BlockDomain {
    /// Each creature that can block, and what it can block.
    pub blockers: Vec<(ObjectId, Vec<ObjectId>)>,
}

impl BlockDomain {
    /// The only legal declaration, where there is only one.
    #[must_use]
    pub fn forced(&self) -> Option<Vec<(ObjectId, ObjectId)>> {
        self.blockers.is_empty().then(Vec::new)
    }

    /// Whether a declaration is legal.
    ///
    /// # Errors
    /// The rule it breaks.
    pub fn check(&self, block: &[(ObjectId, ObjectId)]) -> Result<(), Illegal> {
        let _ = block;
        Ok(())
    }
}
