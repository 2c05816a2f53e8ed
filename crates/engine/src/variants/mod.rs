//! Multiplayer games and casual variants (8, 9): what they add to the game and change in it.

mod archenemy;
pub mod commander;
pub mod conspiracy;
pub mod grand_melee;
pub mod kind;
pub mod multiplayer;
mod oathbreaker;
pub mod options;
pub mod planechase;
pub mod range;
pub mod supplementary_decks;
pub mod teams;
pub mod vanguard;
