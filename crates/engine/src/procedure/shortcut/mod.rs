//! Taking shortcuts (729.1b, 729.2): a sequence of game choices of all players, proposed by the player with priority, accepted or
//! shortened by each other player, then taken.
//!
//! A sequence is told by what is chosen ([`GameChoice`]), not by places among options: it can be repeated though options come
//! and go, and though what is chosen is another object each time around.

mod choice;
mod follow;
mod proposal;

use lawmage_ir::Step;
use serde::{Deserialize, Serialize};

use crate::state::State;
use crate::state::ids::PlayerId;

pub use choice::GameChoice;
pub use follow::{Follower, Following, Met, go};
pub use proposal::{Proposal, Shortening};

/// Game choices in a row, repeated so many times (729.2a: a loop that repeats a specified number of times).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The choices of one round.
    pub choices: Vec<GameChoice>,
    /// How many rounds.
    pub times: u32,
    /// How many objects more there are on the stack after a round than before it.
    pub(crate) growth: i32,
    /// Who has priority as a round is over, and in which step.
    pub(crate) ends: (Option<PlayerId>, Step),
}

impl Part {
    /// What was chosen until now, to be chosen again so many times.
    #[must_use]
    pub fn repeating(choices: &[GameChoice], state: &State, times: u32) -> Self {
        let begun = choices.first().map_or(0, |first| first.depth);
        let (growth, ends) = (state.stack.len() as i32 - begun, (state.turn.priority, state.turn.step));
        Self { choices: choices.to_vec(), times, growth, ends }
    }
}

/// What a player with priority suggests (729.2a).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shortcut {
    /// Sequences one after another, each repeated.
    Parts(Vec<Part>),
    /// All players pass priority at all opportunities until one has it in that step of the turn of that number.
    PassUntil(u32, Step),
}

/// Where a round begins, of what a player did last: at the last so many actions of that player that were no passing. `None` where
/// there were fewer.
#[must_use]
pub fn last_actions(choices: &[GameChoice], player: PlayerId, actions: usize) -> Option<usize> {
    let own = |(_, choice): &(usize, &GameChoice)| choice.player == player && choice.is_action();
    choices.iter().enumerate().rev().filter(own).nth(actions.checked_sub(1)?).map(|(place, _)| place)
}
