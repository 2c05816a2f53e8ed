//! The combat at hand (506): attackers, blockers, bands.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::state::ids::{Entity, ObjectId, PlayerId};

/// One attacking creature (508.1k).
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
    /// It attacked a planeswalker that has been removed from combat (702.19e).
    #[serde(default)]
    pub lost_planeswalker: bool,
}

/// The combat at hand (506).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Combat {
    /// The attackers, in the order they were declared.
    pub attackers: Vec<Attacker>,
    /// Attackers that were removed from this combat, each with its defending player as it was (508.5, 802.2a).
    #[serde(default)]
    pub removed: Vec<(ObjectId, PlayerId)>,
    /// Blockers and what each blocks.
    pub blockers: Vec<(ObjectId, SmallVec<[ObjectId; 1]>)>,
    /// Creatures that effects required to attack when attackers were declared (506.6), whether or not they did.
    #[serde(default)]
    pub required: Vec<ObjectId>,
    /// The attacking bands, for the rest of combat, whatever becomes of banding (702.22e).
    #[serde(default)]
    pub bands: Bands,
    /// Blockers that had first or double strike in the first combat damage step.
    pub struck_first: Vec<ObjectId>,
    /// Creatures were declared as attackers, whatever became of them (508.8).
    pub attacked: bool,
    /// The first combat damage step of two has begun (510.4).
    pub two_damage_steps: bool,
    /// The one defending player, where the active player has chosen one (507.1).
    pub chosen: Option<PlayerId>,
}

impl Combat {
    /// Takes an object out of combat as attacker and as blocker.
    pub(crate) fn stop(&mut self, id: ObjectId) {
        if let Some(place) = self.attackers.iter().position(|a| a.id == id) {
            let attacker = self.attackers.remove(place);
            self.removed.push((id, attacker.defending));
        }
        self.leave_band(id);
        self.blockers.retain(|(b, _)| *b != id);
        for attacker in &mut self.attackers {
            // 509.1h: it stays blocked.
            attacker.blockers.retain(|b| *b != id);
        }
        for (_, blocked) in &mut self.blockers {
            blocked.retain(|a| *a != id);
        }
    }

    /// The defending player of an attacker, or of one that was removed from combat (508.5).
    #[must_use]
    pub fn defending(&self, attacker: ObjectId) -> Option<PlayerId> {
        let removed = || self.removed.iter().rev().find(|(id, _)| *id == attacker).map(|(_, player)| *player);
        self.attacker(attacker).map(|a| a.defending).or_else(removed)
    }

    /// The attacker of that id.
    #[must_use]
    pub fn attacker(&self, id: ObjectId) -> Option<&Attacker> {
        self.attackers.iter().find(|a| a.id == id)
    }

    /// What a creature blocks; `None` when it blocks nothing.
    #[must_use]
    pub fn blocked_by(&self, blocker: ObjectId) -> Option<&[ObjectId]> {
        self.blockers.iter().find(|(b, _)| *b == blocker).map(|(_, a)| a.as_slice())
    }
}

/// Attacking bands: each lists its members.
pub type Bands = Vec<Vec<ObjectId>>;

impl Combat {
    /// The other members of an attacking creature's band. They share nothing but being blocked (702.22g).
    pub fn banded_with(&self, id: ObjectId) -> impl Iterator<Item = ObjectId> + '_ {
        let band = self.bands.iter().find(|b| b.contains(&id));
        band.into_iter().flatten().copied().filter(move |other| *other != id)
    }

    /// 702.22f: what is removed from combat leaves its band.
    pub(crate) fn leave_band(&mut self, id: ObjectId) {
        for band in &mut self.bands {
            band.retain(|member| *member != id);
        }
    }
}
