//! Cards as they are laid out, shared by all games of a process that play with them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use lawmage_ir::Card;

use crate::state::chars::Chars;

/// What each face of a card prints, laid out.
type Faces = Arc<[Arc<Chars>]>;

/// A card and its faces, as long as somebody plays with them.
type Shared = (Weak<Card>, Weak<[Arc<Chars>]>);

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

/// The faces of a card as other games have them, or laid out now.
pub(super) fn shared(card: &Arc<Card>, lay_out: impl FnOnce(&Card) -> Vec<Arc<Chars>>) -> Faces {
    let place = Arc::as_ptr(card).addr();
    let shelf = || SHELF.lock().unwrap_or_else(PoisonError::into_inner);
    let there = shelf().cards.get(&place).and_then(|(_, faces)| faces.upgrade());
    if let Some(faces) = there {
        return faces;
    }
    let faces: Faces = lay_out(card).into();
    let mut shelf = shelf();
    if shelf.cards.len() >= shelf.full {
        shelf.cards.retain(|_, (_, faces)| faces.strong_count() > 0);
        shelf.full = LEAST.max(shelf.cards.len() * 2);
    }
    shelf.cards.insert(place, (Arc::downgrade(card), Arc::downgrade(&faces)));
    faces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_share_the_cards_they_play_with() {
        let card = Arc::new(Card::default());
        let lay_out = |_: &Card| vec![Arc::new(Chars::default())];
        let (one, two) = (shared(&card, lay_out), shared(&card, lay_out));
        assert!(Arc::ptr_eq(&one, &two), "the same card is laid out once");
        let other = shared(&Arc::new(Card::default()), lay_out);
        assert!(!Arc::ptr_eq(&one, &other), "another one anew");
    }
}
