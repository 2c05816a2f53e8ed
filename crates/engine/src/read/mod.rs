//! What the state means: references, amounts and conditions worked out, and the layers. It asks nobody and changes nothing
//! but what is remembered of its own work.

pub mod context;
pub mod copy;
pub mod eval;
pub mod layers;
pub(crate) mod linked;
mod mana_options;
mod permitted;
pub mod player_abilities;
