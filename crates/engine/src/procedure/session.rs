//! The suspended drive: a game whose questions are answered later (design §2). Undo, replay and save fall out of it.

mod entry;
mod shortcuts;

use std::collections::VecDeque;
use std::fmt;

use lawmage_ir::Rule;
use serde::{Deserialize, Serialize};

use crate::procedure::shortcut::GameChoice;
use crate::state::State;
use crate::state::ids::PlayerId;
use crate::state::occurrence::Occurrence;
use crate::state::reference::Reference;
use crate::table::decision::{Answer, Decision, Domain, Illegal};
use crate::table::game::{Game, Halt, Res, Table};
use crate::table::narrate;
use crate::table::view::{View, Viewer};

pub use entry::Entry;

/// The version of saved sessions. Another version is refused rather than misread.
pub const SAVE_VERSION: u32 = 21;

/// How many earlier ticks can be undone, unless a session is told otherwise.
const UNDO_DEPTH: usize = 256;

const fn undo_depth() -> usize {
    UNDO_DEPTH
}

/// How many ticks may pass without a decision before the game is called capped.
const TICKS_WITHOUT_DECISION: u32 = 100_000;

/// What happened, as a session tells it: an event, or what a rule did by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Told {
    /// An event.
    Event(Occurrence),
    /// A sentence, and its rule.
    Note(Rule, String),
}

impl Told {
    /// It in a line, with its rule ([`narrate::tell`]); nothing where players aren't told.
    #[must_use]
    pub fn line(&self, state: &State, viewer: Viewer) -> Option<String> {
        match self {
            Self::Event(occurrence) => narrate::tell(state, occurrence, viewer),
            Self::Note(rule, text) => Some(format!("{text} ({rule})")),
        }
    }
}

/// Who hears what happens in a session, as it happens, each event once.
pub trait Hearer {
    /// An event, in the state just after it.
    fn hear(&mut self, state: &State, occurrence: &Occurrence);

    /// A step that a rule took by itself, in a sentence for all.
    fn note(&mut self, state: &State, rule: Rule, text: &str);

    /// What was heard since the question that is asked again didn't happen.
    fn taken_back(&mut self);
}

impl<H: Hearer> Hearer for Vec<H> {
    fn hear(&mut self, state: &State, occurrence: &Occurrence) {
        self.iter_mut().for_each(|each| each.hear(state, occurrence));
    }

    fn note(&mut self, state: &State, rule: Rule, text: &str) {
        self.iter_mut().for_each(|each| each.note(state, rule, text));
    }

    fn taken_back(&mut self) {
        self.iter_mut().for_each(Hearer::taken_back);
    }
}

/// Keeps what happened until it is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct News(Vec<Told>);

impl Hearer for News {
    fn hear(&mut self, _: &State, occurrence: &Occurrence) {
        self.0.push(Told::Event(occurrence.clone()));
    }

    fn note(&mut self, _: &State, rule: Rule, text: &str) {
        self.0.push(Told::Note(rule, text.to_owned()));
    }

    fn taken_back(&mut self) {
        self.0.clear();
    }
}

/// A game that waits for answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session<H: Default = News> {
    version: u32,
    /// The state before the tick at hand.
    before: State,
    /// Answers given in the tick at hand.
    answers: Vec<Answer>,
    /// All answers of earlier ticks.
    log: Vec<Answer>,
    /// The state in the middle of the tick, where the question was asked.
    #[serde(skip)]
    now: Option<State>,
    #[serde(skip)]
    question: Option<Decision>,
    #[serde(skip)]
    past: VecDeque<(State, usize)>,
    /// How many earlier ticks can be undone.
    #[serde(skip, default = "undo_depth")]
    undo_depth: usize,
    /// How many of the tick's events have been told.
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

/// Gives the answers there are, then asks.
struct Replaying<'a> {
    answers: &'a [Answer],
    next: usize,
    seen: usize,
    told: usize,
    hearer: &'a mut dyn Hearer,
}

impl Replaying<'_> {
    /// Whether what happens now is to be told: a tick that runs again tells only what it had not told before.
    fn is_new(&mut self) -> bool {
        self.seen += 1;
        self.seen > self.told
    }
}

impl Table for Replaying<'_> {
    fn answer(&mut self, _: &State, decision: &Decision) -> Res<Answer> {
        let Some(answer) = self.answers.get(self.next) else {
            return Err(Halt::Question(Box::new(decision.clone())));
        };
        self.next += 1;
        Ok(answer.clone())
    }

    fn listens(&self) -> bool {
        true
    }

    fn explains(&self) -> bool {
        true
    }

    fn hear(&mut self, state: &State, occurrence: &Occurrence) {
        if self.is_new() {
            self.hearer.hear(state, occurrence);
        }
    }

    fn note(&mut self, state: &State, rule: Rule, text: &str) {
        if self.is_new() {
            self.hearer.note(state, rule, text);
        }
    }
}

fn nothing_waits() -> Illegal {
    Illegal::new(lawmage_ir::rule!("104.1"), "no question waits: the game is over")
}

impl Session {
    /// A game from that state; runs to its first question.
    #[must_use]
    pub fn new(state: State) -> Self {
        Self::heard_by(state, News::default())
    }

    /// What has happened since this was last asked.
    pub fn take_news(&mut self) -> Vec<Told> {
        std::mem::take(&mut self.hearer.0)
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
        self.answers.push(answer);
        self.advance();
        Ok(())
    }

    /// Concedes for a player (104.3a), at any time: it is no decision that the game asks for, so that who controls the player
    /// has no part in it (720.6). A player of a subgame concedes that one (726.1).
    pub fn concede(&mut self, player: PlayerId) {
        if self.state().subgame_depth() > 0 && self.state().player(player).is_playing() {
            self.forget_choices();
            self.answers.push(Answer::Concede(player));
            return self.advance();
        }
        self.keep(self.before.clone(), self.log.len());
        self.answers.clear();
        self.forget_choices();
        let mut table = Replaying { answers: &[], next: 0, seen: 0, told: 0, hearer: &mut self.hearer };
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
        self.told = 0;
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
        self.log.len()
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
        self.told = 0;
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

    /// Keeps no more than so many earlier ticks to go back to: each is a copy of the state, of some 20 KB.
    pub fn limit_undo(&mut self, ticks: usize) {
        self.undo_depth = ticks;
        self.past.drain(..self.past.len().saturating_sub(ticks));
    }

    /// Runs ticks until one asks what has no answer yet.
    fn advance(&mut self) {
        self.question = None;
        self.now = None;
        let mut quiet = 0;
        while self.before.result.is_none() && self.failure.is_none() {
            let mut table =
                Replaying { answers: &self.answers, next: 0, seen: 0, told: self.told, hearer: &mut self.hearer };
            let mut game = Game::new(self.before.clone(), &mut table);
            let end = game.tick();
            let state = game.state;
            let (seen, used) = (table.seen, table.next);
            match end {
                Ok(()) => {
                    let before = std::mem::replace(&mut self.before, state);
                    if used > 0 {
                        self.keep(before, self.log.len());
                        quiet = 0;
                    }
                    quiet += 1;
                    self.log.append(&mut self.answers);
                    self.told = 0;
                    if quiet > TICKS_WITHOUT_DECISION {
                        self.failure = Some("too long without a decision".to_owned());
                    }
                }
                Err(Halt::Question(decision)) => {
                    self.told = self.told.max(seen);
                    self.now = Some(state);
                    self.question = Some(*decision);
                    return;
                }
                Err(halt) => self.failure = Some(halt.to_string()),
            }
        }
    }
}
