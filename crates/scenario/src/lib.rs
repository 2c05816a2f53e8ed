//! Scenario files: a position, a scripted line from it, and what must be true.
//!
//! * [`model`]: the file format;
//! * [`run`]: plays a scenario and says whether it holds.
//!
//! ```
//! use lawmage_cards::CardPool;
//! use lawmage_scenario::{Outcome, parse, run};
//!
//! let text = r#"
//! title: A creature with 0 toughness dies
//! rules: ["704.5f"]
//! cards: [{name: Slow Chill, type: Enchantment, text: "All creatures get -2/-2."}]
//! players:
//!   - {name: A, battlefield: [Bramble Cub, Slow Chill]}
//!   - {name: B}
//! stop: {turn: 1, step: main}
//! expect: [{graveyard: {player: A, card: Bramble Cub, count: 1}}]
//! "#;
//! let scenarios = parse(text)?;
//! let report = run(&scenarios[0], &CardPool::starter()?, false);
//! assert_eq!(report.outcome, Outcome::Pass, "{}", report.reason);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ability_text;
mod answers;
mod board;
mod cards;
mod decks;
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
mod refused;
mod report;
mod setup;
mod shortcut;
mod special_actions;
mod stickers;
mod story;
mod texts;
mod unasked;
mod watch;
mod ways;
mod within;
mod words;

pub use driver::{Show, Wishes, end_state, run, run_until, run_with};
pub use model::{ParseError, Scenario, parse, parse_each};
pub use report::{Board, Explained, ExplainedStep, Finding, Outcome, Report};
