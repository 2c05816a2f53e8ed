//! The local database: imported cards in one file, as written and as compiled.
//!
//! The file is `MAGIC`, the length and the checksum of the header, the header (postcard), then all cards as written (JSON,
//! so that any lawmage reads them), then all cards as compiled (postcard, read only by the very compiler that made them; else
//! a card is compiled anew when asked for). Opening reads the header alone; a card is read when asked for, and a search
//! reads all that is written at once. Everything that is read is compared with its checksum.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use lawmage_ir::Card;
use lawmage_oracle::{CardSource, Learnt, Lexicon};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::files::{Lock, write_whole};
use crate::import::{Imported, Kind, Skipped};
use crate::names::NameIndex;
use crate::{Error, Facts, ImportedCard, Legalities, Progress, Result, fold_name};

/// What made the compiled cards: a hash of the compiler's source.
pub const COMPILER_STAMP: &str = env!("LAWMAGE_COMPILER_STAMP");

const MAGIC: &[u8; 10] = b"LAWMAGEDB\x06";
/// `MAGIC`, the header's length, its checksum.
const START: usize = MAGIC.len() + 8 + 4;

/// The longest compiled card that is read back; the longest of today's has 9 kB.
const LONGEST: u32 = 1 << 16;

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
    /// The formats that the data speaks of, and the codes of its sets.
    formats: Vec<String>,
    sets: Vec<String>,
    /// The words that the cards bring ([`Learnt`]), in JSON.
    learnt: String,
    /// What the import left out.
    skipped: Skipped,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    name: String,
    written: Span,
    compiled: Span,
    complete: bool,
}

/// Bytes after the header, with their checksum.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Span {
    offset: u64,
    length: u32,
    sum: u32,
}

impl Span {
    fn end(self) -> u64 {
        self.offset.saturating_add(u64::from(self.length))
    }
}

/// A card as it is written, and what else is known of it.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Record {
    /// The card as it is written.
    pub source: CardSource,
    /// Where it may be played.
    #[serde(default)]
    pub legalities: Legalities,
    /// What else the data tells.
    #[serde(default)]
    pub facts: Facts,
}

