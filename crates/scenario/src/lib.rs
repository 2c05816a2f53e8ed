//! Scenario files: a position, a scripted line from it, and what must be true.
//!
//! * [`model`]: the file format;
//! * [`run`]: plays a scenario and says whether it holds.

mod ability_text;
mod answers;
mod declare;
mod designations;
mod desk;
mod driver;
mod entry;
mod expectations;
mod kind;
pub mod model;
mod options;
mod refs;
mod report;
mod setup;
mod stickers;
mod story;
mod texts;
mod unasked;
mod ways;

pub use driver::{run, run_until};
pub use model::{ParseError, Scenario, parse, parse_each};
pub use report::{Outcome, Report};
