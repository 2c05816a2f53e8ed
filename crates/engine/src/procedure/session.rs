//! The suspended drive: a game whose questions are answered later (design §2). Undo, replay and save fall out of it.

mod entry;
mod fork;
mod hearing;
mod running;
mod shortcuts;

use std::collections::VecDeque;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::procedure::shortcut::GameChoice;
use crate::state::State;
use crate::state::ids::PlayerId;
use crate::state::reference::Reference;
use crate::table::decision::{Answer, Decision, Domain, Illegal};
use crate::table::game::Game;
use crate::table::view::View;

pub use entry::Entry;
pub use hearing::{Hearer, Log, Nobody};
use running::{Replaying, Since};

/// The version of saved sessions. Another version is refused rather than misread.
pub const SAVE_VERSION: u32 = 23;

/// How many earlier ticks can be undone, unless a session is told otherwise.
const UNDO_DEPTH: usize = 256;

const fn undo_depth() -> usize {
    UNDO_DEPTH
}

/// A game that waits for answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session<H: Default = Nobody> {
    version: u32,
    /// The state from which it is played on: between two ticks, or where a player with priority is asked.
    before: State,
    /// Answers given since then.
    answers: Vec<Answer>,
    /// All answers given until then.
    log: Vec<Answer>,
    /// The state where the question was asked, unless it is that from which it is played on.
    #[serde(skip)]
    now: Option<State>,
    /// What was played since then.
    #[serde(skip)]
    since: Since,
    #[serde(skip)]
    question: Option<Decision>,
    #[serde(skip)]
    past: VecDeque<(State, usize)>,
    /// How many earlier ticks can be undone.
    #[serde(skip, default = "undo_depth")]
    undo_depth: usize,
    /// How many of the events since then have been told.
    told: usize,
    #[serde(skip)]
    hearer: H,
    /// The choices made, each with how many answers there were before it: what a shortcut may repeat.
    #[serde(skip)]
    choices: Vec<(usize, GameChoice)>,
    /// What can't be answered to the question that waits: what a shortcut that the player has shortened had there (729.2c).
    #[serde(default)]
    otherwise: Option<Answer>,
    /// Why the game can't go on, if it can't.
    #[serde(skip)]
    failure: Option<String>,
}

/// Why a saved session can't be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// It was saved by a version whose format this one doesn't know.
    Version {
        /// The file's.
        found: u32,
        /// This program's.
        known: u32,
    },
    /// It is no text of a session: why.
    Unreadable(String),
    /// It holds what can't be: no game leads there. What it is.
    Impossible(String),
    /// Playing it on from where it was did not come to the question it waited at.
    Diverged(String),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version { found, known } => {
                write!(
                    f,
                    "the save has format {found}, this program reads format {known}: use the program that saved it"
                )
            }
            Self::Unreadable(why) => write!(f, "that is no saved game: {why}"),
            Self::Impossible(what) => write!(f, "the saved game was changed or damaged: {what}"),
            Self::Diverged(why) => write!(f, "the saved game does not play on as it was saved: {why}"),
        }
    }
}

impl std::error::Error for LoadError {}

fn nothing_waits() -> Illegal {
    Illegal::new(lawmage_ir::rule!("104.1"), "no question waits: the game is over")
}

impl Session {
    /// A game from that state, of which nobody hears; runs to its first question.
    #[must_use]
    pub fn new(state: State) -> Self {
        Self::heard_by(state, Nobody)
    }
}

impl<H: Hearer + Default> Session<H> {
    /// A game from that state, with who hears what happens in it; runs to its first question.
    #[must_use]
    pub fn heard_by(state: State, hearer: H) -> Self {
        let mut session = Self {
            version: SAVE_VERSION,
            before: state,
            answers: Vec::new(),
            log: Vec::new(),
            now: None,
            since: Since::default(),
            question: None,
            past: VecDeque::new(),
            undo_depth: UNDO_DEPTH,
            told: 0,
            hearer,
            choices: Vec::new(),
            otherwise: None,
            failure: None,
        };
        session.advance();
        session
    }

    /// The question that waits, if the game is not over.
    #[must_use]
    pub const fn question(&self) -> Option<&Decision> {
        self.question.as_ref()
    }

    /// The state at the question, or at the end.
    #[must_use]
    pub fn state(&self) -> &State {
        self.now.as_ref().unwrap_or(&self.before)
    }

