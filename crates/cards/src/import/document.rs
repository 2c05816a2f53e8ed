//! The outer shape of the data, streamed: a list of cards, or an object whose `data` holds names or a list.

use std::cell::Cell;
use std::fmt;
use std::io::Read;

use lawmage_ir::Layout;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::{ImportedCard, Kind, SkipReason, Skipped, mtgjson, scryfall};
use crate::{Error, Result};

/// Everything read so far.
#[derive(Default)]
pub(super) struct Document {
    pub(super) kind: Option<Kind>,
    pub(super) version: Option<String>,
    pub(super) cards: Vec<ImportedCard>,
    pub(super) skipped: Skipped,
    /// Scryfall's melded faces and what melds into them, joined when all are read.
    melds: scryfall::Melds,
    /// Bytes of text kept so far.
    kept: usize,
}

/// How much text is kept at most: all cards ever printed have about 10 MB.
const KEPT: usize = 64 << 20;

/// Reads the whole document. `held` counts the bytes read since the last entry, for [`Meter`](super::meter::Meter).
pub(super) fn read(from: impl Read, held: &Cell<u64>) -> Result<Document> {
    let mut document = Document::default();
    let mut json = serde_json::Deserializer::from_reader(from);
    let read = Outer(&mut document, held).deserialize(&mut json).and_then(|()| json.end());
    if let Err(error) = read {
        return Err(Error::new(format!("is not whole JSON: {error}"))
            .hint("download it again, or check that it is AtomicCards or oracle-cards"));
    }
    let melds = std::mem::take(&mut document.melds);
    melds.join(&mut document.cards, &mut document.skipped);
    Ok(document)
}

impl Document {
    /// Counts an entry that was read; an error when there is more of them than cards could be.
    fn count<E: serde::de::Error>(&mut self, held: &Cell<u64>) -> Result<(), E> {
        held.set(0);
        if self.kept > KEPT { Err(E::custom("there is more of it than all cards together have")) } else { Ok(()) }
    }

    fn keep(&mut self, card: ImportedCard) {
        self.kept += card.size();
        self.cards.push(card);
    }

    fn mtgjson(&mut self, name: &str, entry: &RawValue) {
        self.kind = Some(Kind::Mtgjson);
        match mtgjson::card(name, entry.get(), &mut self.skipped) {
            Ok(card) => self.keep(card),
            Err(reason) => self.skipped.add(reason, name),
        }
    }

    fn scryfall(&mut self, entry: &RawValue) {
        self.kind = Some(Kind::Scryfall);
        match scryfall::card(entry.get()) {
            Ok((card, parts)) if card.source.layout == Layout::Meld => {
                self.kept += card.size();
                self.melds.add(card, parts);
            }
            Ok((card, _)) => self.keep(card),
            Err((reason, name)) => self.skipped.add(reason, &name),
        }
    }
}

/// The whole file.
struct Outer<'d>(&'d mut Document, &'d Cell<u64>);

impl<'de> DeserializeSeed<'de> for Outer<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Outer<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of cards, or an object with “data”")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<(), A::Error> {
        Data(self.0, self.1).visit_seq(seq)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "data" => map.next_value_seed(Data(self.0, self.1))?,
                "meta" => self.0.version = version(&map.next_value::<serde_json::Value>()?),
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

fn version(meta: &serde_json::Value) -> Option<String> {
    let word = |key: &str| meta.get(key).and_then(|v| v.as_str()).map(str::to_owned);
    word("date").or_else(|| word("version"))
}

/// The cards themselves.
struct Data<'d>(&'d mut Document, &'d Cell<u64>);

impl<'de> DeserializeSeed<'de> for Data<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Data<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cards by name, or a list of cards")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while let Some(entry) = seq.next_element::<Box<RawValue>>()? {
            self.0.count(self.1)?;
            self.0.scryfall(&entry);
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some((name, entry)) = map.next_entry::<String, Box<RawValue>>()? {
            self.0.count(self.1)?;
            self.0.mtgjson(&name, &entry);
        }
        Ok(())
    }
}

/// Why an entry could not be read, in short.
pub(super) fn malformed(error: &serde_json::Error) -> SkipReason {
    let text = error.to_string();
    let short = text.split(" at line ").next().unwrap_or(&text);
    SkipReason::Malformed(short.chars().take(100).collect())
}
