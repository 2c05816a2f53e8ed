//! Records of games: who sat where with which cards, from which seed, and everything that was done, with a digest of the question at
//! each answer. A record plays back to the same state, or says where it goes another way. As text it is a line for each thing done,
//! so that a game at hand can be written down as it is played ([`crate::saved`]).

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use lawmage_engine::procedure::start::{Seat, Setup, SetupError};
use lawmage_engine::variants::kind::Variant;
use lawmage_engine::{Answer, ENGINE_STAMP, Entry, Log, PlayerId, Seed, Session, State, Viewer};
use lawmage_ir::Card;
use serde::{Deserialize, Serialize};

use crate::panics;
use crate::saved::{card_digest, state_digest};

/// The version of record files. Others are refused rather than misread: to the fourth, records were one object, and randomness
/// came otherwise from their seeds.
pub const RECORD_VERSION: u32 = 5;

/// A game that can be played back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// [`RECORD_VERSION`].
    pub version: u32,
    /// The engine that played it ([`ENGINE_STAMP`]).
    #[serde(default)]
    pub engine: String,
    /// From which all randomness came.
    pub seed: Seed,
    /// Who sat where, in turn order.
    pub decks: Vec<RecordSeat>,
    /// The cards as they were, by name: a digest of what each does.
    #[serde(default)]
    pub cards: BTreeMap<String, String>,
    /// Who took the first turn by agreement, as in later games of a match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<u8>,
    /// What kind of game it was.
    #[serde(default, skip_serializing_if = "Variant::is_plain")]
    pub variant: Variant,
    /// What was done, in order.
    #[serde(skip)]
    pub entries: Vec<Entry>,
    /// How it came out, where it has ended.
    #[serde(skip)]
    pub end: Option<RecordEnd>,
}

/// The end of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordEnd {
    /// Digest of the state there.
    pub state: String,
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
    /// The program that plays it, where one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
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
            bot: None,
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
    /// A line of it is none of a record: which, and why.
    Line(usize, String),
    /// It has a version that this program doesn't know.
    Version(u32),
    /// A card is not at hand.
    Card(String, String),
    /// No game starts so.
    Setup(SetupError),
    /// Something that was done can't be done where it stands: its number, and why.
    Diverged(usize, String),
    /// The game ends in another state than recorded.
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
            Self::Line(number, why) => write!(f, "line {number} is none of the record of a game: {why}"),
            Self::Version(found) => {
                write!(f, "the record has format {found}, this program reads format {RECORD_VERSION}")
            }
            Self::Card(name, why) => write!(f, "the record plays {name}, which is not at hand: {why}"),
            Self::Setup(why) => write!(f, "the record is of no game: {why}"),
            Self::Diverged(place, why) => write!(f, "the game goes another way at answer {place}: {why}"),
            Self::Digest { recorded, played } => {
                write!(f, "the game ends in another state than recorded: digest {played}, recorded {recorded}")
            }
        }
    }
}

impl std::error::Error for PlaybackError {}

impl Record {
    /// The record of a game from its setup and answers. It is played back once, for its digests.
    ///
    /// # Errors
    /// [`PlaybackError::Diverged`] when the answers are not those of a game from that setup.
    pub fn new(setup: &Setup, answers: Vec<Answer>, conceded: Option<PlayerId>) -> Result<Self, PlaybackError> {
        let (entries, state) = written(setup, &answers, conceded, &Cell::new(0))?;
        Ok(Self { entries, end: Some(RecordEnd::of(&state)), ..Self::begun(setup) })
    }

    /// The record of a game that went wrong or was given up: as many of its answers as play back, and what was the matter.
    #[must_use]
    pub fn of_broken(setup: &Setup, mut answers: Vec<Answer>, what: String) -> Self {
        let mut record = Self::begun(setup);
        let (mut at, mut end) = (None, RecordEnd::default());
        loop {
            let reached = Cell::new(0);
            let cut = match panics::caught(|| written(setup, &answers, None, &reached)) {
                Ok(Ok((entries, state))) => {
                    record.entries = entries;
                    end = RecordEnd::of(&state);
                    break;
                }
                Ok(Err(PlaybackError::Diverged(place, _))) => place.saturating_sub(1),
                Ok(Err(_)) => 0,
                Err(_) => reached.get(),
            };
            if cut >= answers.len() {
                break;
            }
            at = answers.get(cut).cloned();
            answers.truncate(cut);
        }
        record.end = Some(RecordEnd { broken: Some(Broken { what, at }), ..end });
        record
    }

