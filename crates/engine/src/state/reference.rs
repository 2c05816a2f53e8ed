//! Where card names are looked up (201.4): among all cards there are, not only those of the game, which would tell what others play.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use lawmage_ir::Face;

use crate::state::CardDef;

/// The Oracle card reference (108.1): the cards there are, whether this game has them or not.
pub trait CardReference: Send + Sync {
    /// The face of that name, whatever the case and the accents.
    fn face_named(&self, name: &str) -> Option<Arc<Face>>;

    /// Some face that is wanted, always the same.
    fn any_face(&self, wanted: &dyn Fn(&Face) -> bool) -> Option<Arc<Face>>;
}

/// Where card names are looked up. It is no part of a game: games and questions that differ in nothing else are equal, and it isn't
/// saved with them.
#[derive(Clone, Default)]
pub struct Reference(Option<Arc<dyn CardReference>>);

impl Reference {
    /// The cards there are.
    #[must_use]
    pub fn new(cards: Arc<dyn CardReference>) -> Self {
        Self(Some(cards))
    }

    /// The face of that name, as [`CardReference::face_named`]; none where no cards were told of.
    pub(crate) fn face_named(&self, name: &str) -> Option<Arc<Face>> {
        self.0.as_ref()?.face_named(name)
    }

    /// The cards told of, or those of the game where none were.
    pub(crate) fn or_of_game(&self, cards: &Arc<Vec<CardDef>>) -> Arc<dyn CardReference> {
        self.0.clone().unwrap_or_else(|| Arc::new(CardsOfGame(cards.clone())))
    }
}

impl fmt::Debug for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Reference" } else { "NoReference" })
    }
}

impl PartialEq for Reference {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Reference {}

impl Hash for Reference {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// The cards of a game, where it was told of no others.
struct CardsOfGame(Arc<Vec<CardDef>>);

impl CardReference for CardsOfGame {
    fn face_named(&self, name: &str) -> Option<Arc<Face>> {
        self.any_face(&|face| face.name.to_lowercase() == name.to_lowercase())
    }

    fn any_face(&self, wanted: &dyn Fn(&Face) -> bool) -> Option<Arc<Face>> {
        self.0.iter().flat_map(|def| &def.card.faces).find(|face| wanted(face)).cloned()
    }
}
