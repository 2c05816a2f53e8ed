//! Permissions: "may", "as though", and rules that are relaxed.

mod activation;
mod blocking;
mod both;
mod first;
mod flash;
mod given;
mod hand;
mod hexproof;
mod itself;
mod loyalty;
mod parse;
mod price;
mod print;
mod spending;
mod table;
mod when_played;

pub(crate) use blocking::blocking;
pub(crate) use both::*;
pub(crate) use flash::flash_for;
pub(crate) use given::given;
pub(crate) use hexproof::despite_hexproof;
pub(crate) use itself::*;
pub(crate) use loyalty::twice_this_turn;
pub(crate) use parse::*;
pub(crate) use print::*;
#[cfg(test)]
pub(crate) use table::FRAMES;
