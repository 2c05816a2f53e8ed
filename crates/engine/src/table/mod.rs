//! The table that a game is played at: what is asked of its players, what they may answer, see and hear.

pub mod about;
pub mod action;
pub(crate) mod attack_domain;
pub(crate) mod bands;
pub(crate) mod block_domain;
pub mod decision;
pub mod drive;
pub mod game;
pub mod narrate;
pub(crate) mod requirements;
pub mod view;
