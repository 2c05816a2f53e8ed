//! A game, from who sits down to how it ends.

use std::fmt;

use lawmage_cards::deck::{Deck, each};
use lawmage_engine::procedure::start::{Seat, Setup, SetupError};
use lawmage_engine::variants::kind::Variant;
use lawmage_engine::{Answer, Decision, GameResult, Illegal, Log, PlayerId, Seed, Session, State, View, Viewer};

use crate::Cards;

/// A game about to start.
#[derive(Clone, Debug, Default)]
pub struct Match {
    setup: Setup,
    seed: Option<Seed>,
}

/// Why no game starts.
#[derive(Clone, Debug)]
pub enum StartError {
    /// The rules allow none with these seats and decks.
    Setup(SetupError),
    /// The system gives no randomness; why.
    NoRandomness(String),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setup(why) => why.fmt(f),
            Self::NoRandomness(why) => write!(f, "the system gives no randomness: {why}"),
        }
    }
}

impl std::error::Error for StartError {}

impl Match {
    /// Nobody has sat down yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A player sits down, after those before in turn order, with a deck and its sideboard and commanders.
    #[must_use]
    pub fn seat(mut self, name: &str, deck: Deck) -> Self {
        self.setup.seats.push(Seat {
            name: name.to_owned(),
            deck: each(&deck.main).cloned().collect(),
            sideboard: each(&deck.sideboard).cloned().collect(),
            commanders: each(&deck.commander).cloned().collect(),
            command: each(&deck.command).cloned().collect(),
            ..Seat::default()
        });
        self
    }

    /// What kind of game it is. Without this, it is Commander (903) where decks have commanders.
    #[must_use]
    pub fn variant(mut self, variant: Variant) -> Self {
        self.setup.variant = variant;
        self
    }

    /// Who takes the first turn (103.1), by their seat from 0; by default chance picks who chooses.
    #[must_use]
    pub fn first(mut self, seat: u8) -> Self {
        self.setup.first = Some(PlayerId(seat));
        self
    }

    /// A seed, with which the same answers make the same game. By default, the system's randomness.
    #[must_use]
    pub fn seed(mut self, seed: impl Into<Seed>) -> Self {
        self.seed = Some(seed.into());
        self
    }

    /// Where an effect has a card name chosen, it may be that of any of these cards (201.4), not only of those in the game.
    #[must_use]
    pub fn names_of(mut self, cards: &Cards) -> Self {
        self.setup.reference = cards.reference();
        self
    }

    /// Starts the game, which runs to its first question.
    ///
    /// # Errors
    /// Why none starts so.
    pub fn start(mut self) -> Result<Game, StartError> {
        self.setup.seed = match self.seed {
            Some(seed) => seed,
            None => system_seed()?,
        };
        let state = State::new_game(&self.setup.of_leaders()).map_err(StartError::Setup)?;
        Ok(Game(Session::heard_by(state, Log::of(Viewer::Judge))))
    }
}

/// A seed that nobody can guess.
///
/// # Errors
/// When the system has no randomness to give.
pub fn system_seed() -> Result<Seed, StartError> {
    let mut bits = [0; 32];
    getrandom::fill(&mut bits).map_err(|why| StartError::NoRandomness(why.to_string()))?;
    Ok(Seed::Bits(bits))
}

/// A game that waits for answers.
#[derive(Clone, Debug)]
pub struct Game(Session<Log>);

impl Game {
    /// The question that waits; none when the game is over.
    #[must_use]
    pub const fn question(&self) -> Option<&Decision> {
        self.0.question()
    }

    /// What a player may see now.
    #[must_use]
    pub fn view(&self, player: PlayerId) -> View<'_> {
        self.0.view(player)
    }

    /// Answers the question, and goes on to the next.
    ///
    /// # Errors
    /// The rule that the answer breaks, and why; nothing has changed then.
    pub fn answer(&mut self, answer: Answer) -> Result<(), Illegal> {
        self.0.answer(answer)
    }

    /// Concedes for a player (104.3a).
    pub fn concede(&mut self, player: PlayerId) {
        self.0.concede(player);
    }

    /// Takes back all answers since the question before, whoever gave them; whether there were any.
    pub fn undo(&mut self) -> bool {
        self.0.undo()
    }

    /// How the game ended.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        self.0.state().result().cloned()
    }

    /// What has happened since this was last asked, in sentences that end with the rule behind each, as a judge is told it: with
    /// what is hidden from players.
    pub fn happened(&mut self) -> Vec<String> {
        self.0.hearer_mut().take_lines()
    }

    /// The game's session, with the whole state.
    #[must_use]
    pub const fn session(&self) -> &Session<Log> {
        &self.0
    }
}
