//! The table that a game is played at: what is asked of its players, what they may answer, see and hear.

pub mod about;
pub mod action;
pub mod attack_domain;
pub(crate) mod bands;
pub mod block_domain;
pub mod card_name;
pub mod company;
pub mod decision;
pub mod drive;
pub mod game;
pub(crate) mod named;
pub mod narrate;
pub mod payment;
mod public;
pub(crate) mod replacing;
pub(crate) mod requirements;
pub mod steps;
pub mod view;
