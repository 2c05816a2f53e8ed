//! The local database: imported cards in one file, as written and as compiled.
//!
//! The file is `MAGIC`, the length of the header, the header (postcard), then each card as written (JSON, so that any
//! lawmage reads it) and as compiled (postcard, read only by the very compiler that made it; else the card is compiled
//! anew when asked for). Opening reads the header alone; a card is read when asked for.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use lawmage_ir::Card;
use lawmage_oracle::CardSource;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::files::{Lock, write_whole};
use crate::import::{Imported, Kind};
use crate::names::NameIndex;
use crate::{Error, Legalities, Progress, Result};

/// What made the compiled cards: a hash of the compiler's source.
pub const COMPILER_STAMP: &str = env!("LAWMAGE_COMPILER_STAMP");

const MAGIC: &[u8; 10] = b"LAWMAGEDB\x01";
const REIMPORT: &str = "import the cards again: lawmage cards import PATH";

/// Where the cards of a database came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// Which data it was.
    pub kind: Kind,
    /// The date or version that the data gave itself.
    pub version: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct Header {
    stamp: String,
    origin: Origin,
    cards: Vec<Entry>,
    names: NameIndex,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    name: String,
    /// From the end of the header.
    offset: u64,
    source_len: u32,
    card_len: u32,
    complete: bool,
}

/// What is kept of a card as it is written.
#[derive(Serialize, Deserialize)]
struct Stored {
    source: CardSource,
    #[serde(default)]
    legalities: Legalities,
}

/// An opened database.
pub struct Database {
    path: PathBuf,
    header: Header,
    start: u64,
    file: Mutex<File>,
}

impl Database {
    /// Opens a database.
    ///
    /// # Errors
    /// When the file cannot be read or is none of ours.
    pub fn open(path: &Path) -> Result<Self> {
        let origin = path.display().to_string();
        let fail = |what: String| Error::new(what).within(&origin).hint(REIMPORT);
        let mut file = File::open(path).map_err(|e| fail(format!("cannot be opened: {e}")))?;
        let size = file.metadata().map(|m| m.len()).unwrap_or(0);
        let mut start = [0u8; MAGIC.len() + 8];
        let whole = file.read_exact(&mut start).is_ok();
        let (magic, length) = start.split_at(MAGIC.len());
        if !whole || magic != MAGIC {
            return Err(fail("is no card database of this version of lawmage".into()));
        }
        let length = u64::from_le_bytes(length.try_into().unwrap_or_default());
        let start = start.len() as u64 + length;
        if start > size {
            return Err(fail("ends in the middle of its index".into()));
        }
        let mut header = Vec::new();
        (&mut file).take(length).read_to_end(&mut header).map_err(|e| fail(format!("cannot be read: {e}")))?;
        let header: Header = postcard::from_bytes(&header).map_err(|e| fail(format!("has a broken index: {e}")))?;
        let end = header.cards.last().map_or(start, |c| start + c.end());
        if end > size {
            return Err(fail(format!("ends after {size} of {end} bytes")));
        }
        Ok(Self { path: path.to_owned(), header, start, file: Mutex::new(file) })
    }

    /// Compiles imported cards and writes them as a database, in the place of any that was there.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn create(path: &Path, imported: &Imported, progress: &(dyn Fn(Progress) + Sync)) -> Result<Self> {
        let total = imported.cards.len() as u64;
        let done = AtomicU64::new(0);
        let blobs: Vec<Blobs> = imported
            .cards
            .par_iter()
            .map(|card| {
                let blobs = Blobs::of(&card.source, &card.legalities);
                progress(Progress::Compiling { done: done.fetch_add(1, Ordering::Relaxed) + 1, total });
                blobs
            })
            .collect::<Result<_>>()?;
        let mut offset = 0;
        let cards: Vec<Entry> = imported
            .cards
            .iter()
            .zip(&blobs)
            .map(|(card, blobs)| {
                let entry = Entry {
                    name: card.source.name.clone(),
                    offset,
                    source_len: blobs.source.len() as u32,
                    card_len: blobs.card.len() as u32,
                    complete: blobs.complete,
                };
                offset = entry.end();
                entry
            })
            .collect();
        let sources = imported.cards.iter().map(|c| &c.source);
        let names = NameIndex::new(sources.map(|s| (s.name.as_str(), s.faces.iter().map(|f| f.name.as_str()))));
        let origin = Origin { kind: imported.kind, version: imported.version.clone() };
        let header = Header { stamp: COMPILER_STAMP.to_owned(), origin, cards, names };
        write(path, &header, &blobs)?;
        Self::open(path)
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where its cards came from.
    #[must_use]
    pub fn origin(&self) -> &Origin {
        &self.header.origin
    }

