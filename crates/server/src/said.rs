//! What is said in the same words at every door.

use lawmage::Cards;
use lawmage_engine::{Illegal, PlayerId};
use lawmage_host::HostedGame;
use lawmage_protocol::{FromTable, Step, VERSION};

/// The most card names that one search tells.
const MOST_NAMES: usize = 50;

/// Who speaks.
pub(crate) fn hello() -> FromTable {
    FromTable::Hello { protocol: VERSION, program: format!("lawmage {}", env!("CARGO_PKG_VERSION")) }
}

/// That something could not be understood or done.
pub(crate) fn mistake(reason: impl Into<String>) -> FromTable {
    FromTable::Error { reason: reason.into() }
}

/// That what was said to a question is not legal.
pub(crate) fn rejected(ask: u32, why: Illegal) -> FromTable {
    FromTable::Rejected { ask, rule: why.rule.to_string(), reason: why.reason }
}

/// What the others said to a suggested shortcut, or why it could not be taken, or not to its end.
pub(crate) fn shortcut(said: Result<Vec<(PlayerId, bool)>, Illegal>) -> Vec<FromTable> {
    match said {
        Ok(said) => said.into_iter().map(|(by, shortened)| FromTable::Shortcut { seat: by.0, shortened }).collect(),
        Err(why) => vec![mistake(why.to_string())],
    }
}

/// Why a creature can't block an attacker.
pub(crate) fn why_not_block(game: &HostedGame, ask: u32, blocker: u32, attacker: u32) -> FromTable {
    match game.why_not_block(ask, blocker, attacker) {
        Ok(Some(why)) | Err(why) => rejected(ask, why),
        Ok(None) => mistake("it can block that"),
    }
}

/// What can be said next to a question.
pub(crate) fn steps(game: &HostedGame, ask: u32, taken: &[Step]) -> FromTable {
    match game.steps(ask, taken) {
        Ok((options, answer)) => FromTable::Steps { ask, options, answer },
        Err(why) => rejected(ask, why),
    }
}

/// The names of cards that have a text in them.
pub(crate) fn names(cards: &Cards, name: String) -> FromTable {
    match cards.pool().face_names(&name, MOST_NAMES) {
        Ok(names) => FromTable::Names { name, names },
        Err(why) => mistake(why.to_string()),
    }
}
