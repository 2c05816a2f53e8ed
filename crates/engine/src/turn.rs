//! Turn structure (500-514) and the tick. SKELETON: owner E3.

use lawmage_ir::Step;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::game::{Game, Res};
use crate::ids::PlayerId;

/// What the next tick does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Progress {
    /// The next stage of starting the game (103).
    Start(u8),
    /// A turn begins (500, 502).
    BeginTurn,
    /// The step begins: turn-based actions (703).
    BeginStep,
    /// A player has priority (117), or the top of the stack resolves when all have passed.
    Priority,
    /// The step ends (500.2).
    EndStep,
    /// Nothing: the game is over.
    Over,
}

/// Where the game is in its turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Turn {
    /// Counted from 1; 0 before the first.
    pub number: u32,
    /// Whose turn it is (102.1).
    pub active: PlayerId,
    /// The player who took the first turn.
    pub first: PlayerId,
    /// The step or phase at hand.
    pub step: Step,
    /// What the next tick does.
    pub progress: Progress,
    /// Who has priority.
    pub priority: Option<PlayerId>,
    /// How many have passed in succession (117.4).
    pub passes: u8,
    /// Steps still to come in this turn, next first (500.8 adds to them).
    pub upcoming: Vec<Step>,
    /// Extra turns to come, the last added first (500.7).
    pub extra: SmallVec<[PlayerId; 1]>,
    /// The last player to take a turn that was no extra turn.
    pub last_regular: PlayerId,
    /// Combat phases begun this turn.
    pub combats: u32,
}

impl Game<'_> {
    /// Plays one tick: one turn-based action, one action of a player with priority, or one resolution.
    ///
    /// # Errors
    /// The table's halt: then the state is in the middle of the tick, to be put back by the driver.
    pub fn tick(&mut self) -> Res<()> {
        Ok(())
    }
}
