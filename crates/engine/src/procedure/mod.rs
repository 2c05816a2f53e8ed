//! The course of a game: starting it, turns and steps, priority, casting and activating, combat, resolving, state-based
//! actions, leaving and ending it.

mod ability_x;
pub mod activate;
mod activation_limits;
pub mod cast;
pub mod combat;
mod cost_by_target;
pub mod end;
mod first_cost;
mod fork;
mod fragmented;
mod keyword_deeds;
pub mod leave;
pub mod legal_actions;
pub mod loops;
pub mod priority;
pub mod refusal;
pub mod resolve;
pub mod session;
pub mod shortcut;
mod shown;
pub mod special;
pub mod start;
pub mod state_based_actions;
pub mod steps;
#[cfg(test)]
mod tests;
mod told_by_card;
pub mod turn;
