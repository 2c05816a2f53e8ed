//! Scenario files: a position, a scripted line from it, and what must be true.
//!
//! * [`model`]: the file format;
//! * [`run`]: plays a scenario and says whether it holds.

mod ability_text;
mod answers;
mod desk;
mod driver;
mod entry;
mod expectations;
pub mod model;
mod options;
mod refs;
mod report;
mod setup;
mod texts;
mod unasked;

pub use driver::{run, run_until};
pub use model::{ParseError, Scenario, parse, parse_each};
pub use report::{Outcome, Report};
