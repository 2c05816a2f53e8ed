//! What became of the cards of a game: which were in the opening hand, drawn, played.

use std::sync::Arc;

use lawmage_engine::procedure::start::Setup;
use lawmage_engine::state::object::ObjectKind;
use lawmage_engine::{Event, Listener, ObjectId, Occurrence, PlayerId, State};
use lawmage_ir::{Rule, Zone};

/// In the opening hand that was kept.
pub const OPENING: u8 = 1;
/// Drawn, or put into the hand from the library, once the first turn had begun.
pub const DRAWN: u8 = 2;
/// Cast, or played as a land, by its owner.
pub const PLAYED: u8 = 4;

/// What became of a card in a game: its place among the entrant's [`card_names`](crate::Entrant::card_names), and marks.
pub type CardUse = (u16, u8);

/// Watches cards through a game.
pub(crate) struct CardWatch {
    /// For each player and each card of the game.
    marks: Vec<Vec<u8>>,
    /// The cards of the game, in the order the state knows them.
    names: Vec<Arc<str>>,
    begun: bool,
}

impl CardWatch {
    pub(crate) fn new(players: usize) -> Self {
        Self { marks: vec![Vec::new(); players], names: Vec::new(), begun: false }
    }

    /// What became of the cards each player had in their deck; `names` are those of the entrants in seat order.
    pub(crate) fn uses(&self, setup: &Setup, names: &[Vec<Arc<str>>]) -> Vec<Vec<CardUse>> {
        let mut uses = Vec::with_capacity(names.len());
        for ((seat, marks), names) in setup.seats.iter().zip(&self.marks).zip(names) {
            let mut of_seat = Vec::with_capacity(names.len());
            for (name, at) in names.iter().zip(0..) {
                let place = self.names.iter().position(|known| known == name);
                let mark = place.and_then(|p| marks.get(p)).copied().unwrap_or(0);
                if mark > 0 || seat.deck.iter().chain(&seat.commanders).any(|c| c.name == *name) {
                    of_seat.push((at, mark));
                }
            }
            uses.push(of_seat);
        }
        uses
    }

    fn mark(&mut self, state: &State, id: ObjectId, by: Option<PlayerId>, mark: u8) {
        let Some(object) = state.get(id) else { return };
        let ObjectKind::Card(card) = object.kind else { return };
        if by.is_some_and(|by| by != object.owner) {
            return;
        }
        let Some(marks) = self.marks.get_mut(object.owner.index()) else { return };
        if marks.len() <= usize::from(card) {
            marks.resize(usize::from(card) + 1, 0);
        }
        if let Some(marks) = marks.get_mut(usize::from(card)) {
            *marks |= mark;
        }
    }
}

impl Listener for CardWatch {
    fn hear(&mut self, state: &State, occurrence: &Occurrence) {
        if self.names.is_empty() {
            self.names = state.cards().iter().map(|def| def.card.name.clone()).collect();
        }
        match &occurrence.event {
            Event::TurnBegan { number: 1, .. } if !self.begun => {
                self.begun = true;
                for player in state.players() {
                    for id in &player.hand {
                        self.mark(state, *id, None, OPENING);
                    }
                }
            }
            // 103.6: an opening hand that has cards begin the game elsewhere was their owner's opening hand all the same.
            Event::Moved { now, from: Zone::Hand, to, .. } if !self.begun && *to != Zone::Library => {
                self.mark(state, *now, None, OPENING);
            }
            Event::Moved { now, from: Zone::Library, to: Zone::Hand, .. } if self.begun => {
                self.mark(state, *now, None, DRAWN);
            }
            Event::Cast { spell, by } => self.mark(state, *spell, Some(*by), PLAYED),
            Event::PlayedLand { land, by, .. } => self.mark(state, *land, Some(*by), PLAYED),
            _ => {}
        }
    }

    fn note(&mut self, _: &State, _: Rule, _: &str) {}
}
