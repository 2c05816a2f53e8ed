//! The envelope of a saved game: `{"lawmage":"saved game","format":N,"checksum":"…","game":{…}}`. The checksum is that of the
//! text of `game`, so that what was changed or damaged on the way is refused before it is looked at.

use std::hash::Hasher;

use lawmage_engine::Digest;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

#[derive(Serialize, Deserialize)]
struct Sealed {
    /// What the file is.
    lawmage: String,
    /// The version of the format.
    format: u32,
    /// Of the text of `game`.
    checksum: String,
    /// The game.
    game: Box<RawValue>,
}

const KIND: &str = "saved game";

/// The format of saved games. Those before 23 held a game's state, and could be played on by the version alone that saved them.
const SAVE_FORMAT: u32 = 23;

fn checksum(text: &str) -> String {
    let mut digest = Digest::default();
    digest.write(text.as_bytes());
    format!("{:016x}", digest.finish())
}

/// The text of a saved game in its envelope.
pub fn seal(game: Box<RawValue>) -> Result<String, serde_json::Error> {
    let checksum = checksum(game.get());
    serde_json::to_string(&Sealed { lawmage: KIND.to_owned(), format: SAVE_FORMAT, checksum, game })
}

/// The game in such a text; why there is none.
pub fn unseal(text: &str) -> Result<Box<RawValue>, String> {
    let sealed: Sealed = match serde_json::from_str(text) {
        Ok(sealed) => sealed,
        // Saves before format 4 were not sealed.
        Err(_) if text.starts_with("{\"seed\":") => {
            let known = SAVE_FORMAT;
            return Err(format!("was saved by an older lawmage, whose games this one (format {known}) can't play on"));
        }
        Err(e) => return Err(format!("is no saved game: {e}")),
    };
    if sealed.lawmage != KIND {
        return Err(format!("is no saved game but a {}", sealed.lawmage));
    }
    if sealed.format != SAVE_FORMAT {
        let (found, known) = (sealed.format, SAVE_FORMAT);
        return Err(format!("has format {found}, this program reads format {known}: use the program that saved it"));
    }
    if checksum(sealed.game.get()) != sealed.checksum {
        return Err("was changed or damaged after it was saved: its checksum is not that of the game in it".to_owned());
    }
    Ok(sealed.game)
}

#[cfg(test)]
mod tests {
    use lawmage_engine::Rng;

    use super::*;

    const GAME: &str = r#"{"seed":3,"life":20,"log":["Åse plays an Island","«Wait», 她说"]}"#;

    fn saved() -> String {
        seal(RawValue::from_string(GAME.to_owned()).expect("JSON")).expect("written")
    }

    #[test]
    fn a_game_is_read_as_it_was_written() {
        assert_eq!(unseal(&saved()).expect("read").get(), GAME);
    }

    /// A life total that no answers lead to.
    #[test]
    fn an_edited_life_is_refused() {
        let edited = saved().replacen("\"life\":20", "\"life\":9999", 1);
        assert_ne!(edited, saved());
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
        let Err(why) = unseal(&saved().replacen(&format(SAVE_FORMAT), &format(SAVE_FORMAT + 1), 1)) else {
            panic!("accepted")
        };
        assert!(why.contains("use the program that saved it"), "{why}");
    }
}
