//! A game as it might be, for all that a viewer knows: the hidden cards dealt anew, the randomness another. Players who think ahead
//! play on in such games rather than in the true one.

use std::collections::{BTreeMap, BTreeSet};

use lawmage_ir::{Keyword, Zone};

use crate::state::State;
use crate::state::face_down::FaceDown;
use crate::state::ids::ObjectId;
use crate::state::object::ObjectKind;
use crate::state::rng::{Rng, Seed};
use crate::table::decision::Decision;
use crate::table::view::{Sight, Viewer};

impl State {
    /// The game with all cards dealt anew that the viewer can't tell apart, each player's among those places of theirs that hide
    /// one, and with its randomness from `seed`. What the viewer sees, knows and is asked is the same.
    #[must_use]
    pub fn fork(&self, viewer: Viewer, decision: Option<&Decision>, seed: impl Into<Seed>) -> Self {
        let mut fork = self.clone();
        fork.rng = Rng::new(seed);
        if viewer != Viewer::Judge {
            for group in self.hidden_from(&Sight::new(self, viewer, decision)) {
                fork.deal_anew(&group, &|_| None);
            }
            fork.touch();
            fork.refresh();
        }
        fork
    }

    /// The same of a state that led to another one, where a question waits: what the viewer has seen since stays as it is. Tells in which
    /// slots cards were dealt.
    pub(crate) fn fork_before(
        &self,
        now: &Self,
        viewer: Viewer,
        question: &Decision,
        seed: Seed,
    ) -> (Self, BTreeSet<u32>) {
        let mut fork = self.clone();
        let mut dealt = BTreeSet::new();
        if viewer == Viewer::Judge {
            return (fork, dealt);
        }
        fork.rng = Rng::new(seed);
        let hidden = now.hidden_from(&Sight::new(now, viewer, Some(question)));
        let hidden: BTreeMap<u32, ObjectId> = hidden.into_iter().flatten().map(|id| (id.slot, id)).collect();
        let by_now = |id: ObjectId| hidden.get(&id.slot).and_then(|id| now.demand(*id));
        for mut group in self.hidden_from(&Sight::new(self, viewer, None)) {
            group.retain(|id| hidden.contains_key(&id.slot));
            fork.deal_anew(&group, &by_now);
            dealt.extend(group.iter().map(|id| id.slot));
        }
        fork.touch();
        fork.refresh();
        (fork, dealt)
    }

    /// The places that hide a card from a viewer, in groups within which any may lie in any.
    fn hidden_from(&self, sight: &Sight<'_>) -> Vec<Vec<ObjectId>> {
        let mut groups: Vec<Vec<ObjectId>> = Vec::new();
        for player in self.seats() {
            let own = self.player(player);
            let down = |id: &ObjectId| {
                let object = self.get(*id)?;
                let is_down = self.guise_of(*id).is_some() || self.is_concealed(*id) && object.zone == Zone::Exile;
                (object.owner == player && is_down).then_some(*id)
            };
            let shared = self.battlefield.iter().chain(&self.stack).chain(&self.exile).filter_map(down);
            let theirs = own.library.iter().chain(&own.hand).chain(&own.sideboard).copied().chain(shared);
            groups.push(theirs.filter(|id| self.is_dealable(sight, *id)).collect());
            groups.push(own.attractions.clone());
        }
        groups.extend(self.casual.iter().flat_map(|casual| casual.decks.iter().cloned()));
        groups
    }

    /// Whether a card lies where the viewer can't tell which it is.
    fn is_dealable(&self, sight: &Sight<'_>, id: ObjectId) -> bool {
        let Some(object) = self.get(id).filter(|object| object.is_card()) else { return false };
        match object.zone {
            Zone::Battlefield | Zone::Stack => {
                sight.under(id).is_none() && object.permanent.as_ref().is_none_or(|p| p.merged.is_none())
            }
            _ => !sight.can_see(id),
        }
    }

    /// By what a spell or permanent is face down.
    fn guise_of(&self, id: ObjectId) -> Option<FaceDown> {
        let object = self.get(id)?;
        let permanent = object.permanent.as_ref().and_then(|p| p.hidden.as_ref()).map(|hidden| hidden.by);
        permanent.or_else(|| object.stack.as_ref().and_then(|item| item.face_down))
    }

    /// Deals the cards that lie in some places anew among them. `by_now` is the keyword that what lies there has to have by what it has
    /// become.
    fn deal_anew(&mut self, places: &[ObjectId], by_now: &dyn Fn(ObjectId) -> Option<Keyword>) {
        let kind = |state: &Self, id: &ObjectId| match state.objects[id.index()].kind {
            ObjectKind::Card(card) => Some(card),
            _ => None,
        };
        // First the places that only some cards can lie in.
        let mut order: Vec<ObjectId> = places.iter().copied().filter(|id| kind(self, id).is_some()).collect();
        let demand = |state: &Self, id: ObjectId| state.demand(id).or_else(|| by_now(id));
        order.sort_by_key(|id| demand(self, *id).is_none());
        let mut cards: Vec<u16> = order.iter().filter_map(|id| kind(self, id)).collect();
        self.rng.shuffle(&mut cards);
        let mut dealt: Vec<(ObjectId, u16)> = Vec::with_capacity(order.len());
        for id in order {
            let fitting = cards.iter().position(|card| demand(self, id).is_none_or(|word| self.has_word(*card, word)));
            let Some(place) = fitting else { return };
            dealt.push((id, cards.swap_remove(place)));
        }
        for (id, card) in dealt {
            self.lay_down(id, card);
        }
    }

    /// The keyword that a card has to have to lie at a place.
    fn demand(&self, id: ObjectId) -> Option<Keyword> {
        match self.guise_of(id) {
            Some(FaceDown::Morph) => Some(Keyword::Morph),
            Some(FaceDown::Disguise) => Some(Keyword::Disguise),
            Some(FaceDown::Effect | FaceDown::Manifest | FaceDown::Cloak) => None,
            None => {
                let foretold = self.is_concealed(id) && self.seen(id).is_some_and(|seen| self.is_foretold(&seen));
                foretold.then_some(Keyword::Foretell)
            }
        }
    }

    fn has_word(&self, card: u16, word: Keyword) -> bool {
        self.cards.get(usize::from(card)).and_then(|def| def.faces.first()).is_some_and(|face| face.has(word))
    }

    /// Makes the card at a place another.
    fn lay_down(&mut self, id: ObjectId, card: u16) {
        let Some(def) = self.cards.get(usize::from(card)) else { return };
        let (front, elsewhere) = (def.faces.first().cloned(), def.elsewhere().cloned());
        let concealed = self.is_concealed(id);
        let object = &mut self.objects[id.index()];
        object.kind = ObjectKind::Card(card);
        object.face = 0;
        match (object.zone, front, elsewhere) {
            (Zone::Battlefield, Some(front), _) => {
                if let Some(hidden) = object.permanent.as_mut().and_then(|p| p.hidden.as_mut()) {
                    hidden.base = front;
                }
            }
            // What a spell is face up is read from its card.
            (Zone::Stack, ..) => {}
            (_, _, Some(face)) if !concealed => object.base = face,
            _ => {}
        }
        self.note_roaming(id.slot);
    }
}
