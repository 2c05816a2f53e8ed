//! What to simulate.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use lawmage_bots::{BasicBot, RandomBot};
use lawmage_engine::{Player, Seed};
use lawmage_ir::Card;
use serde::{Deserialize, Serialize};

/// A kind of bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bot {
    /// Uniform over legal options.
    Random,
    /// Plays for value.
    #[default]
    Basic,
}

impl Bot {
    /// A new one, from a seed.
    #[must_use]
    pub fn seat(self, seed: impl Into<Seed>) -> Box<dyn Player> {
        match self {
            Self::Random => Box::new(RandomBot::new(seed)),
            Self::Basic => Box::new(BasicBot::new(seed)),
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Basic => "basic",
        }
    }
}

/// The cards someone begins a game with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cards {
    /// The deck.
    pub deck: Vec<Arc<Card>>,
    /// The sideboard (100.4).
    pub sideboard: Vec<Arc<Card>>,
}

/// A deck with a name, and who plays it.
#[derive(Clone, Debug, Default)]
pub struct Entrant {
    /// How reports call it.
    pub name: String,
    /// Its cards.
    pub deck: Vec<Arc<Card>>,
    /// Its sideboard (100.4).
    pub sideboard: Vec<Arc<Card>>,
    /// Its commanders, which are not among the cards of the deck (903.3).
    pub commanders: Vec<Arc<Card>>,
    /// The planes, phenomena, schemes and vanguards it brings.
    pub command: Vec<Arc<Card>>,
    /// What it plays after the first game of a match, by the place of the opponent among the entrants; where there is
    /// nothing, what it played before.
    pub boarded: BTreeMap<usize, Cards>,
    /// Who plays it.
    pub bot: Bot,
}

impl Entrant {
    /// Whether another is the same deck played by the same bot, whatever they are called.
    #[must_use]
    pub fn is_same_as(&self, other: &Self) -> bool {
        let same = |a: &[Arc<Card>], b: &[Arc<Card>]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| Arc::ptr_eq(a, b) || a.name == b.name)
        };
        self.bot == other.bot
            && same(&self.deck, &other.deck)
            && same(&self.sideboard, &other.sideboard)
            && same(&self.commanders, &other.commanders)
    }

    /// The names of its cards, each once: commanders, deck, sideboard.
    #[must_use]
    pub fn card_names(&self) -> Vec<Arc<str>> {
        let mut names: Vec<Arc<str>> = Vec::new();
        for card in self.commanders.iter().chain(&self.deck).chain(&self.sideboard) {
            if !names.contains(&card.name) {
                names.push(card.name.clone());
            }
        }
        names
    }

    /// Its cards in a game of a match against the entrant of that place; games are counted from 0.
    #[must_use]
    pub fn cards(&self, opponent: usize, game: u32) -> (&[Arc<Card>], &[Arc<Card>]) {
        match self.boarded.get(&opponent) {
            Some(cards) if game > 0 => (&cards.deck, &cards.sideboard),
            _ => (&self.deck, &self.sideboard),
        }
    }
}

/// Where a game is given up as endless; it is reported as capped, never as a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caps {
    /// Turns.
    pub turns: u32,
    /// Ticks.
    pub ticks: u32,
    /// Decisions.
    pub decisions: u64,
    /// Time on the clock. Whether a game reaches it depends on the machine, so set it where no sound game comes.
    pub time: Option<Duration>,
}

impl Default for Caps {
    fn default() -> Self {
        Self { turns: 1_000, ticks: 1_000_000, decisions: 1_000_000, time: None }
    }
}

/// A simulation: pairs of entrants, so many games or matches each, seats swapped from one to the next.
#[derive(Clone, Debug)]
pub struct Config {
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// Which of them play each other, by index.
    pub pairs: Vec<(usize, usize)>,
    /// Games (or matches) for each pair; with `until`, the most there may be.
    pub games: u32,
    /// The most games of a match that count: 1, or 3 for best of three.
    pub best_of: u32,
    /// Set the sideboards aside (103.2a), where cards that ask for cards from outside the game find them.
    pub sideboards: bool,
    /// Play on until the interval of each pair's win rate reaches no further than this to either side on average.
    pub until: Option<f64>,
    /// How sure an interval is to hold the true value: 0.95.
    pub confidence: f64,
    /// Begin no more games after this long.
    pub time_limit: Option<Duration>,
    /// From which every game's seed comes.
    pub seed: u64,
    /// How many threads; 1 runs here.
    pub threads: usize,
    /// Check invariants after every so many ticks; never when `None`.
    pub check_every: Option<u32>,
    /// Where games are given up.
    pub caps: Caps,
    /// Keep all answers in the records.
    pub keep_answers: bool,
    /// Keep what became of each card (games are a little slower).
    pub card_figures: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            entrants: Vec::new(),
            pairs: Vec::new(),
            games: 10,
            best_of: 1,
            sideboards: false,
            until: None,
            confidence: 0.95,
            time_limit: None,
            seed: 1,
            threads: 1,
            check_every: None,
            caps: Caps::default(),
            keep_answers: false,
            card_figures: false,
        }
    }
}

impl Config {
    /// The entrants of a pair, by index.
    #[must_use]
    pub fn pair(&self, pair: usize) -> Option<[&Entrant; 2]> {
        let (a, b) = *self.pairs.get(pair)?;
        Some([self.entrants.get(a)?, self.entrants.get(b)?])
    }
}

/// All pairs of so many entrants, each once, none with itself.
#[must_use]
pub fn all_pairs(count: usize) -> Vec<(usize, usize)> {
    (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect()
}

/// Each of the first so many entrants against each of the others.
#[must_use]
pub fn pairs_against(first: usize, count: usize) -> Vec<(usize, usize)> {
    (0..first).flat_map(|a| (first..count).map(move |b| (a, b))).collect()
}
