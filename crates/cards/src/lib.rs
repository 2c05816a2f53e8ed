//! Cards and decks: where they come from, how they are found, what a deck must be.
//!
//! * [`import`]: MTGJSON AtomicCards and Scryfall oracle-cards become [`ImportedCard`]s;
//! * [`Database`]: imported cards in one file, compiled, read card by card;
//! * [`card_file`]: lawmage's own card files, which users write and of which the [`starter`] set is made;
//! * [`CardPool`]: all of these behind one look-up by name;
//! * [`search`]: finding cards by what is written on them;
//! * [`deck`]: decklists in the usual formats, and the checks of rules 100 and 903.

pub mod card_file;
mod coverage;
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

pub use coverage::{Coverage, MissingShape};
pub use database::{COMPILER_STAMP, Database, Origin, Record};
pub use error::{Error, Excerpt, Result};
pub use facts::Facts;
pub use import::{ImportedCard, Progress};
pub use legality::{Legalities, Legality};
pub use names::{LookupError, fold_name};
pub use pool::{CardId, CardOrigin, CardPool};
