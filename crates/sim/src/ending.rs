//! How a game ended, and why.

use lawmage_engine::state::player::Standing;
use lawmage_engine::{GameResult, PlayerId, State};
use lawmage_ir::{Rule, rule};
use serde::{Deserialize, Serialize};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameEnd {
    /// The player of this seat won.
    Won(usize),
    /// A draw by the rules.
    Draw,
    /// Given up at a cap.
    Capped(String),
    /// Something went wrong; what.
    Error(String),
}

impl GameEnd {
    /// Whether it ended by the rules.
    #[must_use]
    pub const fn is_sound(&self) -> bool {
        matches!(self, Self::Won(_) | Self::Draw)
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// A life total of 0 or less (704.5a).
    Life,
    /// A draw from an empty library (704.5b).
    Decked,
    /// Ten poison counters (704.5c).
    Poison,
    /// 21 combat damage by a commander (704.6c).
    Commander,
    /// A player conceded (104.3a).
    Conceded,
    /// An effect said that someone wins or loses (104.2b, 104.3e).
    Effect,
    /// All lost at once, or the game could not end (104.4).
    Draw,
    /// Nobody could do anything any more, and nobody lost by it.
    Stuck,
    /// A cap on turns, ticks or decisions.
    Capped,
    /// The limit of time for a game.
    Time,
    /// The program failed.
    Error,
}

impl Reason {
    /// Its name in reports and tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Life => "life",
            Self::Decked => "decked",
            Self::Poison => "poison",
            Self::Commander => "commander",
            Self::Conceded => "conceded",
            Self::Effect => "effect",
            Self::Draw => "draw",
            Self::Stuck => "stuck",
            Self::Capped => "capped",
            Self::Time => "time",
            Self::Error => "error",
        }
    }
}

/// How a game that is over ended, and by which rule.
pub(crate) fn of(state: &State) -> (GameEnd, Reason, Option<Rule>) {
    match state.result() {
        Some(GameResult::Won(winners)) => {
            let Some(winner) = winners.first() else { return (GameEnd::Draw, Reason::Draw, None) };
            let (reason, rule) = why_lost(state, *winner);
            (GameEnd::Won(winner.index()), reason, Some(rule))
        }
        Some(GameResult::Draw(rule)) => (GameEnd::Draw, Reason::Draw, Some(*rule)),
        None => (GameEnd::Draw, Reason::Draw, None),
    }
}

fn why_lost(state: &State, winner: PlayerId) -> (Reason, Rule) {
    /// A player who loses because a teammate did (810.8a, 809.5b).
    const WITH_TEAM: [Rule; 2] = [rule!("810.8a"), rule!("809.5b")];
    let losers = state.players().iter().zip(0..).filter(|(_, seat)| PlayerId(*seat) != winner);
    let standings = losers.filter_map(|(player, _)| match player.standing {
        Standing::Playing | Standing::Drew => None,
        Standing::Conceded => Some((Reason::Conceded, rule!("104.3a"))),
        Standing::Lost(rule) => Some((reason_of(rule), rule)),
    });
    standings.min_by_key(|(_, rule)| WITH_TEAM.contains(rule)).unwrap_or((Reason::Effect, rule!("104.2b")))
}

fn reason_of(why: Rule) -> Reason {
    const LIFE: Rule = rule!("704.5a");
    const LIBRARY: Rule = rule!("704.5b");
    const POISON: Rule = rule!("704.5c");
    const COMMANDER: Rule = rule!("704.6c");
    match why {
        _ if why == LIFE => Reason::Life,
        _ if why == LIBRARY => Reason::Decked,
        _ if why == POISON => Reason::Poison,
        _ if why == COMMANDER => Reason::Commander,
        _ => Reason::Effect,
    }
}
