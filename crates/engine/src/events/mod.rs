//! What happens: from a proposal ([`Game::happen`](crate::table::game::Game)) by way of replacement effects to what has
//! happened, and what triggers on it.

pub mod attach;
mod cant_have;
mod carried;
mod change_zone;
pub mod commit;
pub mod continuous;
mod contradictory;
mod control_changes;
pub mod damage;
mod draw;
mod elsewhere;
pub(crate) mod entering;
pub mod expiry;
mod fixed_numbers;
mod graveyard_order;
pub mod happen;
mod hosts;
mod kept_tapped;
mod merged_tokens;
mod more_tokens;
pub mod replace;
pub mod rules_first;
mod shields;
mod static_copies;
mod top_of_library;
pub mod triggers;
mod would_be;
