//! What effects let be seen: the top card of a library (401.5, 401.6), hands (402.3).

use lawmage_ir::{Permission, Zone};
use smallvec::SmallVec;

use crate::state::State;
use crate::state::ids::{ObjectId, PlayerId};

impl State {
    /// The top card of a player's library, unless it came there while something is being cast or activated: then nobody
    /// sees it yet (401.5).
    #[must_use]
    pub(crate) fn known_top(&self, player: PlayerId) -> Option<ObjectId> {
        let top = self.player(player).library.first().copied()?;
        self.known_tops.as_ref().is_none_or(|known| known.contains(&top)).then_some(top)
    }

    /// Whether a player plays with the top card of their library revealed.
    #[must_use]
    pub fn reveals_top(&self, player: PlayerId) -> bool {
        self.lets_player(player, &|may| if let Permission::RevealTop(who) = may { Some(who) } else { None })
    }

    /// Whether a player plays with their hand revealed: all may look at it then (400.2, 701.16a).
    #[must_use]
    pub(crate) fn reveals_hand(&self, player: PlayerId) -> bool {
        self.lets_player(player, &|may| if let Permission::RevealHand(who) = may { Some(who) } else { None })
    }

    /// Whether a player, or everybody, sees a card of a library because it is on top: revealed to all, or looked at by its owner.
    pub(crate) fn sees_on_top(&self, viewer: Option<PlayerId>, card: ObjectId) -> bool {
        let Some(owner) = self.get(card).map(|o| o.owner) else { return false };
        if self.rules().mays.is_empty() || self.known_top(owner) != Some(card) {
            return false;
        }
        self.lets_player(owner, &|may| match may {
            Permission::RevealTop(who) => Some(who),
            Permission::LookAtTop(who) if viewer == Some(owner) => Some(who),
            _ => None,
        })
    }

    /// 401.5: from now on a card that comes on top of a library stays unseen, until [`State::show_new_tops`].
    pub(crate) fn hide_new_tops(&mut self) {
        if self.known_tops.is_some() || self.rules().mays.is_empty() {
            return;
        }
        self.known_tops = Some(self.players.iter().filter_map(|p| p.library.first().copied()).collect());
    }

    /// 401.5: the spell has become cast, the ability activated, the special action been taken.
    pub(crate) fn show_new_tops(&mut self) {
        if self.known_tops.take().is_some() {
            self.touch();
            self.refresh();
        }
    }

    /// 401.6: a top card that stops being revealed becomes a new object. Tells whether one has.
    pub(crate) fn renew_unrevealed_tops(&mut self) -> bool {
        if self.revealed_tops.is_empty() && self.rules().mays.is_empty() {
            return false;
        }
        let now: SmallVec<[ObjectId; 1]> =
            self.seats().filter(|p| self.reveals_top(*p)).filter_map(|p| self.known_top(p)).collect();
        let before = std::mem::replace(&mut self.revealed_tops, now);
        let mut renewed = false;
        for id in before {
            renewed |= !self.revealed_tops.contains(&id) && self.renew_in_library(id).is_some();
        }
        renewed
    }

    fn renew_in_library(&mut self, id: ObjectId) -> Option<()> {
        let owner = self.get(id).filter(|o| o.zone == Zone::Library).map(|o| o.owner)?;
        // What is about to enter is set aside meanwhile (614.12a): it stays the object that it is.
        let place = self.players[owner.index()].library.iter_mut().find(|card| **card == id)?;
        let now = id.next();
        *place = now;
        if let Some(object) = self.get_mut(id) {
            object.generation = now.generation;
        }
        self.renewed.push((id, now));
        Some(())
    }

    /// What a card in a library has become that stopped being revealed while something resolves: what found it can still
    /// put it elsewhere.
    pub(crate) fn renewed_as(&self, id: ObjectId) -> Option<ObjectId> {
        let (_, now) = self.renewed.iter().rev().find(|(was, _)| *was == id)?;
        self.get(*now).map_or_else(|| self.renewed_as(*now), |_| Some(*now))
    }
}