    /// The record of a game in which nothing was done yet.
    #[must_use]
    pub fn begun(setup: &Setup) -> Self {
        let cards = setup
            .seats
            .iter()
            .flat_map(|seat| seat.deck.iter().chain(&seat.sideboard).chain(&seat.commanders).chain(&seat.command));
        let mut known = BTreeMap::new();
        for card in cards {
            known.entry(card.name.to_string()).or_insert_with(|| card_digest(card));
        }
        Self {
            version: RECORD_VERSION,
            engine: ENGINE_STAMP.to_owned(),
            seed: setup.seed,
            decks: setup.seats.iter().map(RecordSeat::of).collect(),
            cards: known,
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

    /// The cards that say something else than when the game was recorded, in words.
    #[must_use]
    pub fn other_cards(&self, setup: &Setup) -> Option<String> {
        let now = Self::begun(setup);
        let mut others = self.cards.iter().filter(|(name, then)| now.cards.get(*name) != Some(then));
        let (first, _) = others.next()?;
        Some(match others.count() {
            0 => format!("another text of {first}"),
            more => format!("other texts of {first} and {more} more cards"),
        })
    }

    /// What is other than when the game was recorded, in words: the engine, cards. Nothing when all is the same.
    #[must_use]
    pub fn changes(&self, setup: &Setup) -> Option<String> {
        let engine = (self.engine != ENGINE_STAMP).then(|| "another version of lawmage".to_owned());
        let both: Vec<String> = engine.into_iter().chain(self.other_cards(setup)).collect();
        (!both.is_empty()).then(|| both.join(" and "))
    }

    /// How many answers it holds.
    #[must_use]
    pub fn answers(&self) -> usize {
        self.entries.iter().filter(|entry| matches!(entry, Entry::Answer { .. })).count()
    }

    /// Plays the record back up to so many things done, telling each event; checks the state when it is played whole.
    ///
    /// # Errors
    /// Where it diverges.
    pub fn play_back(&self, setup: &Setup, to: usize, tell: &mut dyn FnMut(&str)) -> Result<State, PlaybackError> {
        let state = State::new_game(setup).map_err(PlaybackError::Setup)?;
        let mut session = Session::heard_by(state, Log::of(Viewer::Judge));
        tell_lines(&mut session, tell);
        for (entry, number) in self.entries.iter().zip(1..).take(to) {
            session.follow(entry).map_err(|why| PlaybackError::Diverged(number, why))?;
            tell_lines(&mut session, tell);
        }
        let state = session.state();
        if let Some(end) = self.end.as_ref().filter(|_| to >= self.entries.len()) {
            let played = state_digest(state);
            if played != end.state {
                return Err(PlaybackError::Digest { recorded: end.state.clone(), played });
            }
        }
        Ok(state.clone())
    }
}

impl RecordEnd {
    /// The end of a game in that state.
    #[must_use]
    pub fn of(state: &State) -> Self {
        Self { state: state_digest(state), broken: None }
    }
}

fn tell_lines(session: &mut Session<Log>, tell: &mut dyn FnMut(&str)) {
    session.hearer_mut().take_lines().iter().for_each(|line| tell(line));
}

/// The entries of a game from its answers, and the state it comes to. `reached` is the answer at hand, for when it panics.
fn written(
    setup: &Setup,
    answers: &[Answer],
    conceded: Option<PlayerId>,
    reached: &Cell<usize>,
) -> Result<(Vec<Entry>, State), PlaybackError> {
    let mut session = Session::new(State::new_game(setup).map_err(PlaybackError::Setup)?);
    let mut entries = Vec::with_capacity(answers.len());
    for (place, answer) in answers.iter().enumerate() {
        reached.set(place);
        let question = session.question().map(|question| Entry::answer(question, answer.clone()));
        let entry = question.ok_or_else(|| PlaybackError::Diverged(place + 1, "nothing is asked".to_owned()))?;
        session.follow(&entry).map_err(|why| PlaybackError::Diverged(place + 1, why))?;
        entries.push(entry);
    }
    if let Some(player) = conceded {
        let entry = Entry::Concede(player);
        session.follow(&entry).map_err(|why| PlaybackError::Diverged(answers.len() + 1, why))?;
        entries.push(entry);
    }
    Ok((entries, session.state().clone()))
}
