//! Compiled cards that somebody plays with, so that whoever asks for them next gets the same ones.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use lawmage_ir::Card;

use super::CardId;

/// How many cards there are at least before those that nobody has any more are looked for.
const LEAST: usize = 1_024;

/// Cards as they were made lately, as long as somebody has them.
#[derive(Debug, Default)]
pub(super) struct Shared(Mutex<Shelf>);

#[derive(Debug, Default)]
struct Shelf {
    cards: BTreeMap<CardId, Weak<Card>>,
    /// When there are so many, those that nobody has are taken away.
    full: usize,
}

impl Shared {
    /// The card, if somebody has it.
    pub(super) fn find(&self, id: CardId) -> Option<Arc<Card>> {
        self.shelf().cards.get(&id)?.upgrade()
    }

    /// Notes a card as it was made; it is given back, or the one that another has made meanwhile.
    pub(super) fn keep(&self, id: CardId, card: Arc<Card>) -> Arc<Card> {
        let mut shelf = self.shelf();
        if let Some(there) = shelf.cards.get(&id).and_then(Weak::upgrade) {
            return there;
        }
        if shelf.cards.len() >= shelf.full.max(LEAST) {
            shelf.cards.retain(|_, card| card.strong_count() > 0);
            shelf.full = shelf.cards.len() * 2;
        }
        shelf.cards.insert(id, Arc::downgrade(&card));
        card
    }

    /// Forgets all: their numbers are others' now.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    fn shelf(&self) -> std::sync::MutexGuard<'_, Shelf> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
