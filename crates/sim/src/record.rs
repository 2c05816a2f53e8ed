//! Records of games: who sat where with which cards, from which seed, and every answer. A record plays back to the same
//! events, or says where it does not.

use std::collections::BTreeMap;
use std::fmt;
use std::hash::Hasher;
use std::sync::Arc;

use lawmage_engine::start::{Seat, Setup};
use lawmage_engine::{Answer, Digest, PlayerId, Session, State, Told, narrate};
use lawmage_ir::Card;
use serde::{Deserialize, Serialize};

/// The version of record files. Another version is refused rather than misread.
pub const RECORD_VERSION: u32 = 1;

/// A game that can be played back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// [`RECORD_VERSION`].
    pub version: u32,
    /// From which all randomness came.
    pub seed: u64,
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
}

/// A seat in a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordSeat {
    /// The player's name.
    pub name: String,
    /// Whether they chose how to pay.
    pub manual_payment: bool,
    /// The deck, in the order it was given: runs of equal cards.
    pub cards: Vec<(u32, String)>,
    /// Their commanders (903.3).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub commanders: Vec<String>,
    /// Their starting life total, when it is not 20 (103.4).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub life: Option<i32>,
}

impl RecordSeat {
    /// The record of a seat.
    #[must_use]
    pub fn of(seat: &Seat) -> Self {
        let mut cards: Vec<(u32, String)> = Vec::new();
        for card in &seat.deck {
            match cards.last_mut() {
                Some((n, name)) if **name == *card.name => *n += 1,
                _ => cards.push((1, card.name.to_string())),
            }
        }
        let commanders = seat.commanders.iter().map(|c| c.name.to_string()).collect();
        Self { name: seat.name.clone(), manual_payment: seat.manual_payment, cards, commanders, life: seat.life }
    }
}

/// Why a record doesn't play back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaybackError {
    /// It has a version that this program doesn't know.
    Version(u32),
    /// A card is not at hand.
    Card(String, String),
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
        let mut record = Self {
            version: RECORD_VERSION,
            seed: setup.seed,
            decks: setup.seats.iter().map(RecordSeat::of).collect(),
            answers,
            conceded: conceded.map(|p| p.0),
            events: 0,
            digest: String::new(),
        };
        let end = record.run(setup, usize::MAX, &mut |_| {})?;
        record.events = end.events;
        record.digest = end.digest;
        Ok(record)
    }

    /// The setup, with cards found by their names.
    ///
    /// # Errors
    /// The first card that is not found.
    pub fn setup(&self, find: &dyn Fn(&str) -> Result<Arc<Card>, String>) -> Result<Setup, PlaybackError> {
        if self.version != RECORD_VERSION {
            return Err(PlaybackError::Version(self.version));
        }
        let mut known: BTreeMap<&str, Arc<Card>> = BTreeMap::new();
        let mut seats = Vec::new();
        for seat in &self.decks {
            let mut card = |name| -> Result<Arc<Card>, PlaybackError> {
                if let Some(card) = known.get(name) {
                    return Ok(card.clone());
                }
                let card = find(name).map_err(|why| PlaybackError::Card(str::to_owned(name), why))?;
                known.insert(name, card.clone());
                Ok(card)
            };
            let mut deck = Vec::new();
            for (count, name) in &seat.cards {
                // No deck is larger than this; a file that says so is wrong, and harmless.
                deck.extend(std::iter::repeat_n(card(name.as_str())?, (*count).min(1_000) as usize));
            }
            let commanders = seat.commanders.iter().map(|name| card(name.as_str())).collect::<Result<_, _>>()?;
            let (name, manual_payment) = (seat.name.clone(), seat.manual_payment);
            seats.push(Seat { name, deck, commanders, life: seat.life, manual_payment, ..Seat::default() });
        }
        Ok(Setup { seats, seed: self.seed, first: None })
    }

    /// Plays the record back up to so many answers, telling each event; checks the digest when it is played whole.
    ///
    /// # Errors
    /// Where it diverges.
    pub fn play_back(&self, setup: &Setup, to: usize, tell: &mut dyn FnMut(&str)) -> Result<State, PlaybackError> {
        let end = self.run(setup, to, tell)?;
        if to >= self.answers.len() && end.digest != self.digest {
            return Err(PlaybackError::Digest { recorded: self.digest.clone(), played: end.digest });
        }
        Ok(end.state)
    }

    fn run(&self, setup: &Setup, to: usize, tell: &mut dyn FnMut(&str)) -> Result<End, PlaybackError> {
        let mut session = Session::new(State::new_game(setup));
        let mut digest = Digest::default();
        let mut events = 0;
        let mut hear = |session: &mut Session| {
            for told in session.take_news() {
                let line = match &told {
                    Told::Event(occurrence) => narrate::tell(session.state(), occurrence, None),
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
