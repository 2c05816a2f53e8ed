//! Records of games: who sat where with which cards, from which seed, and every answer. A record plays back to the same
//! events, or says where it does not.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::Hasher;
use std::sync::Arc;

use lawmage_engine::procedure::start::{Seat, Setup, SetupError};
use lawmage_engine::table::narrate;
use lawmage_engine::variants::kind::Variant;
use lawmage_engine::{Answer, Digest, PlayerId, Seed, Session, State, Told, Viewer};
use lawmage_ir::Card;
use serde::{Deserialize, Serialize};

use crate::panics;

/// The version of record files. Others are refused rather than misread: to the fourth, randomness came otherwise from their seeds.
pub const RECORD_VERSION: u32 = 5;

/// A game that can be played back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// [`RECORD_VERSION`].
    pub version: u32,
    /// From which all randomness came.
    pub seed: Seed,
    /// Who sat where, in turn order.
    pub decks: Vec<RecordSeat>,
    /// Every answer, in order.
    pub answers: Vec<Answer>,
    /// Who conceded after the last answer.
    pub conceded: Option<u8>,
    /// How many events were told.
    pub events: u64,
    /// Digest of the events told.
    pub digest: String,
    /// Who took the first turn by agreement, as in later games of a match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<u8>,
    /// What kind of game it was.
    #[serde(default, skip_serializing_if = "Variant::is_plain")]
    pub variant: Variant,
    /// What went wrong after the last answer, if something did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broken: Option<Broken>,
}

/// How a recorded game went wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Broken {
    /// What went wrong.
    pub what: String,
    /// The answer at which it did, when there was one.
    pub at: Option<Answer>,
}

/// A seat in a record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordSeat {
    /// The player's name.
    pub name: String,
    /// Whether they chose how to pay.
    pub manual_payment: bool,
    /// The deck, in the order it was given: runs of equal cards.
    pub cards: Vec<(u32, String)>,
    /// The sideboard, likewise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sideboard: Vec<(u32, String)>,
    /// The commanders, likewise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub commanders: Vec<(u32, String)>,
    /// What they began with in the command zone, likewise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub command: Vec<(u32, String)>,
    /// The starting life total, when it was not that of the kind of game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub life: Option<i32>,
}

/// Cards as runs of equal ones.
type Runs = Vec<(u32, String)>;

impl RecordSeat {
    /// The record of a seat.
    #[must_use]
    pub fn of(seat: &Seat) -> Self {
        Self {
            name: seat.name.clone(),
            manual_payment: seat.manual_payment,
            cards: runs(&seat.deck),
            sideboard: runs(&seat.sideboard),
            commanders: runs(&seat.commanders),
            command: runs(&seat.command),
            life: seat.life,
        }
    }
}

fn runs(cards: &[Arc<Card>]) -> Runs {
    let mut runs = Runs::new();
    for card in cards {
        match runs.last_mut() {
            Some((n, name)) if **name == *card.name => *n += 1,
            _ => runs.push((1, card.name.to_string())),
        }
    }
    runs
}

/// Finds cards by their names, each once.
struct Finder<'a> {
    find: &'a dyn Fn(&str) -> Result<Arc<Card>, String>,
    known: BTreeMap<String, Arc<Card>>,
}

impl Finder<'_> {
    fn cards(&mut self, runs: &Runs) -> Result<Vec<Arc<Card>>, PlaybackError> {
        let mut cards = Vec::new();
        for (count, name) in runs {
            let card = match self.known.get(name) {
                Some(card) => card.clone(),
                None => (self.find)(name).map_err(|why| PlaybackError::Card(name.clone(), why))?,
            };
            self.known.insert(name.clone(), card.clone());
            // No deck is larger than this; a file that says so is wrong, and harmless.
            cards.extend(std::iter::repeat_n(card, (*count).min(1_000) as usize));
        }
        Ok(cards)
    }
}

/// Why a record doesn't play back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaybackError {
    /// It has a version that this program doesn't know.
    Version(u32),
    /// A card is not at hand.
    Card(String, String),
    /// No game starts so.
    Setup(SetupError),
    /// An answer is illegal where it stands: the number of the answer, and why.
    Diverged(usize, String),
    /// The events are other than those recorded.
    Digest {
        /// What was recorded.
        recorded: String,
        /// What was played.
        played: String,
    },
}

impl fmt::Display for PlaybackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version(found) => {
                write!(f, "the record has format {found}, this program reads format {RECORD_VERSION}")
            }
            Self::Card(name, why) => write!(f, "the record plays {name}, which is not at hand: {why}"),
            Self::Setup(why) => write!(f, "the record is of no game: {why}"),
            Self::Diverged(place, why) => write!(f, "the game goes another way at answer {place}: {why}"),
            Self::Digest { recorded, played } => {
                write!(f, "the events are not those recorded: digest {played}, recorded {recorded}")
            }
        }
    }
}

impl std::error::Error for PlaybackError {}

