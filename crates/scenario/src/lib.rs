//! Scenario files: a position, a scripted line from it, and what must be true.
//!
//! * [`model`]: the file format;
//! * [`run`]: plays a scenario and says whether it holds.

mod ability_text;
mod answers;
mod board;
mod cards;
mod declare;
mod designations;
mod desk;
mod driver;
mod effects;
mod entry;
mod expectations;
mod explain;
mod kind;
mod known;
mod legal;
pub mod model;
mod options;
mod refs;
mod report;
mod setup;
mod stickers;
mod story;
mod texts;
mod unasked;
mod watch;
mod ways;
mod words;

pub use driver::{Show, Wishes, run, run_until, run_with};
pub use model::{ParseError, Scenario, parse, parse_each};
pub use report::{Board, Explained, ExplainedStep, Finding, Outcome, Report};
