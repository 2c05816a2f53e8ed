//! Attractions (717): opening them, rolling to visit them, and where their cards go.
//!
//! The cards of an Attraction deck are in the command zone (717.2), in [`Player::attractions`](crate::state::player::Player) and
//! not in the list of what lies there face up.

use std::sync::Arc;

use lawmage_ir::{AttractionDeed, Card, Cause, Clause, Destination, Subtype, Who, Zone, rule};

use crate::read::context::Scope;
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::object::ObjectKind;
use crate::state::proposal::{Entry, Proposal};
use crate::state::stack::{Frame, SlotValue};
use crate::table::game::{Game, Res};

/// The sides of the die that is rolled to visit (701.49a).
const SIDES: u32 = 6;

impl State {
    /// Puts a card on the bottom of a player's Attraction deck (717.2).
    pub fn add_attraction(&mut self, card: &Arc<Card>, owner: PlayerId) -> ObjectId {
        let id = self.place(card, owner, Zone::Command);
        self.command.retain(|other| *other != id);
        self.player_mut(owner).attractions.push(id);
        id
    }

    /// Shuffles an Attraction deck (103.3a).
    pub fn shuffle_attractions(&mut self, player: PlayerId) {
        let Self { players, rng, .. } = self;
        rng.shuffle(&mut players[player.index()].attractions);
    }

    /// Whether an object is a card with an Astrotorium back (717.1): an Attraction card, whatever it is now.
    fn is_attraction_card(&self, id: ObjectId) -> bool {
        let Some(ObjectKind::Card(card)) = self.get(id).map(|o| &o.kind) else { return false };
        let face = self.cards.get(usize::from(*card)).and_then(|def| def.faces.first());
        face.is_some_and(|chars| chars.has_subtype(Subtype::ATTRACTION))
    }

    /// The Attractions that a player controls.
    fn attractions_of(&self, player: PlayerId) -> Vec<ObjectId> {
        let is = |id: &ObjectId| self.chars(*id).has_subtype(Subtype::ATTRACTION) && self.controller(*id) == player;
        self.permanents().filter(is).collect()
    }

    /// 717.6: a card with an Astrotorium back is put into the command zone instead of a zone other than that, exile and the
    /// battlefield, whatever else has applied to the event.
    pub(crate) fn astrotorium_instead(&self, proposal: Proposal) -> Proposal {
        match proposal {
            Proposal::Move { object, to, cause, by, entry }
                if !matches!(to.zone(), Zone::Battlefield | Zone::Exile | Zone::Command)
                    && self.is_attraction_card(object) =>
            {
                // 717.6a: face up, apart from the deck.
                Proposal::Move { object, to: Destination::Command, cause, by, entry }
            }
            other => other,
        }
    }
}

impl Game<'_> {
    /// Players open an Attraction each: the top card of their Attraction deck enters under their control (701.48b).
    pub(crate) fn open_attractions(&mut self, who: &Who, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let mut value = SlotValue::default();
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            // 701.48a: only with an Attraction deck, and one that has a card left.
            let Some(top) = self.state.player(player).attractions.first().copied() else { continue };
            let entry = Box::new(Entry { controller: Some(player), ..Entry::default() });
            let to = Destination::Battlefield(Box::default());
            let enters = Proposal::Move { object: top, to, cause: Cause::Put, by: Some(player), entry };
            let outcome = self.happen_one(enters, rule!("701.48b"))?; // 717.3
            let now = outcome.members.first().and_then(|e| e.object());
            // 701.48c: what didn't enter wasn't opened.
            let Some(now) = now.filter(|id| outcome.done && self.state.permanent(*id).is_some()) else { continue };
            self.tell_deed(AttractionDeed::Open, player, Some(now), 0, None);
            value.done = true;
            value.number += 1;
            value.members.push(now.into());
        }
        Ok(value)
    }

    /// 505.5, 703.4g, 717.4: in the precombat main phase an active player with an Attraction rolls to visit theirs.
    pub(crate) fn visit_attractions(&mut self) -> Res<()> {
        for active in self.state.active_players() {
            if !self.state.attractions_of(active).is_empty() {
                self.roll_to_visit_as(active)?;
            }
        }
        Ok(())
    }

    /// Players roll to visit their Attractions as an effect says.
    pub(crate) fn roll_to_visit(&mut self, who: &Who, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let mut value = SlotValue::default();
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            value.number = self.roll_to_visit_as(player)? as i32;
            value.done = true;
        }
        Ok(value)
    }

    /// 701.49a: a six-sided die is rolled; each Attraction of the player with that number lit up is visited.
    fn roll_to_visit_as(&mut self, player: PlayerId) -> Res<u32> {
        let results = self.roll(player, 1, SIDES, 0, 0)?;
        let result = results.first().copied().unwrap_or(0);
        let batch = self.tell_deed(AttractionDeed::Roll, player, None, result, None);
        for id in self.state.attractions_of(player) {
            // 717.1, 717.5
            if result > 0 && self.state.chars(id).lights & (1 << result) != 0 {
                self.tell_deed(AttractionDeed::Visit, player, Some(id), result, Some(batch));
            }
        }
        Ok(result)
    }

    /// Claims the prize of the Attraction whose ability this is (702.159b).
    pub(crate) fn claim_prize(&mut self, prize: &[Clause], scope: Scope, frame: &mut Frame) -> Res<SlotValue> {
        let done = self.run_body(prize, scope, frame)?;
        self.tell_deed(AttractionDeed::ClaimPrize, scope.you, Some(scope.source), 0, None);
        Ok(SlotValue::done(done))
    }

    fn tell_deed(
        &mut self,
        deed: AttractionDeed,
        by: PlayerId,
        attraction: Option<ObjectId>,
        result: u32,
        batch: Option<u32>,
    ) -> u32 {
        let rule = match deed {
            AttractionDeed::Open => rule!("701.48c"),
            AttractionDeed::Roll | AttractionDeed::Visit => rule!("701.49a"),
            AttractionDeed::ClaimPrize => rule!("702.159b"),
        };
        self.record(Event::Attraction { deed, by, attraction, result }, rule, batch)
    }
}