impl Record {
    /// The record of a game from its setup and answers. It is played back once, for its digest.
    ///
    /// # Errors
    /// [`PlaybackError::Diverged`] when the answers are not those of a game from that setup.
    pub fn new(setup: &Setup, answers: Vec<Answer>, conceded: Option<PlayerId>) -> Result<Self, PlaybackError> {
        let mut record = Self { conceded: conceded.map(|p| p.0), ..Self::blank(setup, answers) };
        let end = record.run(setup, usize::MAX, &mut |_| {}, &Cell::new(0))?;
        record.events = end.events;
        record.digest = end.digest;
        Ok(record)
    }

    /// The record of a game that went wrong or was given up: as many of its answers as play back, and what was the matter.
    #[must_use]
    pub fn of_broken(setup: &Setup, answers: Vec<Answer>, what: String) -> Self {
        let mut record = Self::blank(setup, answers);
        let mut at = None;
        loop {
            let reached = Cell::new(0);
            let cut = match panics::caught(|| record.run(setup, usize::MAX, &mut |_| {}, &reached)) {
                Ok(Ok(end)) => {
                    record.events = end.events;
                    record.digest = end.digest;
                    break;
                }
                Ok(Err(PlaybackError::Diverged(place, _))) => place.saturating_sub(1),
                Ok(Err(_)) => 0,
                Err(_) => reached.get(),
            };
            if cut >= record.answers.len() {
                break;
            }
            at = record.answers.get(cut).cloned();
            record.answers.truncate(cut);
        }
        record.broken = Some(Broken { what, at });
        record
    }

    fn blank(setup: &Setup, answers: Vec<Answer>) -> Self {
        Self {
            version: RECORD_VERSION,
            seed: setup.seed,
            decks: setup.seats.iter().map(RecordSeat::of).collect(),
            answers,
            first: setup.first.map(|p| p.0),
            variant: setup.variant.clone(),
            ..Self::default()
        }
    }

    /// The setup, with cards found by their names.
    ///
    /// # Errors
    /// The first card that is not found.
    pub fn setup(&self, find: &dyn Fn(&str) -> Result<Arc<Card>, String>) -> Result<Setup, PlaybackError> {
        if self.version != RECORD_VERSION {
            return Err(PlaybackError::Version(self.version));
        }
        let mut finder = Finder { find, known: BTreeMap::new() };
        let mut seats = Vec::new();
        for seat in &self.decks {
            seats.push(Seat {
                name: seat.name.clone(),
                deck: finder.cards(&seat.cards)?,
                sideboard: finder.cards(&seat.sideboard)?,
                commanders: finder.cards(&seat.commanders)?,
                command: finder.cards(&seat.command)?,
                life: seat.life,
                manual_payment: seat.manual_payment,
                ..Seat::default()
            });
        }
        let first = self.first.filter(|p| usize::from(*p) < self.decks.len()).map(PlayerId);
        Ok(Setup { seats, seed: self.seed, first, variant: self.variant.clone(), ..Setup::default() })
    }

    /// Plays the record back up to so many answers, telling each event; checks the digest when it is played whole.
    ///
    /// # Errors
    /// Where it diverges.
    pub fn play_back(&self, setup: &Setup, to: usize, tell: &mut dyn FnMut(&str)) -> Result<State, PlaybackError> {
        let end = self.run(setup, to, tell, &Cell::new(0))?;
        if to >= self.answers.len() && end.digest != self.digest {
            return Err(PlaybackError::Digest { recorded: self.digest.clone(), played: end.digest });
        }
        Ok(end.state)
    }

    /// `reached` is the answer at hand, for when it panics.
    fn run(
        &self,
        setup: &Setup,
        to: usize,
        tell: &mut dyn FnMut(&str),
        reached: &Cell<usize>,
    ) -> Result<End, PlaybackError> {
        let mut session = Session::new(State::new_game(setup).map_err(PlaybackError::Setup)?);
        let mut digest = Digest::default();
        let mut events = 0;
        let mut hear = |session: &mut Session| {
            for told in session.take_news() {
                let line = match &told {
                    Told::Event(occurrence) => narrate::tell(session.state(), occurrence, Viewer::Judge),
                    Told::Note(rule, text) => Some(format!("{text} ({rule})")),
                };
                let Some(line) = line else { continue };
                digest.write(line.as_bytes());
                events += 1;
                tell(&line);
            }
        };
        hear(&mut session);
        for (place, answer) in self.answers.iter().enumerate().take(to) {
            reached.set(place);
            session.answer(answer.clone()).map_err(|why| PlaybackError::Diverged(place + 1, why.to_string()))?;
            if let Some(failure) = session.failure() {
                return Err(PlaybackError::Diverged(place + 1, failure.to_owned()));
            }
            hear(&mut session);
        }
        if let Some(player) = self.conceded.filter(|p| to >= self.answers.len() && usize::from(*p) < self.decks.len()) {
            session.concede(PlayerId(player));
            hear(&mut session);
        }
        Ok(End { digest: format!("{:016x}", digest.finish()), events, state: session.state().clone() })
    }
}

struct End {
    state: State,
    events: u64,
    digest: String,
}
