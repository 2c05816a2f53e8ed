//! A permanent exchanged with a card in hand (701.10d-e).

use lawmage_ir::{Cause, Destination, Filter, Ref, Subtype, Zone, rule};

use crate::read::context::Scope;
use crate::state::ids::ObjectId;
use crate::state::proposal::{Entry, Proposal};
use crate::state::stack::{Frame, SlotValue};
use crate::table::decision::Ask;
use crate::table::game::{Game, Res};

impl Game<'_> {
    /// Exchanges a permanent with a card in its controller's hand: only where both are owned by that player (701.10d), and where
    /// the card can be attached to what the permanent was attached to (701.10e); else nothing happens (701.10a, 702.65b).
    pub(super) fn exchange_for_card(
        &mut self,
        what: &Ref,
        card: &Filter,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let context = scope.context(frame);
        let state = &self.state;
        let own = |id: &ObjectId| state.get(*id).is_some_and(|o| o.owner == scope.you);
        let there = |id: &ObjectId| state.is_there((*id).into()) && state.controller(*id) == scope.you;
        let denoted = state.denote(what, &context).first().and_then(|e| e.object());
        let Some(permanent) = denoted.filter(|id| own(id) && there(id)) else { return Ok(SlotValue::default()) };
        let host = state.permanent(permanent).and_then(|p| p.attached_to);
        let fits = |id: &ObjectId| {
            let chars = state.chars(*id);
            let attaches = |host| state.can_attach_as(*id, chars, scope.you, host).is_ok();
            state.fits((*id).into(), card, &context) && (!chars.has_subtype(Subtype::AURA) || host.is_none_or(attaches))
        };
        let cards: Vec<ObjectId> = state.zone(Zone::Hand, scope.you).iter().copied().filter(fits).collect();
        let picked = self.pick_some(scope.you, Ask::Choose, rule!("701.10d"), scope.source, &cards, (1, 1))?;
        let Some(card) = picked.first().copied() else { return Ok(SlotValue::default()) };
        let entry =
            Entry { controller: Some(scope.you), attached_to: host, attached: host.is_some(), ..Entry::default() };
        let put = |object, to, entry| Proposal::Move { object, to, cause: Cause::Put, by: Some(scope.you), entry };
        let out = put(permanent, Destination::Hand, Box::default());
        let into = put(card, Destination::Battlefield(Box::default()), Box::new(entry));
        Ok(SlotValue::moved(self.happen(vec![out, into], rule!("701.10d"))?))
    }
}
