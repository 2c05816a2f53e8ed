//! Card names looked up in a card pool.

use std::sync::Arc;

use lawmage_cards::CardPool;
use lawmage_engine::{CardReference, Reference};
use lawmage_ir::Face;

/// A pool as games ask it. What can't be read of the database is as if it weren't there.
struct Pool(Arc<CardPool>);

impl CardReference for Pool {
    fn face_named(&self, name: &str) -> Option<Arc<Face>> {
        self.0.face_named(name).ok().flatten()
    }

    fn any_face(&self, wanted: &dyn Fn(&Face) -> bool) -> Option<Arc<Face>> {
        self.0.any_face(wanted).ok().flatten()
    }
}

/// All cards of a pool, for games in which card names are chosen (201.4).
#[must_use]
pub fn reference(pool: &Arc<CardPool>) -> Reference {
    Reference::new(Arc::new(Pool(pool.clone())))
}
