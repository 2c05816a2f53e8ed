//! The journal of a run: what was played, line by line, so that an interrupted run goes on where it was.
//!
//! A line is JSON with the digest of its row, so that a torn or damaged one is known; its game is played again. The first line
//! says what decides how games go: a journal of other decks, cards or seeds is refused.

use std::collections::BTreeMap;
use std::fmt;
use std::hash::Hasher;

use lawmage_engine::Digest;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::config::{Config, Entrant};
use crate::matches::Played;
use crate::run::Games;

/// The version of journals. Another version is refused rather than misread.
pub const JOURNAL_VERSION: u32 = 2;

/// The first line of a journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// [`JOURNAL_VERSION`].
    pub lawmage_sim_journal: u32,
    /// What decides how games go, part by part: what it is called, and its value or digest.
    pub parts: BTreeMap<String, String>,
}

/// A line of a journal.
#[derive(Serialize, Deserialize)]
struct Line<'a> {
    sum: String,
    #[serde(borrow)]
    row: &'a RawValue,
}

/// Why a journal can't be gone on with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JournalError {
    /// It does not begin like one.
    NoJournal,
    /// It has a version that this program doesn't know.
    Version(u32),
    /// It is the journal of another run: what differs, what it was there, what it is here.
    Differs(String, String, String),
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoJournal => write!(f, "is no journal of a simulation"),
            Self::Version(found) => {
                write!(f, "the journal has format {found}, this program reads format {JOURNAL_VERSION}")
            }
            Self::Differs(what, there, here) => {
                write!(f, "is the journal of another simulation: {what} was {there}, and is {here} now")
            }
        }
    }
}

impl std::error::Error for JournalError {}

/// What a journal holds.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// The games, each once.
    pub games: Games,
    /// Damaged lines, whose games are played again.
    pub damaged: usize,
    /// How many bytes of it are whole lines; what is beyond was cut off in the middle.
    pub whole: usize,
}

impl Header {
    /// The header of a configuration's journal. How many games there are, and on how many threads, is no part of it.
    #[must_use]
    pub fn of(config: &Config) -> Self {
        let mut parts = BTreeMap::new();
        let mut part = |name: &str, value: String| parts.insert(name.to_owned(), value);
        part("the seed", config.seed.to_string());
        part("best of", config.best_of.to_string());
        part("sideboards", on(config.sideboards));
        part("the per-card figures", on(config.card_figures));
        part("the check of invariants", on(config.check_every.is_some()));
        let time = config.caps.time.map_or_else(|| "none".to_owned(), |time| format!("{} s", time.as_secs_f64()));
        part("the limit of time for a game", time);
        part("the caps", format!("{} {} {}", config.caps.turns, config.caps.ticks, config.caps.decisions));
        part("the pairs", digest(config.pairs.iter().map(|(a, b)| format!("({a}, {b})"))));
        let named = |e: &Entrant| format!("{} ({})", e.name, e.bot.name());
        part("the field", config.entrants.iter().map(named).collect::<Vec<_>>().join(", "));
        part("the decks", digest(config.entrants.iter().flat_map(card_list)));
        part("the cards' data", digest(config.entrants.iter().flat_map(card_data)));
        Self { lawmage_sim_journal: JOURNAL_VERSION, parts }
    }

    /// Whether this is the header of the run that the other one is of.
    ///
    /// # Errors
    /// The first part that differs.
    fn matches(&self, here: &Self) -> Result<(), JournalError> {
        if self.lawmage_sim_journal != here.lawmage_sim_journal {
            return Err(JournalError::Version(self.lawmage_sim_journal));
        }
        let names = self.parts.keys().chain(here.parts.keys());
        for name in names {
            let of = |header: &Self| header.parts.get(name).cloned().unwrap_or_else(|| "unknown".to_owned());
            if of(self) != of(here) {
                return Err(JournalError::Differs(name.clone(), of(self), of(here)));
            }
        }
        Ok(())
    }

