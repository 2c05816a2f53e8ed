//! Games that are over, told again to whoever has their link.

use std::io::{Read, Write};
use std::thread;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use lawmage_cards::{Error, Result};
use lawmage_engine::State;
use lawmage_host::replay::replay;
use lawmage_protocol::TableState;

use crate::house::{House, STACK};
use crate::starting;

/// The most moments that are told of a game.
const MOST: usize = 5_000;

/// Why a game isn't told again.
#[derive(Debug)]
pub(crate) enum NoReplay {
    /// There is none of that table and number, or it can't be played again.
    Unknown(Error),
    /// It isn't over, or its match isn't: what players hide is theirs yet.
    NotOver,
}

impl From<Error> for NoReplay {
    fn from(why: Error) -> Self {
        Self::Unknown(why)
    }
}

/// A game that is over as a `Replay`, packed by gzip: its moments are much alike.
pub(crate) fn told(house: &House, id: &str, game: u32) -> Result<Vec<u8>, NoReplay> {
    let none = || Error::new(format!("there is no game {game} of a table “{id}”")).hint("look at the link");
    let kept = house.store.table(id)?.filter(|kept| (1..=kept.game).contains(&game)).ok_or_else(none)?;
    let is_on = kept.state != TableState::Over;
    // What a deck holds is a secret as long as its match goes on.
    let in_match =
        kept.more.contest.as_ref().filter(|contest| !contest.is_over()).map_or(0, |contest| contest.games(is_on));
    if is_on && game == kept.game || game.saturating_add(in_match) > kept.game {
        return Err(NoReplay::NotOver);
    }
    let (record, _) = house.store.record(id, game)?;
    let setup = starting::setup_of(&record, &house.cards)?;
    if let Some(cards) = record.other_cards(&setup) {
        return Err(Error::new(format!("the game was played with {cards}")).into());
    }
    let state = State::new_game(&setup).map_err(|why| Error::new(why.to_string()))?;
    let failed = |why: &dyn std::fmt::Display| Error::new(format!("the game can't be told again: {why}"));
    // Some games need deep calls, as at their tables.
    let packed = thread::scope(|scope| {
        let tells = thread::Builder::new().name("replay".to_owned()).stack_size(STACK).spawn_scoped(scope, || {
            let mut pack = GzEncoder::new(Vec::new(), Compression::fast());
            pack.write_all(format!(r#"{{"table":"{}","game":{game},"moments":["#, kept.id).as_bytes())?;
            let (mut count, mut written) = (0, Ok(()));
            let told = replay(&state, &record.entries, &mut |moment| {
                let comma: &[u8] = if count == 0 { b"" } else { b"," };
                count += 1;
                written = pack.write_all(comma).and_then(|()| Ok(serde_json::to_writer(&mut pack, &moment)?));
                written.is_ok() && count < MOST
            });
            written?;
            told.map_err(|(number, why)| std::io::Error::other(format!("entry {number}: {why}")))?;
            pack.write_all(format!(r#"],"cut":{}}}"#, count >= MOST).as_bytes())?;
            pack.finish()
        });
        tells.map_err(|why| failed(&why))?.join().map_err(|_| failed(&"it meets a mistake of lawmage itself"))
    })?;
    Ok(packed.map_err(|why| failed(&why))?)
}

/// The same for who can't unpack.
pub(crate) fn unpacked(packed: &[u8]) -> Result<Vec<u8>> {
    let mut told = Vec::new();
    GzDecoder::new(packed).read_to_end(&mut told).map_err(|why| Error::new(why.to_string()))?;
    Ok(told)
}
