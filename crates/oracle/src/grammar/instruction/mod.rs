//! Instructions as verb phrases, a folder for each family.

pub(crate) mod actions;
pub(crate) mod cards;
pub(crate) mod damage;
pub(crate) mod face_down;
pub(crate) mod game;
pub(crate) mod library;
pub(crate) mod life;
pub(crate) mod moves;
pub(crate) mod permanents;
pub(crate) mod piles;
mod print;
pub(crate) mod stack;
pub(crate) mod votes;
