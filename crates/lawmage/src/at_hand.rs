//! Cards at hand, and the decks made of them.

use std::path::Path;
use std::sync::Arc;

use lawmage_cards::deck::{self, Deck, Decklist};
use lawmage_cards::files::read_text;
use lawmage_cards::{CardPool, Database, Error, Result, card_file, starter};
use lawmage_engine::{CardReference, Reference};
use lawmage_ir::{Card, Face};

/// Cards at hand. Those of one's own files come before the starter set, and that before imported ones. Cheap to clone.
#[derive(Clone)]
pub struct Cards(Arc<CardPool>);

impl Cards {
    /// The starter set: some four hundred cards made for lawmage.
    ///
    /// # Errors
    /// Never, but for a mistake in the set itself.
    pub fn starter() -> Result<Self> {
        CardPool::starter().map(Self::from)
    }

    /// The starter set and the cards of a database, as `lawmage cards import` writes it.
    ///
    /// # Errors
    /// When the file can't be read, or was written by another version.
    pub fn open(database: impl AsRef<Path>) -> Result<Self> {
        let mut pool = CardPool::starter()?;
        pool.push_database(Database::open(database.as_ref())?);
        Ok(pool.into())
    }

    /// The starter set and cards of one's own, in the format of card files; `origin` names the text in errors.
    ///
    /// ```
    /// let cards = lawmage::Cards::with_own(
    ///     "[{name: Ember Cat, cost: '{R}', type: Creature — Cat, pt: 1/1, text: Haste}]",
    ///     "my cards",
    /// )?;
    /// assert!(cards.card("Ember Cat")?.is_complete());
    /// # Ok::<(), lawmage::Error>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong in the text, and where. A card whose text is not understood is no error: [`Card::is_complete`] tells.
    pub fn with_own(text: &str, origin: &str) -> Result<Self> {
        let mut pool = CardPool::starter()?;
        pool.push_file(origin, card_file::parse(text, origin)?);
        Ok(pool.into())
    }

    /// All of them behind one look-up, with searches, legality and texts.
    #[must_use]
    pub fn pool(&self) -> &CardPool {
        &self.0
    }

    /// A card by its name, or that of one of its faces.
    ///
    /// # Errors
    /// When no card or several have that name.
    pub fn card(&self, name: &str) -> Result<Arc<Card>> {
        self.0.card(self.0.find(name)?)
    }

    /// A deck of a decklist's file, in any of the usual formats.
    ///
    /// # Errors
    /// When it can't be read, has cards that are not at hand or not understood completely, or is empty.
    pub fn deck(&self, path: impl AsRef<Path>) -> Result<Deck> {
        let origin = path.as_ref().display().to_string();
        self.list(&read_text(path.as_ref())?, &origin)
    }

    /// The same of a list at hand: "4 Searbolt", a card a line; `origin` names it in errors.
    ///
    /// # Errors
    /// As [`Self::deck`].
    pub fn list(&self, text: &str, origin: &str) -> Result<Deck> {
        playable(&deck::parse(text, origin)?, origin, &self.0)
    }

    /// A starter deck by its name.
    ///
    /// # Errors
    /// When there is none of that name.
    pub fn starter_deck(&self, name: &str) -> Result<Deck> {
        playable(&starter::deck(name)?, name, &self.0)
    }

    /// These cards as a game looks card names up (201.4).
    #[must_use]
    pub fn reference(&self) -> Reference {
        Reference::new(Arc::new(self.clone()))
    }
}

impl From<CardPool> for Cards {
    fn from(pool: CardPool) -> Self {
        Self(Arc::new(pool))
    }
}

/// What can't be read of the database is as if it weren't there.
impl CardReference for Cards {
    fn face_named(&self, name: &str) -> Option<Arc<Face>> {
        self.0.face_named(name).ok().flatten()
    }

    fn any_face(&self, wanted: &dyn Fn(&Face) -> bool) -> Option<Arc<Face>> {
        self.0.any_face(wanted).ok().flatten()
    }
}

/// A list as a deck to play with: its cards are at hand and understood completely.
fn playable(list: &Decklist, origin: &str, pool: &CardPool) -> Result<Deck> {
    let deck = deck::resolve(list, pool).map_err(|errors| first(errors, origin))?;
    deck.is_complete().and_then(|()| deck.has_cards()).map_err(|why| why.within(origin))?;
    Ok(deck)
}

/// The first of several errors, which says how many there are.
fn first(errors: Vec<Error>, origin: &str) -> Error {
    let more = errors.len().saturating_sub(1);
    let error = errors.into_iter().next().unwrap_or_else(|| Error::new("is no deck").within(origin));
    if more > 0 { error.hint(format!("and {more} more such lines")) } else { error }
}
