//! The rules engine of lawmage: state and rules over [`lawmage_ir`].
//!
//! Modules mirror sections of the Comprehensive Rules; each names its own. The engine runs IR alone: it never looks at
//! a string of rules text and knows no card's name.

pub mod about;
pub mod action;
pub mod activate;
mod archenemy;
pub mod attach;
pub mod attractions;
mod battles;
mod burial;
pub mod cast;
pub mod chars;
pub mod combat;
pub mod commander;
pub mod commit;
pub mod concealed;
pub mod conspiracy;
pub mod context;
pub mod continuous;
mod contradict;
pub mod copy;
pub mod damage;
mod daynight;
pub mod decision;
pub mod drive;
pub mod dungeons;
pub mod effects;
pub mod end;
mod entering;
pub mod eval;
pub mod event;
pub mod face_down;
pub mod game;
pub mod happen;
pub mod ids;
mod initiative;
pub mod layers;
pub mod leave;
pub mod loops;
pub mod mana;
pub mod memory;
pub mod merge;
mod monarch;
pub mod narrate;
pub mod object;
pub mod options;
pub mod pairs;
pub mod pay;
pub mod planechase;
pub mod player;
pub mod player_abilities;
pub mod priority;
mod rad;
pub mod range;
pub mod refusal;
pub mod replace;
pub mod resolve;
mod roaming;
pub mod rooms;
pub mod saga;
pub mod sba;
#[cfg(test)]
mod sba_tests;
pub mod sectors;
pub mod seen;
pub mod session;
pub mod settle;
mod shields;
pub mod special;
pub mod start;
pub mod state;
pub mod steps;
pub mod stickers;
pub mod supplement;
pub mod targets;
pub mod teams;
#[cfg(test)]
#[allow(dead_code, unreachable_pub, reason = "a kit: each test module takes what it needs")]
pub mod testkit;
pub mod ticks;
mod tops;
pub mod triggers;
pub mod turn;
#[cfg(test)]
mod turn_tests;
mod validate;
pub mod vanguard;
pub mod variants;
pub mod view;
pub mod zones;

pub use about::{About, Matter};
pub use action::{Action, Way, WayKind};
pub use decision::{Answer, Ask, Choice, Decision, Domain, Illegal};
pub use drive::{Digest, Listener, Player, Seats};
pub use event::{Event, Occurrence};
pub use game::{Game, Halt, Luck, Res, Table};
pub use ids::{Entity, ObjectId, PlayerId};
pub use session::{Session, Told};
pub use state::{GameResult, State};
pub use view::View;
