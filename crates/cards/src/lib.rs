//! Cards and decks: where they come from, how they are found, what a deck must be.
//!
//! * [`import`]: MTGJSON AtomicCards and Scryfall oracle-cards become [`ImportedCard`]s;
//! * [`Database`]: imported cards in one file, compiled, read card by card;
//! * [`card_file`]: lawmage's own card files, which users write and of which the [`starter`] set is made;
//! * [`CardPool`]: all of these behind one look-up by name;
//! * [`search`]: finding cards by what is written on them;
//! * [`deck`]: decklists in the usual formats, and the checks of rules 100 and 903.
//!
//! ```
//! use lawmage_cards::search::{Query, find};
//! use lawmage_cards::{CardPool, deck};
//!
//! let pool = CardPool::starter()?;
//! let cheap = find(&pool, &Query::parse("t:creature c:r mv<=1")?)?;
//! assert!(!cheap.is_empty());
//!
//! let list = deck::parse("40 Flint Shot\n20 Mountain", "my list")?;
//! let mine = deck::resolve(&list, &pool).expect("all of its cards are known");
//! let findings = deck::check(&mine, &pool, deck::Construction::Constructed, None)?;
//! assert!(findings[0].to_string().contains("Flint Shot"), "forty copies are too many (100.2a)");
//! # Ok::<(), lawmage_cards::Error>(())
//! ```

pub mod card_file;
mod coverage;
mod coverage_stops;
mod database;
pub mod deck;
mod error;
pub mod facts;
pub mod files;
pub mod import;
mod legality;
mod names;
mod pool;
pub mod search;
pub mod starter;
pub mod suggest;
mod verified;

pub use coverage::{Coverage, Difference, IncompleteCard, MissingShape, RoundTrips};
pub use coverage_stops::{Stop, stops};
pub use database::{COMPILER_STAMP, Database, Origin, Record};
pub use error::{Error, Excerpt, Result};
pub use facts::Facts;
pub use import::{ImportedCard, Progress};
pub use legality::{Legalities, Legality};
pub use names::{LookupError, fold_name};
pub use pool::{CardId, CardOrigin, CardPool};
pub use verified::{Flawed, Verified};
