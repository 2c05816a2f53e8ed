//! All cards at hand behind one look-up: the user's own card files, the starter set, the imported database.

mod naming;
mod shared;

use std::sync::{Arc, OnceLock};

use lawmage_ir::Card;
use lawmage_oracle::CardSource;
use rayon::prelude::*;

use crate::names::{NameIndex, NameKind};
use crate::{Database, Legalities, LookupError, Record, Result, fold_name, starter};

/// A card of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardId {
    layer: u32,
    index: u32,
}

/// Where a card of a pool comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardOrigin<'p> {
    /// A card file of the user.
    File(&'p str),
    /// The starter set.
    Starter,
    /// The imported database.
    Database,
}

/// Cards at hand. A full name in an earlier layer hides the same name in a later one: the user's own files go first.
#[derive(Default)]
pub struct CardPool {
    layers: Vec<Layer>,
    shared: shared::Shared,
}

enum Layer {
    Sources { origin: Option<String>, cards: Vec<Written>, names: NameIndex },
    Database(Box<Database>),
}

/// A card of a file, compiled when it is first asked for.
struct Written {
    source: CardSource,
    compiled: OnceLock<Arc<Card>>,
}

impl From<CardSource> for Written {
    fn from(source: CardSource) -> Self {
        Self { source, compiled: OnceLock::new() }
    }
}

impl CardPool {
    /// A pool without cards.
    #[must_use]
    pub fn empty() -> Self {
        Self::default()
    }

    /// A pool of the starter set.
    ///
    /// # Errors
    /// Never, but for a mistake in the set itself.
    pub fn starter() -> Result<Self> {
        let mut pool = Self::empty();
        pool.push_sources(None, starter::cards()?);
        Ok(pool)
    }

    /// Adds cards of a card file.
    pub fn push_file(&mut self, origin: &str, cards: Vec<CardSource>) {
        self.push_sources(Some(origin.to_owned()), cards);
    }

    fn push_sources(&mut self, origin: Option<String>, cards: Vec<CardSource>) {
        let names = NameIndex::new(cards.iter().map(|c| (c.name.as_str(), c.faces.iter().map(|f| f.name.as_str()))));
        // Files before the starter set, the starter set before the database.
        let place = match origin {
            Some(_) => 0,
            None => self.layers.iter().take_while(|l| matches!(l, Layer::Sources { origin: Some(_), .. })).count(),
        };
        let cards = cards.into_iter().map(Written::from).collect();
        self.layers.insert(place, Layer::Sources { origin, cards, names });
        self.shared.clear();
    }

    /// Adds an imported database.
    pub fn push_database(&mut self, database: Database) {
        self.layers.push(Layer::Database(Box::new(database)));
        self.shared.clear();
    }

    /// The database, when there is one.
    #[must_use]
    pub fn database(&self) -> Option<&Database> {
        self.layers.iter().find_map(|layer| match layer {
            Layer::Database(database) => Some(database.as_ref()),
            Layer::Sources { .. } => None,
        })
    }

    /// The card of that name: by its full name, else by that of its front face, else by that of any face.
    ///
    /// # Errors
    /// When no card or several have that name.
    pub fn find(&self, name: &str) -> Result<CardId, LookupError> {
        let folded = fold_name(name);
        for kind in NameKind::ALL {
            let mut found: Vec<CardId> = Vec::new();
            for (layer, place) in self.layers.iter().zip(0..) {
                found.extend(layer.names().find(&folded, kind).map(|index| CardId { layer: place, index }));
                if kind == NameKind::Full && !found.is_empty() {
                    break;
                }
            }
            let mut candidates: Vec<&str> = found.iter().map(|id| self.name(*id)).collect();
            candidates.dedup();
            match (found.first(), candidates.as_slice()) {
                (None, _) => {}
                (Some(id), [_]) => return Ok(*id),
                _ => {
                    let candidates = candidates.into_iter().map(str::to_owned).collect();
                    return Err(LookupError::Ambiguous { name: name.to_owned(), candidates });
                }
            }
        }
        Err(LookupError::Unknown { name: name.to_owned(), near: self.near(&folded) })
    }

    /// The nearest names of all layers.
    fn near(&self, folded: &str) -> Vec<String> {
        let all = self.layers.iter().zip(0..).flat_map(|(layer, place)| {
            let near = layer.names().near(folded, 3);
            near.into_iter().map(move |(name, index)| (name, CardId { layer: place, index }))
        });
        let all: Vec<_> = all.collect();
        let mut near: Vec<String> = Vec::new();
        for best in crate::suggest::nearest(folded, all.iter().map(|(name, _)| *name), 3) {
            let name = all.iter().find(|(name, _)| *name == best).map(|(_, id)| self.name(*id).to_owned());
            near.extend(name.filter(|n| !near.contains(n)));
        }
        near
    }

    /// A card's full name.
    #[must_use]
    pub fn name(&self, id: CardId) -> &str {
        self.layers.get(id.layer as usize).and_then(|layer| layer.name(id.index)).unwrap_or_default()
    }