/// An opened database.
pub struct Database {
    path: PathBuf,
    header: Header,
    learnt: Learnt,
    lexicon: Arc<Lexicon>,
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
        let mut start = [0u8; START];
        let whole = file.read_exact(&mut start).is_ok();
        let (magic, rest) = start.split_at(MAGIC.len());
        if whole && magic != MAGIC && magic.starts_with(b"LAWMAGEDB") {
            return Err(fail("was made by another version of lawmage".into()));
        }
        if !whole || magic != MAGIC {
            return Err(fail("is no card database".into()));
        }
        let (length, sum) = rest.split_at(8);
        let length = u64::from_le_bytes(length.try_into().unwrap_or_default());
        let start = (START as u64).saturating_add(length);
        if start > size {
            return Err(fail("ends in the middle of its index".into()));
        }
        let mut header = Vec::new();
        (&mut file).take(length).read_to_end(&mut header).map_err(|e| fail(format!("cannot be read: {e}")))?;
        if checksum(&header).to_le_bytes() != sum {
            return Err(fail("has a damaged index".into()));
        }
        let header: Header = postcard::from_bytes(&header).map_err(|e| fail(format!("has a broken index: {e}")))?;
        let ends = header.cards.iter().map(|c| c.written.end().max(c.compiled.end()));
        let end = start.saturating_add(ends.max().unwrap_or(0));
        if end > size {
            return Err(fail(format!("ends after {size} of {end} bytes")));
        }
        let learnt: Learnt =
            serde_json::from_str(&header.learnt).map_err(|e| fail(format!("has broken words: {e}")))?;
        let lexicon = Arc::new(learnt.lexicon());
        Ok(Self { path: path.to_owned(), header, learnt, lexicon, start, file: Mutex::new(file) })
    }

    /// Compiles imported cards and writes them as a database, in the place of any that was there.
    ///
    /// # Errors
    /// When the file cannot be written, or another process is writing it.
    pub fn create(path: &Path, imported: &Imported, progress: &(dyn Fn(Progress) + Sync)) -> Result<Self> {
        let broken = |e: std::io::Error| Error::new(format!("cannot be made: {e}"));
        if let Some(dir) = path.parent() {
            std::fs::create_dir_all(dir).map_err(|e| broken(e).within(dir.display().to_string()))?;
        }
        // Taken before the long work: who comes second learns it at once.
        let _lock = Lock::take(&path.with_extension("lock"))?;
        let sources = imported.cards.iter().map(|c| &c.source);
        let names = NameIndex::new(sources.clone().map(|s| (s.name.as_str(), s.faces.iter().map(|f| f.name.as_str()))));
        let learnt = lawmage_oracle::learn(sources, &|name| names.one(&fold_name(name)).is_some());
        let lexicon = Arc::new(learnt.lexicon());
        let total = imported.cards.len() as u64;
        let done = AtomicU64::new(0);
        let mut blobs: Vec<Blobs> = imported
            .cards
            .par_iter()
            .map(|card| {
                let blobs = Blobs::of(card, &lexicon);
                progress(Progress::Compiling { done: done.fetch_add(1, Ordering::Relaxed) + 1, total });
                blobs
            })
            .collect::<Result<_>>()?;
        leave_out_what_needs_missing_cards(&mut blobs, &names);
        write(path, &Header::of(imported, &blobs, names, &learnt)?, &blobs)?;
        Self::open(path)
    }

    /// The words that its cards bring: subtypes, keywords and tokens that lawmage didn't know.
    #[must_use]
    pub const fn learnt(&self) -> &Learnt {
        &self.learnt
    }

    /// What the import left out of it, and why.
    #[must_use]
    pub const fn skipped(&self) -> &Skipped {
        &self.header.skipped
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

    /// The formats that the data speaks of, in lower case; none where it does not say where cards are legal.
    #[must_use]
    pub fn formats(&self) -> &[String] {
        &self.header.formats
    }

    /// The codes of the sets in the data, in capitals.
    #[must_use]
    pub fn sets(&self) -> &[String] {
        &self.header.sets
    }

    /// Whether the card of that index was complete when the database was made, the cards that it names included (111.11).
    #[must_use]
    pub fn was_complete(&self, index: u32) -> bool {
        self.header.cards.get(index as usize).is_some_and(|c| c.complete)
    }

    /// The card of that index as it is written.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn record(&self, index: u32) -> Result<Record> {
        let entry = self.entry(index)?;
        self.decode(entry, &self.bytes(entry, entry.written)?)
    }

    /// All cards as they are written, in the order of their indexes; read at once.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn records(&self) -> Result<Vec<Record>> {
        let cards = &self.header.cards;
        let end = cards.iter().map(|c| c.written.end()).max().unwrap_or(0);
        let block = self.read(0, end)?;
        let one = |entry: &Entry| {
            let span = entry.written;
            let start = usize::try_from(span.offset).unwrap_or(usize::MAX);
            let bytes = block.get(start..start.saturating_add(span.length as usize)).unwrap_or_default();
            self.check(entry, span, bytes)?;
            self.decode(entry, bytes)
        };
        cards.par_iter().map(one).collect()
    }

    /// The card of that index, compiled.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn card(&self, index: u32) -> Result<Arc<Card>> {
        let entry = self.entry(index)?;
        // What is longer than any card's is no card of ours, and its depth might be more than the stack has.
        if !self.is_current() || entry.compiled.length > LONGEST {
            return Ok(Arc::new(lawmage_oracle::compile(&self.record(index)?.source).card));
        }
        let bytes = self.bytes(entry, entry.compiled)?;
        postcard::from_bytes(&bytes).map(Arc::new).map_err(|e| self.broken(entry, &e.to_string()))
    }

    fn entry(&self, index: u32) -> Result<&Entry> {
        self.header.cards.get(index as usize).ok_or_else(|| {
            Error::new(format!("has no card {index}")).within(self.path.display().to_string()).hint(REIMPORT)
        })
    }

    fn bytes(&self, entry: &Entry, span: Span) -> Result<Vec<u8>> {
        let bytes = self.read(span.offset, u64::from(span.length))?;
        self.check(entry, span, &bytes)?;
        Ok(bytes)
    }

    fn read(&self, offset: u64, length: u64) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        // A poisoned lock is harmless: each read seeks first.
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let read = file.seek(SeekFrom::Start(self.start.saturating_add(offset)));
        read.and_then(|_| (&mut *file).take(length).read_to_end(&mut bytes)).map_err(|e| {
            Error::new(format!("cannot be read: {e}")).within(self.path.display().to_string()).hint(REIMPORT)
        })?;
        Ok(bytes)
    }

    fn check(&self, entry: &Entry, span: Span, bytes: &[u8]) -> Result<()> {
        if bytes.len() == span.length as usize && checksum(bytes) == span.sum {
            return Ok(());
        }
        Err(self.broken(entry, "its bytes are not those that were written"))
    }

    fn decode(&self, entry: &Entry, bytes: &[u8]) -> Result<Record> {
        let mut record: Record = serde_json::from_slice(bytes).map_err(|e| self.broken(entry, &e.to_string()))?;
        record.source.lexicon = Arc::clone(&self.lexicon);
        Ok(record)
    }

    fn broken(&self, entry: &Entry, why: &str) -> Error {
        Error::new(format!("the record of “{}” is broken: {why}", entry.name))
            .within(self.path.display().to_string())
            .hint(REIMPORT)
    }
}

