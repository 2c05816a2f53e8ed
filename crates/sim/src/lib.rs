//! Matches between bots, many at a time, and what can be measured of them.

mod config;
pub mod invariants;
mod play;
mod record;
mod report;
mod run;

pub use config::{Bot, Caps, Config, Entrant, all_pairs};
pub use play::{GameEnd, GameRecord, play_game, setup};
pub use record::{PlaybackError, RECORD_VERSION, Record, RecordSeat};
pub use report::{PairReport, Report};
pub use run::simulate;