    /// A card as it is written, and where it may be played.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn source(&self, id: CardId) -> Result<(CardSource, Legalities)> {
        self.record(id).map(|record| (record.source, record.legalities))
    }

    /// A card with everything that is known of it. Where a card of a file or of the starter set has the full name of an imported
    /// one, it is legal where that is, and was printed where that was: basic lands are the same card everywhere.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn record(&self, id: CardId) -> Result<Record> {
        match self.layers.get(id.layer as usize) {
            Some(Layer::Sources { cards, .. }) => {
                let source = cards.get(id.index as usize).map(|card| card.source.clone()).unwrap_or_default();
                let record = self.imported(&source.name).map(|(database, index)| database.record(index)).transpose()?;
                Ok(Record { source, ..record.unwrap_or_default() })
            }
            Some(Layer::Database(database)) => database.record(id.index),
            None => Ok(Record::default()),
        }
    }

    /// The imported card of that full name.
    fn imported(&self, name: &str) -> Option<(&Database, u32)> {
        let database = self.database()?;
        let index = database.names().find(&fold_name(name), NameKind::Full).next()?;
        Some((database, index))
    }

    /// Every card with everything that is known of it, in the order of [`CardPool::ids`]; the database is read at once.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn records(&self) -> Result<Vec<(CardId, Record)>> {
        let mut imported = self.database().map(Database::records).transpose()?.unwrap_or_default();
        let mut records = Vec::new();
        for id in self.ids() {
            let record = match self.layers.get(id.layer as usize) {
                Some(Layer::Database(_)) => imported.get_mut(id.index as usize).map(std::mem::take).unwrap_or_default(),
                _ => self.record(id)?,
            };
            records.push((id, record));
        }
        Ok(records)
    }

    /// Whether every sentence of a card is compiled, and every card it names is at hand.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn is_complete(&self, id: CardId) -> Result<bool> {
        if let Some(Layer::Database(database)) = self.layers.get(id.layer as usize)
            && database.is_current()
            && database.was_complete(id.index)
        {
            return Ok(true);
        }
        Ok(self.card(id)?.is_complete())
    }

    /// The formats that the card data speaks of, in lower case.
    #[must_use]
    pub fn formats(&self) -> &[String] {
        self.database().map(Database::formats).unwrap_or_default()
    }

    /// The codes of the sets in the card data, in capitals.
    #[must_use]
    pub fn sets(&self) -> &[String] {
        self.database().map(Database::sets).unwrap_or_default()
    }

    /// A card, compiled; all who have it at a time share it. Cards of the database are read where nobody has them.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn card(&self, id: CardId) -> Result<Arc<Card>> {
        if let Some(card) = self.shared.find(id) {
            return Ok(card);
        }
        let card = self.with_related(id, self.alone(id)?)?;
        Ok(self.shared.keep(id, card))
    }

    /// Every card that is understood completely, compiled, in the order of [`Self::ids`].
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn complete_cards(&self) -> Result<Vec<Arc<Card>>> {
        let ids: Vec<CardId> = self.ids().collect();
        let cards = ids.into_par_iter().map(|id| Ok(if self.is_complete(id)? { Some(self.card(id)?) } else { None }));
        let cards: Vec<Option<Arc<Card>>> = cards.collect::<Result<_>>()?;
        Ok(cards.into_iter().flatten().collect())
    }

    /// A card as compiled, without those that it names.
    fn alone(&self, id: CardId) -> Result<Arc<Card>> {
        match self.layers.get(id.layer as usize) {
            Some(Layer::Database(database)) => database.card(id.index),
            Some(Layer::Sources { cards, .. }) => Ok(cards.get(id.index as usize).map_or_else(Arc::default, |card| {
                card.compiled.get_or_init(|| Arc::new(lawmage_oracle::compile(&card.source).card)).clone()
            })),
            None => Ok(Arc::default()),
        }
    }

    /// The cards that a card's text names go with it (111.11). One that is not at hand makes it incomplete.
    fn with_related(&self, id: CardId, card: Arc<Card>) -> Result<Arc<Card>> {
        if card.names().next().is_none() {
            return Ok(card);
        }
        let mut card = Card::clone(&card);
        let names: Vec<Arc<str>> = card.names().cloned().collect();
        for name in names {
            let found = self.find(&name).ok().filter(|other| *other != id);
            let related = found.map(|other| self.alone(other)).transpose()?.filter(|c| c.is_complete());
            match (related, card.faces.first_mut()) {
                (Some(related), _) => card.related.push(related),
                (None, Some(face)) if found.is_some() || self.find(&name).is_err() => {
                    let missing = format!("the card {name} is not at hand");
                    Arc::make_mut(face).uncompiled.push(missing.into());
                }
                _ => {}
            }
        }
        Ok(Arc::new(card))
    }

    /// Where a card comes from.
    #[must_use]
    pub fn origin(&self, id: CardId) -> CardOrigin<'_> {
        match self.layers.get(id.layer as usize) {
            Some(Layer::Sources { origin: Some(origin), .. }) => CardOrigin::File(origin),
            Some(Layer::Database(_)) => CardOrigin::Database,
            _ => CardOrigin::Starter,
        }
    }

    /// Every card, layer by layer; a name hidden by an earlier layer is left out.
    pub fn ids(&self) -> impl Iterator<Item = CardId> + '_ {
        self.layers.iter().zip(0u32..).flat_map(move |(layer, place)| {
            let earlier = self.layers.get(..place as usize).unwrap_or_default();
            (0..layer.len() as u32).filter_map(move |index| {
                let folded = fold_name(layer.name(index)?);
                let hidden = earlier.iter().any(|l| l.names().find(&folded, NameKind::Full).next().is_some());
                (!hidden).then_some(CardId { layer: place, index })
            })
        })
    }
}

impl Layer {
    fn names(&self) -> &NameIndex {
        match self {
            Self::Sources { names, .. } => names,
            Self::Database(database) => database.names(),
        }
    }

    fn name(&self, index: u32) -> Option<&str> {
        match self {
            Self::Sources { cards, .. } => cards.get(index as usize).map(|card| card.source.name.as_str()),
            Self::Database(database) => database.name(index),
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Sources { cards, .. } => cards.len(),
            Self::Database(database) => database.len(),
        }
    }
}
