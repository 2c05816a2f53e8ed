//! Tests of turns, of state-based actions and of shortcuts.

mod shortcuts;
mod state_based_actions;
mod turns;
