//! Cards as they are laid out, shared by all games of a process that play with them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use lawmage_ir::Card;

use crate::state::card_def::SpeaksOf;
use crate::state::chars::Chars;

/// What each face of a card prints, laid out.
type Faces = Arc<[Arc<Chars>]>;

/// A card and its faces, as long as somebody plays with them, and what it speaks of.
type Shared = (Weak<Card>, Weak<[Arc<Chars>]>, SpeaksOf);

/// How many cards there are at least before those that no game plays with any more are looked for.
const LEAST: usize = 1_024;

/// The cards that games play with, by where they lie: what lies there can't be another card as long as it is spoken of here.
#[derive(Debug)]
struct Shelf {
    cards: BTreeMap<usize, Shared>,
    /// When there are so many, those that are no longer needed are taken away.
    full: usize,
}

static SHELF: Mutex<Shelf> = Mutex::new(Shelf { cards: BTreeMap::new(), full: LEAST });

/// The faces of a card and what it speaks of, as other games have them, or worked out now.
pub(super) fn shared(
    card: &Arc<Card>,
    lay_out: impl FnOnce(&Card) -> Vec<Arc<Chars>>,
    speaks_of: impl FnOnce(&Card) -> SpeaksOf,
) -> (Faces, SpeaksOf) {
    let place = Arc::as_ptr(card).addr();
    let shelf = || SHELF.lock().unwrap_or_else(PoisonError::into_inner);
    let there = shelf().cards.get(&place).and_then(|(_, faces, speaks_of)| Some((faces.upgrade()?, *speaks_of)));
    if let Some(there) = there {
        return there;
    }
    let (faces, speaks_of): (Faces, _) = (lay_out(card).into(), speaks_of(card));
    let mut shelf = shelf();
    if shelf.cards.len() >= shelf.full {
        shelf.cards.retain(|_, (_, faces, _)| faces.strong_count() > 0);
        shelf.full = LEAST.max(shelf.cards.len() * 2);
    }
    shelf.cards.insert(place, (Arc::downgrade(card), Arc::downgrade(&faces), speaks_of));
    (faces, speaks_of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_share_the_cards_they_play_with() {
        let card = Arc::new(Card::default());
        let lay_out = |_: &Card| vec![Arc::new(Chars::default())];
        let faces = |card: &Arc<Card>| shared(card, lay_out, SpeaksOf::of).0;
        let (one, two) = (faces(&card), faces(&card));
        assert!(Arc::ptr_eq(&one, &two), "the same card is laid out once");
        let other = faces(&Arc::new(Card::default()));
        assert!(!Arc::ptr_eq(&one, &other), "another one anew");
    }
}
