//! What a table says to those who sit at it, and they to it: plain types, written as JSON, one message a line.
//!
//! None of the engine's own types are here, so that a program in any language can be a player or a table. Numbers fit 32 bits.
//! Objects are named by [`Handle`]s, which each viewer has of its own; options of a question by their place. A reader skips
//! fields that it doesn't know, and falls back on the text of what it doesn't know the kind of.

pub mod ask;
pub mod event;
pub mod lobby;
pub mod message;
pub mod observation;
#[cfg(feature = "schema")]
pub mod schema;
pub mod web;

pub use ask::{Answer, Ask, Attack, Block, Choice, Domain, Step};
pub use event::{Event, EventKind};
pub use lobby::{Automation, Clock, Contest, DeckParts, Listed, SeatInfo, Stops, TableInfo, TableState, Until, Yield};
pub use message::{FromPlayer, FromTable, SeatedPlayer, Start};
pub use observation::{Entity, Handle, Observation, Seat, Viewer};

/// The version of the protocol. It grows when a message changes so that an old reader would misread it.
pub const VERSION: u32 = 1;
