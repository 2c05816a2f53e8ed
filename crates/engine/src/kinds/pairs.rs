//! Creatures paired by soulbond (702.95).

use serde::{Deserialize, Serialize};

use crate::state::State;
use crate::state::ids::{ObjectId, PlayerId};

/// Two creatures that are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pair {
    /// One.
    pub one: ObjectId,
    /// The other.
    pub other: ObjectId,
    /// Under whose control they are paired.
    pub player: PlayerId,
}

impl State {
    /// The creature that a creature is paired with (702.95b).
    #[must_use]
    pub fn partner(&self, id: ObjectId) -> Option<ObjectId> {
        self.pairs.iter().find_map(|pair| match id {
            _ if pair.one == id => Some(pair.other),
            _ if pair.other == id => Some(pair.one),
            _ => None,
        })
    }

    /// Pairs two creatures, if both are unpaired creatures on the battlefield under that player's control (702.95c-d).
    /// Tells whether it did.
    pub(crate) fn make_pair(&mut self, one: ObjectId, other: ObjectId, player: PlayerId) -> bool {
        let able = |id: ObjectId| self.can_be_paired(id, player) && self.partner(id).is_none();
        if one == other || !able(one) || !able(other) {
            return false;
        }
        self.pairs.push(Pair { one, other, player });
        self.touch();
        true
    }

    fn can_be_paired(&self, id: ObjectId, player: PlayerId) -> bool {
        self.permanent(id).is_some() && self.chars(id).is_creature() && self.controller(id) == player
    }

    /// 702.95e: ends pairs one of which is no creature any more, has left or has changed control. Tells whether one ended.
    pub(crate) fn end_pairs(&mut self) -> bool {
        let lasts =
            |pair: &Pair| self.can_be_paired(pair.one, pair.player) && self.can_be_paired(pair.other, pair.player);
        if self.pairs.iter().all(lasts) {
            return false;
        }
        let kept = self.pairs.iter().copied().filter(lasts).collect();
        self.pairs = kept;
        true
    }
}
