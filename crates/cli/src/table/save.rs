//! Saving and loading a sitting, and writing its record. What is saved is how the game began and what was done since: the same game
//! comes of it again, in a few milliseconds.

use std::path::Path;

use lawmage::Cards;
use lawmage_cards::Error;
use lawmage_cards::files::{read_text, write_whole};
use lawmage_engine::procedure::start::Setup;
use lawmage_protocol::Automation;
use lawmage_server::starting;
use lawmage_sim::{Record, RecordEnd};
use serde::{Deserialize, Serialize};

use super::Sitting;
use super::contest::Contest;
use super::sealed::{seal, unseal};
use crate::failure::{Failure, Outcome};

/// A saved sitting.
pub struct Save {
    /// How the game began, and all that was done in it.
    pub record: Record,
    /// What is answered for the person.
    pub automation: Automation,
    /// The match that the game is of, if it is of one.
    pub contest: Option<Contest>,
    /// What happened, as the person was told.
    pub log: Vec<String>,
}

/// A [`Save`] as it is written.
#[derive(Serialize, Deserialize)]
struct Written {
    /// The lines of the record.
    record: Vec<String>,
    automation: Automation,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    contest: Option<Contest>,
    log: Vec<String>,
}

/// Saves a sitting.
///
/// # Errors
/// Why the file can't be written.
pub fn write(sitting: &Sitting<'_>, path: &Path) -> Result<(), String> {
    let no_text = |e| format!("the game can't be written as JSON: {e}");
    let record = sitting.record.to_json().map_err(no_text)?;
    let written = Written {
        record: record.lines().map(str::to_owned).collect(),
        automation: sitting.automation(),
        contest: sitting.contest.clone(),
        log: sitting.log.iter().map(|(_, line)| line.clone()).collect(),
    };
    let text = serde_json::value::to_raw_value(&written).and_then(seal).map_err(no_text)?;
    write_whole(path, |out| out.write_all(text.as_bytes())).map_err(|e| e.to_string())
}

/// Loads a sitting.
pub fn read(path: &Path) -> Outcome<Save> {
    let text = read_text(path)?;
    save_of(&text).map_err(|why| Failure::from(Error::new(why).within(path.display().to_string())))
}

/// The save in a text; why there is none.
fn save_of(text: &str) -> Result<Save, String> {
    let game = unseal(text)?;
    let written: Written = serde_json::from_str(game.get()).map_err(|e| format!("is no saved game: {e}"))?;
    let mut lines = written.record.join("\n");
    lines.push('\n');
    let record = Record::from_json(&lines).map_err(|e| format!("can't be played on: {e}"))?;
    Ok(Save { record, automation: written.automation, contest: written.contest, log: written.log })
}

/// Writes the record of a game.
pub fn write_record(record: &Record, path: &Path) -> Outcome<()> {
    let text = record.to_json()?;
    Ok(write_whole(path, |out| out.write_all(text.as_bytes()))?)
}

/// The record of a sitting, as far as it has come.
pub fn record_of(sitting: &Sitting<'_>) -> Record {
    Record { end: Some(RecordEnd::of(sitting.game_state())), ..sitting.record.clone() }
}

/// A record's setup, with its cards from those at hand.
pub fn setup_of(record: &Record, cards: &Cards) -> Outcome<Setup> {
    Ok(starting::setup_of(record, cards)?)
}