    /// Whether its cards were compiled by this compiler. If not, each is compiled when asked for.
    #[must_use]
    pub fn is_current(&self) -> bool {
        self.header.stamp == COMPILER_STAMP
    }

    /// How many cards it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.header.cards.len()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.header.cards.is_empty()
    }

    /// How many cards were complete when it was made.
    #[must_use]
    pub fn complete(&self) -> usize {
        self.header.cards.iter().filter(|c| c.complete).count()
    }

    /// The full name of the card of that index.
    #[must_use]
    pub fn name(&self, index: u32) -> Option<&str> {
        self.header.cards.get(index as usize).map(|c| c.name.as_str())
    }

    pub(crate) fn names(&self) -> &NameIndex {
        &self.header.names
    }

    /// The card of that index as it is written, and where it may be played.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn source(&self, index: u32) -> Result<(CardSource, Legalities)> {
        let entry = self.entry(index)?;
        let bytes = self.bytes(entry.offset, entry.source_len)?;
        let stored: Stored = serde_json::from_slice(&bytes).map_err(|e| self.broken(entry, &e.to_string()))?;
        Ok((stored.source, stored.legalities))
    }

    /// The card of that index, compiled.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn card(&self, index: u32) -> Result<Arc<Card>> {
        if !self.is_current() {
            return Ok(Arc::new(lawmage_oracle::compile(&self.source(index)?.0).card));
        }
        let entry = self.entry(index)?;
        let bytes = self.bytes(entry.offset + u64::from(entry.source_len), entry.card_len)?;
        postcard::from_bytes(&bytes).map(Arc::new).map_err(|e| self.broken(entry, &e.to_string()))
    }

    fn entry(&self, index: u32) -> Result<&Entry> {
        self.header.cards.get(index as usize).ok_or_else(|| {
            Error::new(format!("has no card {index}")).within(self.path.display().to_string()).hint(REIMPORT)
        })
    }

    fn bytes(&self, offset: u64, length: u32) -> Result<Vec<u8>> {
        let mut bytes = vec![0; length as usize];
        // A poisoned lock is harmless: each read seeks first.
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(self.start + offset)).and_then(|_| file.read_exact(&mut bytes)).map_err(|e| {
            Error::new(format!("cannot be read: {e}")).within(self.path.display().to_string()).hint(REIMPORT)
        })?;
        Ok(bytes)
    }

    fn broken(&self, entry: &Entry, why: &str) -> Error {
        Error::new(format!("the record of “{}” is broken: {why}", entry.name))
            .within(self.path.display().to_string())
            .hint(REIMPORT)
    }
}

impl Entry {
    fn end(&self) -> u64 {
        self.offset + u64::from(self.source_len) + u64::from(self.card_len)
    }
}

/// A card's two records.
struct Blobs {
    source: Vec<u8>,
    card: Vec<u8>,
    complete: bool,
}

impl Blobs {
    fn of(source: &CardSource, legalities: &Legalities) -> Result<Self> {
        let unstorable = |e: &dyn std::fmt::Display| Error::new(format!("“{}” cannot be stored: {e}", source.name));
        let card = lawmage_oracle::compile(source).card;
        let stored = Stored { source: source.clone(), legalities: legalities.clone() };
        Ok(Self {
            source: serde_json::to_vec(&stored).map_err(|e| unstorable(&e))?,
            card: postcard::to_stdvec(&card).map_err(|e| unstorable(&e))?,
            complete: card.is_complete(),
        })
    }
}

fn write(path: &Path, header: &Header, blobs: &[Blobs]) -> Result<()> {
    let broken =
        |e: &dyn std::fmt::Display| Error::new(format!("cannot be written: {e}")).within(path.display().to_string());
    if let Some(dir) = path.parent() {
        std::fs::create_dir_all(dir).map_err(|e| broken(&e))?;
    }
    let header = postcard::to_stdvec(header).map_err(|e| broken(&e))?;
    let _lock = Lock::take(&path.with_extension("lock"))?;
    write_whole(path, |file| {
        file.write_all(MAGIC)?;
        file.write_all(&(header.len() as u64).to_le_bytes())?;
        file.write_all(&header)?;
        for blob in blobs {
            file.write_all(&blob.source)?;
            file.write_all(&blob.card)?;
        }
        Ok(())
    })
}
