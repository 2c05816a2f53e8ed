//! Manifest, cloak, manifest dread (701.34, 701.56, 701.60), pairing (702.95) and class levels (716).

use lawmage_ir::{Amount, Cause, Destination, KeywordDeed, Selector, Who, rule};

use crate::read::context::{Scope, for_player};
use crate::state::event::Event;
use crate::state::face_down::FaceDown;
use crate::state::ids::{Entity, ObjectId};
use crate::state::proposal::Proposal;
use crate::state::stack::{Frame, SlotValue};
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

impl Game<'_> {
    /// Manifests or cloaks cards, one at a time (701.34e, 701.56e).
    pub(super) fn manifest(
        &mut self,
        who: &Who,
        what: &Selector,
        cloak: bool,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let by = if cloak { FaceDown::Cloak } else { FaceDown::Manifest };
        let mut outcomes = Vec::new();
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            let context = for_player(scope.context(frame), who, player);
            let picked = self.select_in(what, &context, &|_, _| true)?;
            for id in picked.into_iter().filter_map(Entity::object) {
                let Some(card) = self.state.at_hand(id, frame) else { continue };
                outcomes.push(self.put_face_down(player, card, by)?);
            }
        }
        Ok(SlotValue::moved(outcomes))
    }

    /// Manifests dread (701.60a, 2026:701.62).
    pub(super) fn manifest_dread(&mut self, who: &Who, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let mut outcomes = Vec::new();
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            let cards: Vec<ObjectId> = self.state.player(player).library.iter().take(2).copied().collect();
            if cards.is_empty() {
                self.record(Event::Acted(player, KeywordDeed::ManifestsDread, None, None), rule!("701.60b"), None);
                continue;
            }
            let looked = Event::LookedAt { by: player, objects: cards.iter().copied().collect() };
            self.record(looked, rule!("701.60a"), None);
            let options = cards.iter().map(|id| Choice::Object(*id)).collect();
            let source = Some(scope.source);
            let picked = self.pick(Decision::pick(player, Ask::Choose, rule!("701.60a"), source, options, 1, 1))?;
            let Some(chosen) = picked.first().and_then(Choice::entity).and_then(Entity::object) else { continue };
            let manifested = self.put_face_down(player, chosen, FaceDown::Manifest)?;
            // What couldn't be manifested is one of those that were not (701.34f).
            let rest = cards.into_iter().filter(|id| *id != chosen || !manifested.done).map(|object| Proposal::Move {
                object,
                to: Destination::Graveyard,
                cause: Cause::Put,
                by: Some(player),
                entry: Box::default(),
            });
            let rest = rest.collect();
            outcomes.push(manifested);
            self.happen(rest, rule!("701.60a"))?;
            self.record(Event::Acted(player, KeywordDeed::ManifestsDread, None, None), rule!("701.60b"), None);
        }
        Ok(SlotValue::moved(outcomes))
    }

    /// Pairs two creatures (702.95b-c).
    pub(super) fn pair(&mut self, one: &Selector, other: &Selector, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let one = self.pick_permanents(one, scope, frame)?.first().copied();
        let other = self.pick_permanents(other, scope, frame)?.first().copied();
        let (Some(one), Some(other)) = (one, other) else { return Ok(SlotValue::default()) };
        if !self.state.make_pair(one, other, scope.you) {
            return Ok(SlotValue::default());
        }
        self.record(Event::Paired(one, other), rule!("702.95b"), None);
        Ok(SlotValue::of([one.into(), other.into()]))
    }

    /// 716.2a: a permanent's class level becomes that; it is no counter (702.87c).
    pub(super) fn set_level(&mut self, what: &Selector, level: &Amount, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let level = self.state.count(level, &scope.context(frame));
        let objects = self.pick_permanents(what, scope, frame)?;
        for permanent in &objects {
            if let Some(p) = self.state.permanent_mut(*permanent) {
                p.level = level;
            }
            self.state.touch();
            self.record(Event::LevelBecame { permanent: *permanent, level }, rule!("716.2a"), None);
        }
        Ok(SlotValue::of(objects.into_iter().map(Entity::Object)))
    }
}