    /// What a player may see now.
    #[must_use]
    pub fn view(&self, player: PlayerId) -> View<'_> {
        View::new(self.state(), player, self.question.as_ref())
    }

    /// Why the game can't go on: a cap was reached. `None` in all ordinary games.
    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Who hears what happens, beside the state at the question and the question that waits.
    pub fn parts(&mut self) -> (&mut H, &State, Option<&Decision>) {
        (&mut self.hearer, self.now.as_ref().unwrap_or(&self.before), self.question.as_ref())
    }

    /// Who hears what happens.
    pub const fn hearer_mut(&mut self) -> &mut H {
        &mut self.hearer
    }

    /// All answers given, in order.
    #[must_use]
    pub fn all_answers(&self) -> Vec<Answer> {
        self.log.iter().chain(&self.answers).cloned().collect()
    }

    /// Answers the question that waits, and runs to the next.
    ///
    /// # Errors
    /// The rule that the answer breaks; nothing has changed then.
    pub fn answer(&mut self, answer: Answer) -> Result<(), Illegal> {
        let Some(question) = &self.question else {
            return Err(nothing_waits());
        };
        if let Answer::Concede(player) = answer
            && self.state().subgame_depth() > 0
        {
            self.concede(player);
            return Ok(());
        }
        question.check(&answer)?;
        self.chooses_otherwise(&answer)?;
        let choice = GameChoice::of(self.state(), question, &answer);
        self.choices.push((self.answered(), choice));
        self.otherwise = None;
        self.go_on_with(answer);
        Ok(())
    }

    /// Concedes for a player (104.3a), at any time: it is no decision that the game asks for, so that who controls the player
    /// has no part in it (720.6). A player of a subgame concedes that one (726.1).
    pub fn concede(&mut self, player: PlayerId) {
        if self.state().subgame_depth() > 0 && self.state().player(player).is_playing() {
            self.forget_choices();
            return self.go_on_with(Answer::Concede(player));
        }
        self.come_to_tick();
        self.keep(self.before.clone(), self.log.len());
        self.answers.clear();
        self.since = Since::default();
        self.forget_choices();
        let mut table = Replaying::new(&[], 0, &mut self.hearer);
        let mut game = Game::new(self.before.clone(), &mut table);
        game.concede(player);
        self.before = game.state;
        self.told = 0;
        self.advance();
    }

    /// Goes back to the beginning of the tick at hand, or of the tick before it in which something was asked. Tells whether
    /// there was anything to undo.
    pub fn undo(&mut self) -> bool {
        if !self.answers.is_empty() {
            self.answers.clear();
        } else if let Some((state, log)) = self.past.pop_back() {
            self.before = state;
            self.log.truncate(log);
        } else {
            return false;
        }
        (self.since, self.told) = (Since::default(), 0);
        self.hearer.taken_back();
        self.forget_choices();
        self.advance();
        true
    }

    /// How many answers were given.
    #[must_use]
    pub const fn answered(&self) -> usize {
        self.log.len() + self.answers.len()
    }

    /// How many answers were given before the tick at hand: what a player does in one tick belongs together.
    #[must_use]
    pub const fn tick_began(&self) -> usize {
        self.log.len() + self.since.answers
    }

    /// Goes back to the question that came after so many answers, if the game is still known as far back. Tells whether it
    /// is; if not, nothing has changed.
    pub fn undo_to(&mut self, answers: usize) -> bool {
        let all = self.all_answers();
        if answers > all.len() {
            return false;
        }
        if answers < self.log.len() {
            let Some(place) = self.past.iter().rposition(|(_, log)| *log <= answers) else { return false };
            self.past.truncate(place + 1);
            let Some((state, log)) = self.past.pop_back() else { return false };
            self.before = state;
            self.log.truncate(log);
        }
        self.answers = all.get(self.log.len()..answers).unwrap_or_default().to_vec();
        self.failure = None;
        (self.since, self.told) = (Since::default(), 0);
        self.forget_choices();
        self.advance();
        self.hearer.taken_back();
        true
    }

    /// Whether an answer to the question that waits is legal, told as a judge would: by name where one creature is what is
    /// wrong with an attack or a block.
    ///
    /// # Errors
    /// The rule that the answer breaks.
    pub fn check(&self, answer: &Answer) -> Result<(), Illegal> {
        let Some(question) = &self.question else { return Err(nothing_waits()) };
        let Err(illegal) = question.check(answer) else { return self.chooses_otherwise(answer) };
        let judged = match (&question.domain, answer) {
            (Domain::Attack(domain), Answer::Attack(attack, bands)) => {
                self.state().check_attack(question.player, domain, attack, bands)
            }
            (Domain::Block(domain), Answer::Block(block)) => self.state().check_block(question.player, domain, block),
            _ => Ok(()),
        };
        judged.and(Err(illegal))
    }

    /// Whether this program reads sessions of that version.
    ///
    /// # Errors
    /// [`LoadError::Version`].
    pub const fn check_version(version: u32) -> Result<(), LoadError> {
        if version == SAVE_VERSION { Ok(()) } else { Err(LoadError::Version { found: version, known: SAVE_VERSION }) }
    }

    /// Makes a deserialised session ready: checks its version and that its state can be ([`State::validate_loaded`]), works out
    /// what was not saved. Card names are looked up in `reference`, as they were before.
    ///
    /// # Errors
    /// [`LoadError`].
    pub fn restored(mut self, reference: Reference) -> Result<Self, LoadError> {
        Self::check_version(self.version)?;
        self.before.reference = reference;
        self.before.touch();
        self.before.validate_loaded().map_err(LoadError::Impossible)?;
        self.before.refresh();
        self.advance();
        if let Some(failure) = &self.failure {
            return Err(LoadError::Diverged(failure.clone()));
        }
        Ok(self)
    }

    /// Keeps a state that can be gone back to, with so many answers given.
    fn keep(&mut self, state: State, answered: usize) {
        if self.past.len() >= self.undo_depth {
            self.past.pop_front();
        }
        if self.undo_depth > 0 {
            self.past.push_back((state, answered));
        }
    }

    /// The first question that can be gone back to, by how many answers were given before it.
    #[must_use]
    pub fn earliest(&self) -> usize {
        self.past.front().map_or(self.log.len(), |(_, log)| *log)
    }

    /// Forgets what is kept only to go back beyond the question that came after so many answers.
    pub fn forget_before(&mut self, answers: usize) {
        if answers >= self.log.len() {
            self.past = VecDeque::new();
        } else if let Some(place) = self.past.iter().rposition(|(_, log)| *log <= answers) {
            self.past.drain(..place);
        }
    }

    /// Keeps no more than so many earlier ticks to go back to: each is a copy of the state, of some 20 KB.
    pub fn limit_undo(&mut self, ticks: usize) {
        self.undo_depth = ticks;
        self.past.drain(..self.past.len().saturating_sub(ticks));
    }
}
