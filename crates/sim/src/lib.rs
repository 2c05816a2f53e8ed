//! Matches between bots, many at a time, and what can be measured of them.
//!
//! ```
//! use lawmage_cards::{CardPool, deck};
//! use lawmage_sim::{Config, Entrant, simulate};
//!
//! let pool = CardPool::starter()?;
//! let entrant = |name: &str, list: &str| -> Result<Entrant, Box<dyn std::error::Error>> {
//!     let deck = deck::resolve(&deck::parse(list, name)?, &pool).expect("its cards are known");
//!     Ok(Entrant { name: name.to_owned(), deck: deck.cards().cloned().collect(), ..Entrant::default() })
//! };
//! let entrants = vec![entrant("cubs", "24 Bramble Cub\n16 Forest")?, entrant("shots", "24 Flint Shot\n16 Mountain")?];
//! let config = Config { entrants, pairs: vec![(0, 1)], games: 4, ..Config::default() };
//! let (report, games) = simulate(&config, &|_| {});
//! assert_eq!((report.games, games.len(), report.errors), (4, 4, 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod config;
mod ending;
pub mod exercise;
pub mod fuzz;
pub mod invariants;
pub mod journal;
mod matches;
mod panics;
mod play;
mod pods;
mod record;
mod report;
mod rows;
mod run;
mod saved;
mod seen;
pub mod stats;
mod timed;

pub use config::{Bot, Caps, Cards, Config, Entrant, all_pairs, pairs_against};
pub use ending::{GameEnd, Reason};
pub use matches::{Played, most_games, next_setup, play_number, setup_of};
pub use panics::keep_quiet;
pub use play::{GameRecord, Watching, loser, play, play_game, setup};
pub use pods::{PodEntrant, PodReport, Pods};
pub use record::{Broken, PlaybackError, RECORD_VERSION, Record, RecordEnd, RecordSeat};
pub use report::{CardReport, Comparison, EntrantReport, PairReport, Report};
pub use rows::{Row, rows};
pub use run::{Ended, Games, Pace, Ran, Watch, run, simulate};
pub use saved::{end_line, entry_lines, session_from_json, session_to_json};
pub use seen::{CardUse, DRAWN, OPENING, PLAYED};
