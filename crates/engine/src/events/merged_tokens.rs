//! Merged permanents that are tokens and among whose components there are cards, as they leave the battlefield (727.3e).

use lawmage_ir::Rule;

use crate::events::happen::Batch;
use crate::state::State;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::object::ObjectKind;
use crate::state::proposal::Proposal;
use crate::state::zones::Place;
use crate::table::game::{Game, Res};

/// Where a card among the components of a merged token goes, other than the rest of it.
pub(crate) struct Diverted {
    /// The merged permanent.
    pub of: ObjectId,
    /// Which of the cards that part from it, counted from 0.
    pub nth: usize,
    /// Where it goes.
    pub to: lawmage_ir::Destination,
}

impl State {
    /// The cards among the components of a merged permanent that is a token, with their owners.
    fn cards_of_token(&self, id: ObjectId) -> Vec<(ObjectKind, PlayerId)> {
        let token = self.get(id).is_some_and(|object| object.is_token());
        let merged = self.permanent(id).filter(|_| token).and_then(|p| p.merged.as_deref());
        let components = merged.into_iter().flat_map(|merged| merged.components.iter().skip(1));
        let cards = components.filter(|component| matches!(component.kind, ObjectKind::Card(_)));
        cards.map(|component| (component.kind.clone(), component.owner)).collect()
    }
}

impl Game<'_> {
    /// 727.3e: what replaces the event for a "card", and not for tokens, moves the cards among the components of a merged token;
    /// the permanent and its other components go where they go.
    pub(crate) fn divert_cards(&mut self, settled: &[(usize, Proposal)], rule: Rule, batch: &mut Batch) -> Res<()> {
        for (_, proposal) in settled {
            let Proposal::Move { object, to, .. } = proposal else { continue };
            for (nth, (kind, owner)) in self.state.cards_of_token(*object).into_iter().enumerate() {
                // The event is looked at as if that card were what leaves.
                let Some(was) = self.state.get_mut(*object) else { continue };
                let was = (std::mem::replace(&mut was.kind, kind), std::mem::replace(&mut was.owner, owner));
                let replaced = self.replace(proposal.clone(), rule, batch);
                if let Some(object) = self.state.get_mut(*object) {
                    (object.kind, object.owner) = was;
                }
                if let Some(Proposal::Move { to: other, .. }) = replaced?
                    && other != *to
                {
                    batch.diverted.push(Diverted { of: *object, nth, to: other });
                }
            }
        }
        Ok(())
    }

    /// Puts a card that has parted from a merged token where it goes instead.
    pub(crate) fn put_diverted(&mut self, was: ObjectId, now: ObjectId, batch: &Batch) {
        for diverted in batch.diverted.iter().filter(|diverted| diverted.of == was) {
            let Some(card) = self.state.parted(now).nth(diverted.nth) else { continue };
            let moved = self.state.rehome(card, diverted.to.zone(), Place::Top);
            for (first, other) in &mut self.state.parted {
                if *first == now && *other == card {
                    *other = moved;
                }
            }
        }
    }
}
