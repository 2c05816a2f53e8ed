//! Saving and loading a sitting, and writing its record.

use std::path::Path;
use std::sync::Arc;

use lawmage_cards::files::{read_text, write_whole};
use lawmage_cards::{CardPool, Error};
use lawmage_engine::Session;
use lawmage_engine::start::Setup;
use lawmage_sim::{RECORD_VERSION, Record, RecordSeat};
use serde::{Deserialize, Serialize};

use super::{Sitting, Stops};
use crate::failure::{Failure, Outcome};

/// A saved sitting.
#[derive(Serialize, Deserialize)]
pub struct Save {
    /// From which all randomness came.
    pub seed: u64,
    /// Who sits where.
    pub seats: Vec<RecordSeat>,
    /// Where the person stops.
    pub stops: Stops,
    /// Whether the person pays by hand.
    pub manual: bool,
    /// The game.
    pub session: Session,
}

/// Saves a sitting.
///
/// # Errors
/// Why the file can't be written.
pub fn write(sitting: &Sitting<'_>, path: &Path) -> Result<(), String> {
    let save = Save {
        seed: sitting.seed,
        seats: sitting.seats.clone(),
        stops: sitting.stops.clone(),
        manual: sitting.manual,
        session: sitting.session.clone(),
    };
    let text = serde_json::to_string(&save).map_err(|e| format!("the game can't be written as JSON: {e}"))?;
    write_whole(path, |out| out.write_all(text.as_bytes())).map_err(|e| e.to_string())
}

/// Loads a sitting.
pub fn read(path: &Path) -> Outcome<Save> {
    let within = |what: String| Failure::from(Error::new(what).within(path.display().to_string()));
    let text = read_text(path)?;
    let mut save: Save = serde_json::from_str(&text).map_err(|e| within(format!("is no saved game: {e}")))?;
    save.session = save.session.restored().map_err(|e| within(e.to_string()))?;
    Ok(save)
}

/// Writes the record of a game.
pub fn write_record(record: &Record, path: &Path) -> Outcome<()> {
    let text = serde_json::to_string(record)?;
    Ok(write_whole(path, |out| out.write_all(text.as_bytes()))?)
}

/// The record of a sitting.
pub fn record_of(sitting: &Sitting<'_>) -> Outcome<Record> {
    let answers = sitting.session.all_answers();
    let empty =
        Record { version: RECORD_VERSION, seed: sitting.seed, decks: sitting.seats.clone(), ..Record::default() };
    let setup = setup_of(&empty, sitting.pool)?;
    Record::new(&setup, answers, sitting.conceded()).map_err(|e| Failure::new(e.to_string()))
}

/// A record's setup, with its cards from the pool.
pub fn setup_of(record: &Record, pool: &CardPool) -> Outcome<Setup> {
    let find = |name: &str| {
        let id = pool.find(name).map_err(|e| format!("{e}; lawmage cards import PATH adds real cards"))?;
        pool.card(id).map_err(|e| e.to_string())
    };
    let find: &dyn Fn(&str) -> Result<Arc<lawmage_ir::Card>, String> = &find;
    record.setup(find).map_err(|e| Failure::new(e.to_string()))
}