impl Header {
    /// The index of those cards: first all as written, then all as compiled.
    fn of(imported: &Imported, blobs: &[Blobs], names: NameIndex, learnt: &Learnt) -> Result<Self> {
        let learnt = serde_json::to_string(learnt).map_err(|e| Error::new(format!("words cannot be stored: {e}")))?;
        let mut offset = 0;
        let mut span = |bytes: &[u8]| {
            let span = Span { offset, length: bytes.len() as u32, sum: checksum(bytes) };
            offset = span.end();
            span
        };
        let written: Vec<Span> = blobs.iter().map(|b| span(&b.written)).collect();
        let compiled: Vec<Span> = blobs.iter().map(|b| span(&b.compiled)).collect();
        let spans = written.into_iter().zip(compiled);
        let entry = |((card, blobs), (written, compiled)): ((&ImportedCard, &Blobs), (Span, Span))| Entry {
            name: card.source.name.clone(),
            written,
            compiled,
            complete: blobs.complete,
        };
        let formats: BTreeSet<&String> = imported.cards.iter().flat_map(|c| c.legalities.keys()).collect();
        let sets: BTreeSet<&String> = imported.cards.iter().flat_map(|c| &c.facts.sets).collect();
        Ok(Self {
            stamp: COMPILER_STAMP.to_owned(),
            origin: Origin { kind: imported.kind, version: imported.version.clone() },
            cards: imported.cards.iter().zip(blobs).zip(spans).map(entry).collect(),
            names,
            formats: formats.into_iter().cloned().collect(),
            sets: sets.into_iter().cloned().collect(),
            learnt,
            skipped: imported.skipped.clone(),
        })
    }
}

/// A card's two records.
struct Blobs {
    written: Vec<u8>,
    compiled: Vec<u8>,
    complete: bool,
    /// The cards that it names (111.11).
    needs: Vec<Arc<str>>,
}

impl Blobs {
    fn of(imported: &ImportedCard, lexicon: &Arc<Lexicon>) -> Result<Self> {
        let ImportedCard { mut source, legalities, facts } = imported.clone();
        source.lexicon = Arc::clone(lexicon);
        let unstorable = |e: &dyn std::fmt::Display| Error::new(format!("“{}” cannot be stored: {e}", source.name));
        let card = lawmage_oracle::compile(&source).card;
        let record = Record { source: source.clone(), legalities, facts };
        Ok(Self {
            written: serde_json::to_vec(&record).map_err(|e| unstorable(&e))?,
            compiled: postcard::to_stdvec(&card).map_err(|e| unstorable(&e))?,
            complete: card.is_complete(),
            needs: card.names().cloned().collect(),
        })
    }
}

/// A card that names one which is not there, or not complete, is not complete either (111.11): what
/// [`CardPool`](crate::CardPool) says of the same cards.
fn leave_out_what_needs_missing_cards(blobs: &mut [Blobs], names: &NameIndex) {
    let alone: Vec<bool> = blobs.iter().map(|b| b.complete).collect();
    for (place, blob) in blobs.iter_mut().enumerate().filter(|(_, b)| b.complete) {
        blob.complete = blob.needs.iter().all(|name| {
            let found = names.one(&fold_name(name)).map(|index| index as usize);
            found.is_some_and(|index| index == place || alone.get(index).copied().unwrap_or(false))
        });
    }
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

fn write(path: &Path, header: &Header, blobs: &[Blobs]) -> Result<()> {
    let broken =
        |e: &dyn std::fmt::Display| Error::new(format!("cannot be written: {e}")).within(path.display().to_string());
    let header = postcard::to_stdvec(header).map_err(|e| broken(&e))?;
    write_whole(path, |file| {
        file.write_all(MAGIC)?;
        file.write_all(&(header.len() as u64).to_le_bytes())?;
        file.write_all(&checksum(&header).to_le_bytes())?;
        file.write_all(&header)?;
        blobs.iter().try_for_each(|b| file.write_all(&b.written))?;
        blobs.iter().try_for_each(|b| file.write_all(&b.compiled))
    })
}
