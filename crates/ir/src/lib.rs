//! The vocabulary of lawmage: what a card is and what its text means, as plain data.
//!
//! Card text is compiled to these types by `lawmage-oracle`, printed back from them, and run by
//! `lawmage-engine`. Nothing here executes. Names are the rulebook's; each module names the
//! section of the Comprehensive Rules it gives words to. No node holds card text: what a card
//! says is said by composition of
//!
//! * [`Filter`] and [`Selector`]: which objects and players,
//! * [`Ref`] and [`Who`]: which one of those already spoken of (numbered slots, no searching),
//! * [`Amount`] and [`Condition`]: how many, and whether,
//! * [`EventPattern`]: what happened, happens or would happen,
//! * [`Instruction`]: what to do,
//! * [`Continuous`]: what holds while it lasts,
//! * [`Cost`] and [`Duration`].

mod ability;
mod amount;
mod attraction;
mod card;
mod casual;
mod cmp;
mod color;
mod condition;
mod continuous;
mod cost;
mod cost_change;
mod counter;
mod deed;
mod event;
mod filter;
mod instruction;
mod keyword;
mod mana;
mod pregame;
mod quality;
mod refs;
mod replacement;
mod requirement;
mod restriction;
mod rule;
mod spending;
mod sticker;
mod subtype;
mod target;
mod tests_joined;
mod types;
pub mod verify;
pub mod visit;
mod zone;

pub use ability::*;
pub use amount::*;
pub use attraction::*;
pub use card::*;
pub use casual::{CasualAction, CasualEvent, PlanarFace};
pub use cmp::*;
pub use color::*;
pub use condition::*;
pub use continuous::*;
pub use cost::*;
pub use cost_change::*;
pub use counter::*;
pub use deed::*;
pub use event::*;
pub use filter::*;
pub use instruction::*;
pub use keyword::*;
pub use mana::*;
pub use pregame::*;
pub use quality::*;
pub use refs::*;
pub use replacement::*;
pub use requirement::*;
pub use restriction::*;
pub use rule::*;
pub use spending::*;
pub use sticker::*;
pub use subtype::*;
pub use target::*;
pub use types::*;
pub use zone::*;
