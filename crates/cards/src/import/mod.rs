//! Importers: card data that the user downloaded, as [`ImportedCard`]s.
//!
//! Two shapes are read: MTGJSON's AtomicCards (an object of names) and Scryfall's oracle-cards bulk file (a list of
//! cards). Which one it is, and how it is compressed, is seen from the content. Cards stream through; what is not
//! imported is counted with its reason.

mod compression;
mod document;
mod layout;
mod meld;
mod meter;
mod mtgjson;
mod scryfall;
mod skipped;

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;
use std::rc::Rc;

use lawmage_oracle::{CardSource, FaceSource};

pub use skipped::{SkipReason, Skipped};

use crate::{Error, Facts, Legalities, Result, fold_name};

/// How far an import is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Reading: bytes of the file.
    Reading {
        /// Bytes read.
        done: u64,
        /// Bytes of the file.
        total: u64,
    },
    /// Compiling: cards.
    Compiling {
        /// Cards compiled.
        done: u64,
        /// Cards in all.
        total: u64,
    },
}

/// A card as it was imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedCard {
    /// The card as it is written.
    pub source: CardSource,
    /// Where it may be played; empty where the data does not say.
    pub legalities: Legalities,
    /// What else the data tells.
    pub facts: Facts,
}

impl ImportedCard {
    /// About how many bytes it takes.
    fn size(&self) -> usize {
        let face = |f: &FaceSource| 256 + f.name.len() + f.text.len() + f.type_line.len();
        let words = self.facts.sets.iter().chain(&self.facts.keywords).chain(self.legalities.keys());
        self.source.name.len()
            + self.source.faces.iter().map(face).sum::<usize>()
            + words.map(|w| 32 + w.len()).sum::<usize>()
    }
}

/// Which data it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// MTGJSON AtomicCards.
    Mtgjson,
    /// Scryfall oracle-cards.
    Scryfall,
}

/// What was read from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// Which data it was.
    pub kind: Kind,
    /// The date or version that the data gives itself.
    pub version: Option<String>,
    /// The cards, by full name.
    pub cards: Vec<ImportedCard>,
    /// What was not imported, and why.
    pub skipped: Skipped,
}

/// Reads a file of cards.
///
/// # Errors
/// When it cannot be read, or holds no cards of either shape.
pub fn read_file(path: &Path, progress: &dyn Fn(Progress)) -> Result<Imported> {
    let origin = path.display().to_string();
    let file = File::open(path).map_err(|e| {
        Error::new(format!("cannot be opened: {e}"))
            .within(&origin)
            .hint("give the path of a downloaded AtomicCards.json or oracle-cards.json, compressed or not")
    })?;
    let total = file.metadata().map(|m| m.len()).unwrap_or(0);
    read(Counted { inner: file, done: 0, total, progress }).map_err(|e| e.within(&origin))
}

/// Reads cards from bytes, compressed or not. However much a compressed file unpacks to, little memory is used.
///
/// # Errors
/// When they are no cards of either shape.
pub fn read(raw: impl Read) -> Result<Imported> {
    let text = compression::decompress(BufReader::with_capacity(1 << 16, raw))?;
    let held = Rc::new(Cell::new(0));
    let mut text = BufReader::with_capacity(1 << 16, meter::Meter::new(text, held.clone()));
    meter::skip_mark(&mut text)?;
    let document = document::read(text, &held)?;
    let mut skipped = document.skipped;
    let mut names = BTreeSet::new();
    let mut cards = Vec::with_capacity(document.cards.len());
    for card in document.cards {
        if names.insert(fold_name(&card.source.name)) {
            cards.push(card);
        } else {
            skipped.add(SkipReason::Duplicate, &card.source.name);
        }
    }
    let Some(kind) = document.kind.filter(|_| !cards.is_empty()) else {
        let first = skipped.first().map(|s| format!(" (the first entry: {s})")).unwrap_or_default();
        return Err(Error::new(format!("holds no cards{first}"))
            .hint("lawmage reads MTGJSON's AtomicCards and Scryfall's oracle-cards bulk data; download one of them"));
    };
    meld::share_backs(&mut cards);
    cards.sort_by(|a, b| a.source.name.cmp(&b.source.name));
    Ok(Imported { kind, version: document.version, cards, skipped })
}

/// A reader that tells how far it is.
struct Counted<'p, R> {
    inner: R,
    done: u64,
    total: u64,
    progress: &'p dyn Fn(Progress),
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.done += count as u64;
        (self.progress)(Progress::Reading { done: self.done, total: self.total });
        Ok(count)
    }
}
