//! Where the game is in its turns (500).

use lawmage_ir::Step;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::state::chars::AbilityKey;
use crate::state::ids::{ObjectId, PlayerId};

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

/// An extra turn to come (500.7).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ExtraTurn {
    /// Whose.
    pub player: PlayerId,
    /// What tells it from others, for effects that speak of it.
    pub mark: i32,
}

/// Where the game is in its turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Turn {
    /// Counted from 1; 0 before the first.
    pub number: u32,
    /// Whose turn it is (102.1).
    pub active: PlayerId,
    /// The players of the team whose turn it is, as bits, where teams share their turns (805.4).
    pub team: u32,
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
    pub extra: SmallVec<[ExtraTurn; 1]>,
    /// How many extra turns were made so far.
    pub extra_made: i32,
    /// What tells the extra turn at hand from others, in an extra turn.
    pub mark: Option<i32>,
    /// The last player to take a turn that was no extra turn.
    pub last_regular: PlayerId,
    /// Combat phases begun this turn.
    pub combats: u32,
    /// What tells an endless loop, and what has been looked at already.
    pub watch: Watch,
}

/// The steps of a turn after its first (500.1). The second combat damage step is made at need (510.4).
pub const STEPS: [Step; 11] = [
    Step::Upkeep,
    Step::Draw,
    Step::Main,
    Step::BeginCombat,
    Step::DeclareAttackers,
    Step::DeclareBlockers,
    Step::CombatDamage,
    Step::EndCombat,
    Step::Main2,
    Step::End,
    Step::Cleanup,
];

impl Turn {
    /// Puts the game at the beginning of a step of a player's turn, with the rest of the turn to come: for positions made
    /// by hand.
    pub(crate) fn begin_at(&mut self, number: u32, active: PlayerId, step: Step) {
        self.number = number;
        self.active = active;
        self.last_regular = active;
        self.step = step;
        self.progress = Progress::BeginStep;
        self.priority = None;
        self.passes = 0;
        self.upcoming = STEPS.iter().copied().filter(|s| *s > step).collect();
    }
}

impl Turn {
    /// Whether it is a player's turn: theirs, or their team's (805.4a).
    #[must_use]
    pub fn is_of(&self, player: PlayerId) -> bool {
        self.active == player || self.team >> player.0 & 1 == 1
    }

    /// Adds an extra turn directly after this one (500.7). Returns what tells it from others.
    pub(crate) fn add_extra(&mut self, player: PlayerId) -> i32 {
        self.extra_made = self.extra_made.saturating_add(1);
        self.extra.insert(0, ExtraTurn { player, mark: self.extra_made });
        self.extra_made
    }

    /// What tells an additional combat phase from others (500.8): the turn, and how many combat phases are to come in it after
    /// that one. What is added later comes before those.
    pub(crate) fn combat_before(&self, rest: usize) -> i32 {
        let later = self.upcoming.iter().skip(rest).filter(|step| **step == Step::BeginCombat).count();
        let turn = i32::try_from(self.number).unwrap_or_default();
        turn.saturating_mul(1_000).saturating_add(i32::try_from(later).unwrap_or_default())
    }

    /// The same of the combat phase at hand.
    pub(crate) fn combat_at_hand(&self) -> Option<i32> {
        self.step.in_combat().then(|| self.combat_before(0))
    }

    /// How many of the steps to come belong to the phase at hand.
    pub(crate) fn rest_of_phase(&self) -> usize {
        let phase = |step: Step| match step {
            Step::Untap | Step::Upkeep | Step::Draw => 0,
            Step::Main => 1,
            Step::Main2 => 3,
            Step::End | Step::Cleanup => 4,
            _ => 2,
        };
        let mut before = self.step;
        let goes_on = |step: &&Step| {
            let same = phase(**step) == phase(self.step) && **step > before;
            before = **step;
            same
        };
        self.upcoming.iter().take_while(goes_on).count()
    }
}

/// What is watched through a turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Watch {
    /// The tick with which the turn began.
    pub turn_began: u32,
    /// Resolutions in this step since someone last chose anything but to pass.
    pub quiet: u32,
    /// Positions since then.
    pub positions: Vec<u64>,
    /// Who controlled what has resolved since then, as bits (801.16).
    pub looping: u32,
    /// How much of the turn's record state-based actions have looked at (704.5d-e).
    pub checked: u32,
    /// What each player had left to lose, life and library, at the last look at a long loop.
    pub stock: Vec<(i32, u32)>,
    /// Abilities activated in this step, for fragmented loops (729.3).
    #[serde(default)]
    pub(crate) acts: Vec<Act>,
}

/// An activation, and where the game was (729.3).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Act {
    /// Whose.
    pub player: PlayerId,
    /// Of which object's ability.
    pub source: ObjectId,
    /// Which ability.
    pub key: AbilityKey,
    /// A digest of the game as it was taken.
    pub at: u64,
}

impl Watch {
    /// Someone chose.
    pub fn choice(&mut self) {
        (self.quiet, self.looping) = (0, 0);
        self.positions.clear();
        self.stock.clear();
    }

    /// Another step begins.
    pub fn step(&mut self) {
        self.choice();
        self.acts.clear();
    }
}

/// What is going on only while the game starts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Opening {
    /// Cards revealed until the first turn begins (103.6b).
    pub revealed: Vec<ObjectId>,
    /// Cards whose opening-hand action has been taken (103.6b: only once each).
    pub(crate) used: Vec<ObjectId>,
}
