//! Saving and loading a sitting, and writing its record.
//!
//! A save is `{"lawmage":"saved game","format":N,"checksum":"…","game":{…}}`: the checksum is that of the text of `game`, so that
//! what was changed or damaged on the way is refused before it is looked at.

use std::hash::Hasher;
use std::path::Path;
use std::sync::Arc;

use lawmage_cards::files::{read_text, write_whole};
use lawmage_cards::{CardPool, Error};
use lawmage_engine::procedure::session::SAVE_VERSION;
use lawmage_engine::procedure::start::Setup;
use lawmage_engine::{Digest, Session};
use lawmage_sim::{RECORD_VERSION, Record, RecordSeat};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

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
    /// What happened, as the person was told.
    #[serde(default)]
    pub log: Vec<String>,
}

/// The envelope of a saved game.
#[derive(Serialize, Deserialize)]
struct Sealed {
    /// What the file is.
    lawmage: String,
    /// The version of the format.
    format: u32,
    /// Of the text of `game`.
    checksum: String,
    /// The [`Save`].
    game: Box<RawValue>,
}

const KIND: &str = "saved game";

fn checksum(text: &str) -> String {
    let mut digest = Digest::default();
    digest.write(text.as_bytes());
    format!("{:016x}", digest.finish())
}

/// The text of a save.
fn seal(save: &Save) -> Result<String, serde_json::Error> {
    let game = serde_json::value::to_raw_value(save)?;
    let checksum = checksum(game.get());
    serde_json::to_string(&Sealed { lawmage: KIND.to_owned(), format: SAVE_VERSION, checksum, game })
}

/// The save in a text; why there is none.
fn unseal(text: &str) -> Result<Save, String> {
    let sealed: Sealed = match serde_json::from_str(text) {
        Ok(sealed) => sealed,
        // Saves before format 4 were not sealed.
        Err(_) if text.starts_with("{\"seed\":") => {
            let known = SAVE_VERSION;
            return Err(format!("was saved by an older lawmage, whose games this one (format {known}) can't play on"));
        }
        Err(e) => return Err(format!("is no saved game: {e}")),
    };
    if sealed.lawmage != KIND {
        return Err(format!("is no saved game but a {}", sealed.lawmage));
    }
    if sealed.format != SAVE_VERSION {
        let (found, known) = (sealed.format, SAVE_VERSION);
        return Err(format!("has format {found}, this program reads format {known}: use the program that saved it"));
    }
    if checksum(sealed.game.get()) != sealed.checksum {
        return Err("was changed or damaged after it was saved: its checksum is not that of the game in it".to_owned());
    }
    let mut save: Save = serde_json::from_str(sealed.game.get()).map_err(|e| format!("is no saved game: {e}"))?;
    save.session = save.session.restored().map_err(|e| format!("can't be played on: {e}"))?;
    Ok(save)
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
        log: sitting.log.clone(),
    };
    let text = seal(&save).map_err(|e| format!("the game can't be written as JSON: {e}"))?;
    write_whole(path, |out| out.write_all(text.as_bytes())).map_err(|e| e.to_string())
}

/// Loads a sitting.
pub fn read(path: &Path) -> Outcome<Save> {
    let text = read_text(path)?;
    unseal(&text).map_err(|why| Failure::from(Error::new(why).within(path.display().to_string())))
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

#[cfg(test)]
mod tests {
    use lawmage_engine::procedure::start::Seat;
    use lawmage_engine::state::Rng;
    use lawmage_engine::{Answer, State};

    use super::*;

    fn saved() -> String {
        let pool = CardPool::starter().expect("the starter set is read");
        let card = |name: &str| pool.card(pool.find(name).expect("a card")).expect("compiled");
        let seat = |name: &str| Seat { name: name.to_owned(), deck: vec![card("Island"); 12], ..Seat::default() };
        let setup = Setup { seats: vec![seat("you"), seat("bot")], seed: 3, first: None };
        let mut session = Session::new(State::new_game(&setup).expect("a setup"));
        session.answer(Answer::pick(0)).expect("legal");
        seal(&Save { seed: 3, seats: Vec::new(), stops: Stops::default(), manual: false, session, log: Vec::new() })
            .expect("written")
    }

    #[test]
    fn a_save_is_read_as_it_was_written() {
        let text = saved();
        let save = unseal(&text).expect("read");
        assert_eq!(seal(&save).expect("written"), text);
    }

    /// A life total that no answers lead to.
    #[test]
    fn an_edited_life_is_refused() {
        let text = saved();
        let edited = text.replacen("\"life\":20", "\"life\":9999", 1);
        assert_ne!(edited, text);
        let Err(why) = unseal(&edited) else { panic!("accepted") };
        assert!(why.contains("changed or damaged"), "{why}");
    }

    /// Bytes changed, left out and doubled: refused every time, in words.
    #[test]
    fn damaged_bytes_are_refused() {
        let text = saved();
        let mut rng = Rng::new(1);
        for _ in 0..3_000 {
            let mut bytes = text.clone().into_bytes();
            let place = rng.below(bytes.len() as u32) as usize;
            match rng.below(4) {
                0 => drop(bytes.remove(place)),
                1 => bytes.insert(place, bytes[place] ^ 1),
                2 => bytes.truncate(place),
                _ => bytes[place] ^= 1 << rng.below(7),
            }
            if let Ok(other) = String::from_utf8(bytes)
                && other != text
            {
                assert!(unseal(&other).is_err(), "byte {place}");
            }
        }
    }

    #[test]
    fn other_formats_are_refused_with_what_to_do() {
        let format = |version: u32| format!("\"format\":{version}");
        let Err(why) = unseal("{\"seed\":1,\"seats\":[]}") else { panic!("accepted") };
        assert!(why.contains("older lawmage"), "{why}");
        let Err(why) = unseal(&saved().replacen(&format(SAVE_VERSION), &format(SAVE_VERSION + 1), 1)) else {
            panic!("accepted")
        };
        assert!(why.contains("use the program that saved it"), "{why}");
    }
}
