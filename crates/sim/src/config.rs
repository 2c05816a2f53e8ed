//! What to simulate.

use std::sync::Arc;

use lawmage_bots::{BasicBot, RandomBot};
use lawmage_engine::Player;
use lawmage_ir::Card;
use serde::{Deserialize, Serialize};

/// A kind of bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bot {
    /// Uniform over legal options.
    Random,
    /// Plays for value.
    Basic,
}

impl Bot {
    /// A new one, from a seed.
    #[must_use]
    pub fn seat(self, seed: u64) -> Box<dyn Player> {
        match self {
            Self::Random => Box::new(RandomBot::new(seed)),
            Self::Basic => Box::new(BasicBot::new(seed)),
        }
    }
}

/// A deck with a name, and who plays it.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// How reports call it.
    pub name: String,
    /// Its cards.
    pub deck: Vec<Arc<Card>>,
    /// Who plays it.
    pub bot: Bot,
}

/// Where a game is given up as endless; it is reported as capped, never as a result.
#[derive(Clone, Copy, Debug)]
pub struct Caps {
    /// Turns.
    pub turns: u32,
    /// Ticks.
    pub ticks: u32,
    /// Decisions.
    pub decisions: u64,
}

impl Default for Caps {
    fn default() -> Self {
        Self { turns: 1_000, ticks: 1_000_000, decisions: 1_000_000 }
    }
}

/// A simulation: pairs of entrants, so many games each, seats swapped from game to game.
#[derive(Clone, Debug)]
pub struct Config {
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// Which of them play each other, by index.
    pub pairs: Vec<(usize, usize)>,
    /// Games for each pair.
    pub games: u32,
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
}

/// All pairs of so many entrants, each once, none with itself.
#[must_use]
pub fn all_pairs(count: usize) -> Vec<(usize, usize)> {
    (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect()
}