    /// It as the journal's first line.
    ///
    /// # Errors
    /// When it can't be written as JSON.
    pub fn line(&self) -> serde_json::Result<String> {
        line(self)
    }
}

fn on(is: bool) -> String {
    if is { "on" } else { "off" }.to_owned()
}

fn digest(texts: impl Iterator<Item = String>) -> String {
    let mut digest = Digest::default();
    for text in texts {
        digest.write_u64(text.len() as u64);
        digest.write(text.as_bytes());
    }
    format!("{:016x}", digest.finish())
}

fn card_list(entrant: &Entrant) -> Vec<String> {
    let mut names = Vec::new();
    let mut list = |what: String, cards: &[std::sync::Arc<lawmage_ir::Card>]| {
        names.push(what);
        names.extend(cards.iter().map(|c| c.name.to_string()));
    };
    list("deck".to_owned(), &entrant.deck);
    list("sideboard".to_owned(), &entrant.sideboard);
    list("commanders".to_owned(), &entrant.commanders);
    for (opponent, cards) in &entrant.boarded {
        list(format!("deck against {opponent}"), &cards.deck);
        list(format!("sideboard against {opponent}"), &cards.sideboard);
    }
    names
}

/// What the cards do, as compiled: a new version of the compiler or of the card source changes it.
fn card_data(entrant: &Entrant) -> Vec<String> {
    let mut seen = std::collections::BTreeSet::new();
    let cards = entrant.commanders.iter().chain(&entrant.deck).chain(&entrant.sideboard);
    let fresh = cards.filter(|c| seen.insert(c.name.clone()));
    fresh.map(|c| serde_json::to_string(c).unwrap_or_default()).collect()
}

fn line(row: &impl Serialize) -> serde_json::Result<String> {
    let row = serde_json::value::to_raw_value(row)?;
    let mut text = serde_json::to_string(&Line { sum: sum(&row), row: &row })?;
    text.push('\n');
    Ok(text)
}

fn sum(row: &RawValue) -> String {
    let mut digest = Digest::default();
    digest.write(row.get().as_bytes());
    format!("{:016x}", digest.finish())
}

/// The row of a line, if it is as it was written.
fn row<'a, T: Deserialize<'a>>(text: &'a str) -> Option<T> {
    let line: Line<'a> = serde_json::from_str(text).ok()?;
    (sum(line.row) == line.sum).then(|| serde_json::from_str(line.row.get()).ok()).flatten()
}

/// What was played, as a line of the journal.
///
/// # Errors
/// When it can't be written as JSON.
pub fn played_line(played: &Played) -> serde_json::Result<String> {
    line(played)
}

/// Reads a journal. The games of an empty one are none.
///
/// # Errors
/// When it is none, or that of another run.
pub fn read(bytes: &[u8], header: &Header) -> Result<Kept, JournalError> {
    let mut kept = Kept { whole: bytes.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1), ..Kept::default() };
    let whole = bytes.get(..kept.whole).unwrap_or_default();
    let mut lines = whole.split_inclusive(|b| *b == b'\n').map(|line| std::str::from_utf8(line).unwrap_or_default());
    let Some(first) = lines.next() else {
        // Nothing was written but a part of the first line: begin anew. Anything else is somebody's file.
        let begun = header.line().unwrap_or_default();
        let torn = bytes.len() < begun.len() && bytes.iter().zip(begun.as_bytes()).all(|(a, b)| a == b || *a == 0);
        return if torn { Ok(kept) } else { Err(JournalError::NoJournal) };
    };
    row::<Header>(first).ok_or(JournalError::NoJournal)?.matches(header)?;
    for line in lines {
        match row::<Played>(line) {
            // The first of a game counts, whatever comes after.
            Some(played) => drop(kept.games.entry((played.pair, played.number)).or_insert(played)),
            None => kept.damaged += 1,
        }
    }
    Ok(kept)
}
