//! Saving and loading a sitting, and writing its record.

use std::path::Path;

use lawmage::Cards;
use lawmage_cards::files::{read_text, write_whole};
use lawmage_cards::{CardPool, Error};
use lawmage_engine::procedure::start::Setup;
use lawmage_engine::variants::kind::Variant;
use lawmage_engine::{Log, Seed, Session, State, Viewer};
use lawmage_sim::{RECORD_VERSION, Record, RecordSeat, session_from_json, session_to_json};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::contest::Contest;
use super::sealed::{seal, unseal};
use super::{PERSON, Sitting, Stops};
use crate::failure::{Failure, Outcome};

/// A saved sitting.
pub struct Save {
    /// From which all randomness came.
    pub seed: Seed,
    /// Who sits where.
    pub seats: Vec<RecordSeat>,
    /// What kind of game it is.
    pub variant: Variant,
    /// Who takes the first turn, where that was chosen before the game.
    pub first: Option<u8>,
    /// The match that the game is of, if it is of one.
    pub contest: Option<Contest>,
    /// Where the person stops.
    pub stops: Stops,
    /// Whether the person pays by hand.
    pub manual: bool,
    /// The game.
    pub session: Session<Log>,
    /// What happened, as the person was told.
    pub log: Vec<String>,
}

/// A game about to be played, of which the person is told.
pub fn session_of(setup: &Setup) -> Outcome<Session<Log>> {
    let state = State::new_game(setup).map_err(|why| Failure::new(why.to_string()))?;
    Ok(Session::heard_by(state, person_hears()))
}

const fn person_hears() -> Log {
    Log::of(Viewer::Player(PERSON))
}

/// A [`Save`] as it is written, its session as a text of its own.
#[derive(Serialize, Deserialize)]
struct Written {
    seed: Seed,
    seats: Vec<RecordSeat>,
    #[serde(default)]
    variant: Variant,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    first: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    contest: Option<Contest>,
    stops: Stops,
    manual: bool,
    session: Box<RawValue>,
    #[serde(default)]
    log: Vec<String>,
}

/// The text of a save.
fn text_of(save: Save) -> Result<String, serde_json::Error> {
    let Save { seed, seats, variant, first, contest, stops, manual, session, log } = save;
    let session = RawValue::from_string(session_to_json(&session)?)?;
    seal(serde_json::value::to_raw_value(&Written {
        seed,
        seats,
        variant,
        first,
        contest,
        stops,
        manual,
        session,
        log,
    })?)
}

/// The save in a text; why there is none.
fn save_of(text: &str, cards: &Cards) -> Result<Save, String> {
    let no_save = |e| format!("is no saved game: {e}");
    let game = unseal(text)?;
    let Written { seed, seats, variant, first, contest, stops, manual, session, log } =
        serde_json::from_str(game.get()).map_err(no_save)?;
    let mut session = session_from_json(session.get())
        .and_then(|session| session.restored(cards.reference()))
        .map_err(|e| format!("can't be played on: {e}"))?;
    *session.hearer_mut() = person_hears();
    Ok(Save { seed, seats, variant, first, contest, stops, manual, session, log })
}

/// Saves a sitting.
///
/// # Errors
/// Why the file can't be written.
pub fn write(sitting: &Sitting<'_>, path: &Path) -> Result<(), String> {
    let save = Save {
        seed: sitting.seed,
        seats: sitting.seats.clone(),
        variant: sitting.variant.clone(),
        first: sitting.first,
        contest: sitting.contest.clone(),
        stops: sitting.stops.clone(),
        manual: sitting.manual,
        session: sitting.session.clone(),
        log: sitting.log.clone(),
    };
    let text = text_of(save).map_err(|e| format!("the game can't be written as JSON: {e}"))?;
    write_whole(path, |out| out.write_all(text.as_bytes())).map_err(|e| e.to_string())
}

/// Loads a sitting.
pub fn read(path: &Path, cards: &Cards) -> Outcome<Save> {
    let text = read_text(path)?;
    save_of(&text, cards).map_err(|why| Failure::from(Error::new(why).within(path.display().to_string())))
}

/// Writes the record of a game.
pub fn write_record(record: &Record, path: &Path) -> Outcome<()> {
    let text = record.to_json()?;
    Ok(write_whole(path, |out| out.write_all(text.as_bytes()))?)
}

/// The record of a sitting.
pub fn record_of(sitting: &Sitting<'_>) -> Outcome<Record> {
    let answers = sitting.session.all_answers();
    let empty = Record {
        version: RECORD_VERSION,
        seed: sitting.seed,
        decks: sitting.seats.clone(),
        variant: sitting.variant.clone(),
        first: sitting.first,
        ..Record::default()
    };
    let setup = setup_of(&empty, sitting.cards)?;
    Record::new(&setup, answers, sitting.conceded()).map_err(|e| Failure::new(e.to_string()))
}

/// A record's setup, with its cards from those at hand.
pub fn setup_of(record: &Record, cards: &Cards) -> Outcome<Setup> {
    Ok(lawmage_server::starting::setup_of(record, cards)?)
}

/// Whether a saved game plays with the cards as they are at hand: a card that says something else by now would go on as it was,
/// and nobody could tell.
pub fn check_cards(saved: &Save, pool: &CardPool, path: &Path) -> Outcome<()> {
    let mut other: Vec<&str> = Vec::new();
    for def in saved.session.state().cards().iter() {
        let name: &str = &def.card.name;
        let same = pool.find(name).ok().and_then(|id| pool.card(id).ok()).is_some_and(|card| card == def.card);
        if !same {
            other.push(name);
        }
    }
    let Some(first) = other.first() else { return Ok(()) };
    let more = if other.len() > 1 { format!(" and {} more cards", other.len() - 1) } else { String::new() };
    Err(Error::new(format!(
        "the game was saved with other cards: {first}{more} said something else, or are not at hand"
    ))
    .within(path.display().to_string())
    .hint("play it with the --cards and --data it was begun with, and the same version")
    .into())
}
