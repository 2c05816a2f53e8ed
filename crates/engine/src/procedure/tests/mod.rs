//! Tests of turns and of state-based actions.

mod state_based_actions;
mod turns;
