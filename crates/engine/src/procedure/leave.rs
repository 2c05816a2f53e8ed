//! Players who leave a game that goes on (800.4).

use lawmage_ir::{Cause, Destination, KeywordDeed, Zone, rule};

use crate::events::happen::Batch;
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::object::ObjectKind;
use crate::state::proposal::Proposal;
use crate::state::zones::Place;
use crate::table::game::{Game, Res};

impl Game<'_> {
    /// Those who have lost or conceded leave the game (104.5), as soon as it is known that it goes on without them (800.4).
    ///
    /// # Errors
    /// The table's halt.
    pub(crate) fn departures(&mut self) -> Res<()> {
        if self.is_over() || self.state.players.iter().all(|p| p.is_playing() || p.gone) {
            return Ok(());
        }
        let leaves = |p: &PlayerId| !self.state.player(*p).is_playing() && !self.state.player(*p).gone;
        let leaving: Vec<PlayerId> = self.state.seats().filter(leaves).collect();
        self.state.designate_markers(&leaving);
        for player in self.state.seats() {
            let seat = self.state.player_mut(player);
            if !seat.is_playing() && !seat.gone {
                seat.gone = true;
                self.leave_game(player)?;
            }
        }
        self.state.settle_markers();
        Ok(())
    }

    /// 800.4c: what is under the control of a player who has left, as the effect that gave it to another has ended, is exiled.
    ///
    /// # Errors
    /// The table's halt.
    pub(crate) fn exile_what_nobody_controls(&mut self) -> Res<()> {
        if self.is_over() || !self.state.players.iter().any(|p| p.gone) {
            return Ok(());
        }
        self.state.refresh();
        let state = &self.state;
        let lost = |id: &ObjectId| state.player(state.controller(*id)).gone && state.is_card_or_token(*id);
        let lost = state.battlefield.iter().copied().chain(state.on_stacks()).filter(lost);
        let moves: Vec<Proposal> = lost
            .map(|object| Proposal::Move {
                object,
                to: Destination::Exile { face_down: false, linked: None },
                cause: Cause::Rule,
                by: None,
                entry: Box::default(),
            })
            .collect();
        if !moves.is_empty() {
            self.happen(moves, rule!("800.4c"))?;
        }
        Ok(())
    }

    /// 800.4a, 405.6h: what the player owns leaves the game, and what is still theirs to control is exiled.
    fn leave_game(&mut self, player: PlayerId) -> Res<()> {
        self.note(rule!("800.4a"), |s| format!("{} leaves the game", s.name(player)));
        let start = self.state.history.len();
        let mut batch = Batch { number: self.state.next_batch, ..Batch::default() };
        self.state.next_batch += 1;
        self.reveal_agendas(player);
        self.reveal_foretold(player);
        let heir = self.pass_the_crown(player);
        self.pass_the_initiative(player);
        let took_a_plane = self.planes_before_leaving(player);
        batch.before = Some(self.state.before()); // 603.10a
        // 702.26k: what is phased out, too, and nothing triggers on that.
        for id in self.state.all_owned(player) {
            self.send_away(id, Zone::Outside, &mut batch);
        }
        // Effects that gave them control have ended: see the layers (800.4b).
        self.state.touch();
        self.state.refresh();
        let held: Vec<ObjectId> = self.state.battlefield.iter().copied().chain(self.state.on_stacks()).collect();
        for id in held.into_iter().filter(|id| self.state.controller(*id) == player).collect::<Vec<_>>() {
            self.send_away(id, Zone::Exile, &mut batch);
        }
        self.state.pending.retain(|p| p.controller != player); // 800.4d
        self.state.forget_defender(player);
        if self.state.turn.priority == Some(player) {
            self.state.turn.priority = self.state.next_in_turn(player);
        }
        for aside in self.state.asides_mut() {
            aside.pending.retain(|p| p.controller != player);
            // Those who are left get priority anew.
            (aside.turn.passes, aside.turn.priority) = (0, None);
        }
        self.close(start, &batch)?;
        if let Some(heir) = heir {
            self.on_crowned(heir)?;
        }
        self.planes_after_leaving(player, took_a_plane);
        Ok(())
    }

    /// 722.4: the active player becomes the monarch, or the next in turn order: who does.
    fn pass_the_crown(&mut self, player: PlayerId) -> Option<PlayerId> {
        if self.state.monarch != Some(player) {
            return None;
        }
        let heir = self.state.apnap().next();
        self.state.monarch = heir;
        if let Some(heir) = heir {
            self.record(Event::Acted(heir, KeywordDeed::BecomesMonarch, None, None), rule!("722.4"), None);
        }
        heir
    }

    fn send_away(&mut self, id: ObjectId, to: Zone, batch: &mut Batch) {
        let Some(object) = self.state.get(id) else { return };
        let from = object.zone;
        let host = object.permanent.as_deref().and_then(|p| p.attached_to);
        // A merged permanent has cards in it, whatever lies on top (727.3).
        let merged = object.permanent.as_deref().is_some_and(|p| p.merged.is_some());
        if !matches!(object.kind, ObjectKind::Card(_)) && !merged {
            self.state.cease(id);
        } else {
            let now = self.state.rehome(id, to, Place::Top);
            let event = Event::Moved { object: id, now, from, to, cause: Cause::Rule, by: None };
            self.push_event(event, rule!("800.4a"), batch.number);
        }
        self.note_unattached(id, host, batch);
        if from == Zone::Battlefield {
            batch.left.push(id);
        }
    }
}

impl State {
    /// Everything a player owns that is in the game.
    fn all_owned(&self, player: PlayerId) -> Vec<ObjectId> {
        let ids = (0u32..).zip(&self.objects);
        ids.filter(|(_, o)| o.owner == player && o.kind != ObjectKind::Vacant && o.zone != Zone::Outside)
            .map(|(slot, o)| ObjectId { slot, generation: o.generation })
            .collect()
    }

    fn is_card_or_token(&self, id: ObjectId) -> bool {
        self.get(id).is_some_and(|o| matches!(o.kind, ObjectKind::Card(_) | ObjectKind::Token))
    }

    /// The next player after that one who is still in the game.
    pub(crate) fn next_in_turn(&self, player: PlayerId) -> Option<PlayerId> {
        self.from_seat(player).find(|p| *p != player)
    }

    /// 800.4e: no combat damage is assigned to a player who has left.
    fn forget_defender(&mut self, player: PlayerId) {
        for attacker in self.combats_mut().flat_map(|combat| &mut combat.attackers) {
            if attacker.defender == Some(Entity::Player(player)) {
                attacker.defender = None;
            }
        }
    }
}
