//! Matches between bots, many at a time, and what can be measured of them.

mod config;
mod ending;
pub mod invariants;
pub mod journal;
mod matches;
mod panics;
mod play;
mod record;
mod report;
mod rows;
mod run;
mod seen;
pub mod stats;
mod timed;

pub use config::{Bot, Caps, Cards, Config, Entrant, all_pairs, pairs_against};
pub use ending::{GameEnd, Reason};
pub use matches::{Played, next_setup, play_number, setup_of};
pub use panics::keep_quiet;
pub use play::{GameRecord, Watching, play, play_game, setup};
pub use record::{Broken, PlaybackError, RECORD_VERSION, Record, RecordSeat};
pub use report::{CardReport, Comparison, EntrantReport, PairReport, Report};
pub use rows::{Row, rows};
pub use run::{Ended, Games, Pace, Ran, Watch, run, simulate};
pub use seen::{CardUse, DRAWN, OPENING, PLAYED};
