//! The rules engine of lawmage: state and rules over [`lawmage_ir`].
//!
//! It is built in floors, each a folder; a file uses what lies on its own floor and below:
//!
//! | floor, from the ground up | what it holds |
//! |---|---|
//! | [`state`] | the state of a game: plain data |
//! | [`read`] | what the state means: references, amounts, conditions, layers; asks nobody, changes nothing |
//! | [`table`] | what is asked of players, what they answer, see and hear |
//! | [`events`] | from what would happen to what has happened, and what triggers |
//! | [`pay`], [`targets`] | paying costs; choosing targets |
//! | [`kinds`] | objects and designations with rules of their own |
//! | [`variants`] | multiplayer games and casual variants |
//! | [`procedure`] | the course of a game, from starting to ending it |
//! | [`effects`] | instructions, a file a family |
//!
//! Files mirror sections of the Comprehensive Rules; each names its own. The engine runs IR alone: it never looks at
//! a string of rules text and knows no card's name.

pub mod effects;
pub mod events;
pub mod kinds;
pub mod pay;
pub mod procedure;
pub mod read;
pub mod state;
pub mod table;
pub mod targets;
#[cfg(test)]
#[allow(dead_code, unreachable_pub, reason = "a kit: each test module takes what it needs")]
pub mod testkit;
pub mod variants;

/// A hash of the engine's sources: which engine this is.
pub const ENGINE_STAMP: &str = env!("LAWMAGE_ENGINE_STAMP");

pub use procedure::session::{Entry, Hearer, Log, Nobody, Session};
pub use state::event::Event;
pub use state::ids::{Entity, ObjectId, PlayerId};
pub use state::occurrence::Occurrence;
pub use state::reference::{CardReference, Reference};
pub use state::rng::{Rng, Seed};
pub use state::{GameResult, State};
pub use table::about::{About, Matter};
pub use table::action::{Action, Way, WayKind};
pub use table::card_name::NameDomain;
pub use table::decision::{Answer, Ask, Choice, Decision, Domain, Illegal};
pub use table::drive::{Digest, Listener, Player, Seats};
pub use table::game::{Game, Halt, Luck, Res, Table};
pub use table::steps::{Step, Steps};
pub use table::view::{Sight, View, Viewer};
