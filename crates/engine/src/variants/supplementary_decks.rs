//! Supplementary decks (planar decks 901.3, scheme decks 904.3): nontraditional cards that stay in the command zone.
//!
//! A card in such a deck is in the command zone too, face down and without characteristics; only what is face up is listed in
//! [`State::command`].

use lawmage_ir::{CardType, Zone};
use smallvec::SmallVec;

use crate::state::State;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::object::Counters;
use crate::state::variants::Casual;
use crate::state::zones::no_chars;

impl State {
    /// What a casual variant adds, to set; makes the game one of that kind.
    pub fn casual_mut(&mut self) -> &mut Casual {
        let players = self.players.len();
        self.casual.get_or_insert_with(|| Box::new(Casual { decks: vec![Vec::new(); players], ..Casual::default() }))
    }

    /// Puts a card of the command zone on the bottom of its owner's supplementary deck, face down. What was face up becomes a new
    /// object (400.9, 311.6, 312.6, 901.7a).
    pub fn put_under(&mut self, id: ObjectId) {
        let Some(owner) = self.get(id).map(|o| o.owner) else { return };
        self.remember(id);
        self.command.retain(|other| *other != id);
        let now = id.next();
        if let Some(object) = self.objects.get_mut(id.index()) {
            object.generation = now.generation;
            object.controller = owner;
            object.counters = Counters::default();
            object.memory = None;
            object.base = no_chars();
        }
        let deck = self.deck_used_by(owner).index();
        if let Some(deck) = self.casual_mut().decks.get_mut(deck) {
            deck.push(now);
        }
        self.touch();
    }

    /// Moves the top card off a player's supplementary deck and turns it face up, under that player's control (314.5, 904.7; the
    /// planar controller turns planes up: 311.5, 312.4). It receives its timestamp now (613.7h).
    pub(crate) fn turn_up_top(&mut self, player: PlayerId) -> Option<ObjectId> {
        let place = self.deck_used_by(player).index();
        let deck = self.casual.as_mut()?.decks.get_mut(place)?;
        if deck.is_empty() {
            return None;
        }
        let id = deck.remove(0);
        let stamp = self.stamp();
        let printed = self.printed_face(id, Zone::Command);
        let object = self.get_mut(id)?;
        object.timestamp = stamp;
        object.controller = player;
        if let Some(printed) = printed {
            object.base = printed;
        }
        self.command.push(id);
        self.touch();
        Some(id)
    }

    /// Shuffles a player's planar or scheme deck, if they have one (103.3a).
    pub(crate) fn shuffle_supplementary(&mut self, player: PlayerId) {
        let Some(casual) = &mut self.casual else { return };
        let mut deck = casual.decks.get_mut(player.index()).map(std::mem::take).unwrap_or_default();
        self.rng.shuffle(&mut deck);
        if let Some(casual) = &mut self.casual
            && let Some(place) = casual.decks.get_mut(player.index())
        {
            *place = deck;
        }
    }

    /// The face-up cards of the command zone that are of one of these types.
    pub(crate) fn face_up_of(&self, types: &[CardType]) -> SmallVec<[ObjectId; 2]> {
        let is = |id: &&ObjectId| types.iter().any(|t| self.chars(**id).is(*t));
        self.command.iter().filter(is).copied().collect()
    }
}
