//! Keyword actions made of counters and cards: monstrosity (701.31), adapt (701.43), explore (701.40).

use lawmage_ir::{Amount, Cause, CounterKind, Destination, Selector, rule};

use crate::read::context::Scope;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId};
use crate::state::proposal::Proposal;
use crate::state::stack::{Frame, SlotValue};
use crate::table::decision::{Ask, Decision};
use crate::table::game::{Game, Res};

impl Game<'_> {
    /// Monstrosity N (701.31a): if it isn't monstrous, it gets N +1/+1 counters and becomes monstrous.
    pub(super) fn monstrosity(&mut self, count: &Amount, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let id = scope.source;
        if self.state.permanent(id).is_none_or(|p| p.designations.monstrous) {
            return Ok(SlotValue::default());
        }
        let count = self.state.count(count, &scope.context(frame));
        let put = self.put(&CounterKind::PLUS, vec![(id.into(), count)], scope.you)?;
        if let Some(permanent) = self.state.permanent_mut(id) {
            permanent.designations.monstrous = true;
        }
        self.state.touch();
        self.record(Event::BecameMonstrous(id, count), rule!("701.31b"), None);
        Ok(SlotValue { done: true, number: put.number, ..SlotValue::of([id.into()]) })
    }

    /// Adapt N (701.43a): if it has no +1/+1 counter, it gets N.
    pub(super) fn adapt(&mut self, count: &Amount, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let id = scope.source;
        let bare = self.state.permanent(id).is_some()
            && self.state.counters_on(id.into()).is_some_and(|c| c.get(&CounterKind::PLUS) == 0);
        if !bare {
            return Ok(SlotValue::default());
        }
        let count = self.state.count(count, &scope.context(frame));
        self.put(&CounterKind::PLUS, vec![(id.into(), count)], scope.you)
    }

    /// Permanents explore, one after another (701.40a).
    pub(super) fn explore(&mut self, what: &Selector, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let mut explored = Vec::new();
        for entity in self.pick_out(what, scope, frame)? {
            let Some(id) = entity.object() else { continue };
            if !self.happen_one(Proposal::Explore(id), rule!("701.40a"))?.done {
                continue; // 614.6: it does something else instead.
            }
            let land = self.explore_one(id, scope)?;
            // 701.40b: after all of it, even if some of it was impossible.
            self.record(Event::Explored(id, land), rule!("701.40b"), None);
            explored.push(entity);
        }
        Ok(SlotValue::of(explored))
    }

    /// What one does as it explores. Tells whether the card revealed was a land card, if one was.
    fn explore_one(&mut self, id: ObjectId, scope: Scope) -> Res<Option<bool>> {
        // 701.40c: one that has left explores too, under who last controlled it.
        let Some(player) = self.state.seen(id).map(|s| s.controller) else { return Ok(None) };
        let Some(card) = self.state.player(player).library.first().copied() else {
            self.put(&CounterKind::PLUS, vec![(id.into(), 1)], player)?;
            return Ok(None);
        };
        let objects = smallvec::smallvec![card];
        self.record(Event::Revealed { by: player, objects }, rule!("701.40a"), None);
        let go = |to, cause| Proposal::Move { object: card, to, cause, by: Some(player), entry: Box::default() };
        if self.state.chars(card).is_land() {
            self.happen_one(go(Destination::Hand, Cause::Put), rule!("701.40a"))?;
            return Ok(Some(true));
        }
        self.put(&CounterKind::PLUS, vec![(Entity::Object(id), 1)], player)?;
        let source = Some(scope.source);
        if self.yes(Decision::yes_no(player, Ask::May, rule!("701.40a"), source))? {
            self.happen_one(go(Destination::Graveyard, Cause::Put), rule!("701.40a"))?;
        }
        Ok(Some(false))
    }
}
