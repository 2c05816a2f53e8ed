//! Who knows which cards that lie hidden from others (400.2): what was revealed (701.16), looked at (701.16e), or put where all saw it go.
//! It is forgotten where a shuffle, or a choice made in secret, leaves nobody but its maker knowing which card is which.

use lawmage_ir::{Destination, Zone};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{ObjectId, PlayerId};

/// A card in a hidden zone that players know, where it lies.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Known {
    /// Which.
    pub card: ObjectId,
    /// Who.
    pub by: SmallVec<[PlayerId; 4]>,
}

impl State {
    /// Whether a player knows a card that lies in a hidden zone, though they could not look at it now.
    #[must_use]
    pub fn knows_card(&self, player: PlayerId, card: ObjectId) -> bool {
        self.known.iter().any(|known| known.card == card && known.by.contains(&player))
    }

    /// Takes from an event who has come to know what by it.
    pub(crate) fn learn_from(&mut self, event: &Event) {
        match event {
            Event::Revealed { objects, .. } => objects.iter().for_each(|id| self.learn_if_hidden(*id, None)),
            Event::RevealedDrawn { card, .. } => self.learn_if_hidden(*card, None),
            Event::LookedAt { by, objects } => {
                for id in objects {
                    if self.get(*id).is_some_and(|object| object.zone == Zone::Library) {
                        self.unlearn(*id, |who| who != *by); // whoever looks at them may put them in another order
                    }
                    self.learn_if_hidden(*id, Some(*by));
                    self.learn_if_hidden(*id, Some(self.decider(*by))); // 720.4
                }
            }
            Event::Searched(by, of) if !self.known.is_empty() => {
                for id in self.player(*of).library.clone() {
                    self.unlearn(id, |who| who != *by);
                }
            }
            _ => {}
        }
    }

    /// As a card goes from zone to zone, before it is there: who knows which it is still does, if they saw it go.
    pub(crate) fn keep_in_sight(&mut self, card: ObjectId, from: Zone, to: Zone) {
        let now = card.next();
        if to == Zone::Hand || to == Zone::Library {
            match from {
                _ if !self.is_hidden(card) => self.learn_all(now),
                Zone::Library | Zone::Exile | Zone::Battlefield => self.rename(card, now),
                Zone::Hand => {
                    self.rename(card, now);
                    self.lose_sight_of_hand(card, now);
                    self.learn(now, self.objects[card.index()].owner);
                }
                _ => {}
            }
        } else if from == Zone::Hand && !self.known.is_empty() {
            self.one_of_the_name_is_gone(card);
        }
        self.known.retain(|known| known.card != card);
    }

    /// A library was shuffled: nobody knows which of its cards is where (701.20a).
    pub(crate) fn forget_library(&mut self, player: PlayerId) {
        if !self.known.is_empty() {
            let library = &self.players[player.index()].library;
            self.known.retain(|known| !library.contains(&known.card));
        }
    }

    /// Cards were put into libraries together. Which of several is where, nobody knows where their order is random; else only who put
    /// those of that owner in order (401.4).
    pub(crate) fn hide_order(&mut self, cards: &[ObjectId], to: &Destination, by: impl Fn(PlayerId) -> PlayerId) {
        let (Destination::LibraryTop { random } | Destination::LibraryBottom { random }) = to else { return };
        for owner in self.seats() {
            let is_theirs = |id: &ObjectId| self.objects[id.index()].owner == owner;
            let theirs: SmallVec<[ObjectId; 4]> = cards.iter().copied().filter(is_theirs).collect();
            if theirs.len() > 1 {
                for card in theirs {
                    self.unlearn(card, |who| *random || who != by(owner));
                }
            }
        }
    }

    /// A card went face down out of a hand: who knows cards of that hand can't tell any more which are left, but for its owner.
    pub(crate) fn lose_sight(&mut self, owner: PlayerId) {
        if !self.known.is_empty() {
            let hand = &self.players[owner.index()].hand;
            self.known.retain(|known| !hand.contains(&known.card));
        }
    }

    /// Everybody who could not see which card it was that left a hand, unseen, knows none of that hand any more. What was
    /// shown just now is seen as it goes.
    fn lose_sight_of_hand(&mut self, card: ObjectId, now: ObjectId) {
        if self.known.is_empty() || self.was_just_shown(card) {
            return;
        }
        self.lose_sight(self.objects[card.index()].owner);
        self.known.retain(|known| known.card != now);
    }

    /// A card left a hand for all to see. Where another of its name was known to be there, nobody can tell which it was: one is gone.
    fn one_of_the_name_is_gone(&mut self, card: ObjectId) {
        if self.known.iter().any(|known| known.card == card) {
            return;
        }
        let object = &self.objects[card.index()];
        let hand = &self.players[object.owner.index()].hand;
        let same = |known: &Known| {
            hand.contains(&known.card) && self.objects[known.card.index()].base.name == object.base.name
        };
        if let Some(place) = self.known.iter().position(same) {
            self.known.remove(place);
        }
    }

    /// Whether a card was revealed by the instructions being followed.
    fn was_just_shown(&self, card: ObjectId) -> bool {
        let this_resolution =
            self.history.iter().rev().take_while(|o| {
                !matches!(o.event, Event::Resolved { .. } | Event::StepBegan { .. } | Event::Cast { .. })
            });
        this_resolution
            .into_iter()
            .any(|o| matches!(&o.event, Event::Revealed { objects, .. } if objects.contains(&card)))
    }

    /// Whether not everybody sees what a card is.
    fn is_hidden(&self, card: ObjectId) -> bool {
        let Some(object) = self.get(card) else { return false };
        !object.zone.is_public() || self.is_face_down(card) || self.is_concealed(card)
    }

    /// Has a player, or everybody, know a card, unless it is there for all to see.
    fn learn_if_hidden(&mut self, card: ObjectId, player: Option<PlayerId>) {
        match player {
            _ if !self.is_hidden(card) => {}
            Some(player) => self.learn(card, player),
            None => self.learn_all(card),
        }
    }

    fn learn_all(&mut self, card: ObjectId) {
        for player in self.seats() {
            self.learn(card, player);
        }
    }

    /// Has a player know a card that lies hidden.
    fn learn(&mut self, card: ObjectId, player: PlayerId) {
        match self.known.iter_mut().find(|known| known.card == card) {
            Some(known) if known.by.contains(&player) => {}
            Some(known) => known.by.push(player),
            None => self.known.push(Known { card, by: SmallVec::from_slice(&[player]) }),
        }
    }

    fn rename(&mut self, card: ObjectId, now: ObjectId) {
        for known in self.known.iter_mut().filter(|known| known.card == card) {
            known.card = now;
        }
    }

    /// Has players forget a card.
    fn unlearn(&mut self, card: ObjectId, who: impl Fn(PlayerId) -> bool) {
        if let Some(place) = self.known.iter().position(|known| known.card == card) {
            self.known[place].by.retain(|player| !who(*player));
            if self.known[place].by.is_empty() {
                self.known.remove(place);
            }
        }
    }
}
