//! What was imported, kept in one file: the English rulebook and the Chinese wordings.
//!
//! The file is `MAGIC`, the version of its format (four bytes, the smallest first), and the library in postcard within a Zstandard frame
//! that carries a checksum.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::Path;

use lawmage_cards::files::write_whole;
use lawmage_cards::{Error, Result};
use lawmage_ir::Rule;
use serde::{Deserialize, Serialize};

use crate::text::decode::{self, Decoded};
use crate::text::{Chinese, Rulebook, Unread, Wording, pair, published, records};

/// The first bytes of the file.
const MAGIC: &[u8] = b"lawmage rules text\n";
/// The version of the format; a file of another is refused.
const VERSION: u32 = 1;
/// The largest library that is unpacked, in bytes.
const LARGEST: u64 = 128 << 20;
/// What mends a library that cannot be read.
const AGAIN: &str = "import the rules again: lawmage rules import FILE";

/// A language of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English, the language of the rulebook.
    English,
    /// Chinese.
    Chinese,
}

/// Everything imported.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Library {
    /// The rules in English.
    pub book: Rulebook,
    /// The name of the published rulebook's file; `None` when the English is from records.
    pub published: Option<String>,
    /// The Chinese wordings by the numbers that they have in their documents, which are older than the English.
    pub chinese: BTreeMap<Rule, Chinese>,
}

/// What an import brought.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Merged {
    /// The encoding that the file was written in.
    pub encoding: &'static str,
    /// The day from which an imported rulebook holds.
    pub effective: Option<String>,
    /// The English rules of the file.
    pub english: usize,
    /// Their worked examples.
    pub examples: usize,
    /// The entries of its glossary.
    pub glossary: usize,
    /// The Chinese rules of the file.
    pub chinese: usize,
    /// English wordings of records that the published rulebook overrules, because it says something else or has no such rule.
    pub overruled: Vec<Rule>,
    /// What was not understood.
    pub unread: Vec<Unread>,
}

/// How the Chinese wordings meet today's rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pairs {
    /// Those that say what the rule of the same number says.
    pub same: usize,
    /// Those whose rule has another number today.
    pub moved: usize,
    /// Those for which no rule of today was found.
    pub alone: usize,
    /// Rules of today without a Chinese wording.
    pub missing: usize,
}

impl Library {
    /// Reads a library; `None` where there is no file.
    ///
    /// # Errors
    /// When the file is none, is of another version, or is damaged.
    pub fn open(path: &Path) -> Result<Option<Self>> {
        let wrong = |what: String| Err(Error::new(what).within(path.display().to_string()).hint(AGAIN));
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return wrong(format!("cannot be read: {error}")),
        };
        let Some((version, packed)) = bytes.strip_prefix(MAGIC).and_then(|rest| rest.split_first_chunk::<4>()) else {
            return wrong("is no rules text of lawmage".to_owned());
        };
        let version = u32::from_le_bytes(*version);
        if version != VERSION {
            return wrong(format!("was written by another version of lawmage (format {version}, not {VERSION})"));
        }
        let mut plain = Vec::new();
        let read = zstd::Decoder::new(packed).and_then(|d| d.take(LARGEST).read_to_end(&mut plain));
        match read.map_err(|e| e.to_string()).and_then(|_| postcard::from_bytes(&plain).map_err(|e| e.to_string())) {
            Ok(library) => Ok(Some(library)),
            Err(error) => wrong(format!("is damaged: {error}")),
        }
    }

    /// Writes the library, whole or not at all.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save(&self, path: &Path) -> Result<()> {
        let plain = postcard::to_stdvec(self).map_err(|e| Error::new(format!("the rules cannot be written: {e}")))?;
        write_whole(path, |out| {
            out.write_all(MAGIC)?;
            out.write_all(&VERSION.to_le_bytes())?;
            let mut packed = zstd::Encoder::new(out, 9)?;
            packed.include_checksum(true)?;
            packed.write_all(&plain)?;
            packed.finish().map(|_| ())
        })
    }

    /// Takes the rules of a file into the library. The published rulebook decides what a rule says in English; records bring
    /// Chinese, and English where no rulebook was imported.
    ///
    /// # Errors
    /// When it is no text, or no rule is in it; the library is unchanged then.
    pub fn take(&mut self, name: &str, bytes: &[u8]) -> Result<Merged> {
        let Decoded { text, encoding } = decode::decode(bytes)?;
        let mut merged = Merged { encoding, ..Merged::default() };
        if records::looks_like(&text) {
            self.take_records(records::read(&text)?, &mut merged);
        } else {
            let (book, unread) = published::read(&text)?;
            merged.effective.clone_from(&book.effective);
            merged.english = book.rules.len();
            merged.examples = book.examples();
            merged.glossary = book.glossary.len();
            merged.unread = unread;
            if self.published.is_none() {
                merged.overruled = differing(&book, &self.book.rules);
            }
            self.book = book;
            self.published = Some(name.to_owned());
        }
        pair::pair(&self.book, &mut self.chinese);
        Ok(merged)
    }

    fn take_records(&mut self, records: records::Records, merged: &mut Merged) {
        merged.english = records.english.len();
        merged.examples = records.english.values().map(|w| w.examples.len()).sum();
        merged.chinese = records.chinese.len();
        merged.unread = records.unread;
        if self.published.is_some() {
            merged.overruled = differing(&self.book, &records.english);
        } else if !records.english.is_empty() {
            // Records have no titles of sections; those that have rules are there all the same.
            let sections = records.english.keys().map(|rule| (rule.section, String::new())).collect();
            self.book = Rulebook { rules: records.english, sections, ..Rulebook::default() };
        }
        if !records.chinese.is_empty() {
            let alone = |wording| Chinese { wording, meets: None };
            self.chinese = records.chinese.into_iter().map(|(rule, wording)| (rule, alone(wording))).collect();
        }
    }

    /// How the Chinese wordings meet today's rules.
    #[must_use]
    pub fn pairs(&self) -> Pairs {
        let mut pairs = Pairs::default();
        for (rule, chinese) in &self.chinese {
            match chinese.meets {
                Some(meets) if meets == *rule => pairs.same += 1,
                Some(_) => pairs.moved += 1,
                None => pairs.alone += 1,
            }
        }
        pairs.missing = self.book.rules.len().saturating_sub(pairs.same + pairs.moved);
        pairs
    }

    /// The numbers that rules of today have in the Chinese documents.
    #[must_use]
    pub fn numbers_in_chinese(&self) -> BTreeMap<Rule, Rule> {
        self.chinese.iter().filter_map(|(number, chinese)| Some((chinese.meets?, *number))).collect()
    }
}

/// The rules that a book words otherwise or does not have.
fn differing(book: &Rulebook, rules: &BTreeMap<Rule, Wording>) -> Vec<Rule> {
    let same = |rule: &Rule, wording: &Wording| {
        book.rules
            .get(rule)
            .is_some_and(|w| plain(&w.text) == plain(&wording.text) && w.examples.len() == wording.examples.len())
    };
    rules.iter().filter(|(rule, wording)| !same(rule, wording)).map(|(rule, _)| *rule).collect()
}

/// A text without what encodings and editors change: spaces and the shape of quotes.
fn plain(text: &str) -> String {
    let kept = text.chars().filter(|c| !c.is_whitespace());
    kept.map(|c| match c {
        '’' | '‘' => '\'',
        '“' | '”' => '"',
        c => c,
    })
    .collect()
}
