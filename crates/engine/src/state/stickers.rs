//! Stickers (123.1): what is printed on them, where they are, and what they add to names (123.6).

use std::sync::Arc;

use lawmage_ir::Sticker;
use serde::{Deserialize, Serialize};

use crate::state::ids::{ObjectId, PlayerId};

/// A sticker of the game. Each is a thing of its own, whatever stands on it (123.3a): its place in
/// [`State::stickers`](crate::state::State::stickers) tells it from all others.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StickerAt {
    /// What is printed on it.
    pub sticker: Arc<Sticker>,
    /// Who has access to it (123.2c).
    pub owner: PlayerId,
    /// Where it is, if it is on an object: it is no object itself (123.1).
    pub on: Option<StickerOn>,
}

/// A sticker's place on an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StickerOn {
    /// The object.
    pub object: ObjectId,
    /// 613.7k.
    pub timestamp: u32,
    /// After how many words of the name a name sticker's words stand (123.6b).
    pub after: u32,
}

/// Whether a part of a name is a word (123.6a): a blank line is none.
pub(crate) fn is_word(part: &str) -> bool {
    part.chars().any(|c| c != '_')
}

/// How many words a name has (123.6a).
#[must_use]
pub fn words_in(name: &str) -> u32 {
    name.split_whitespace().filter(|part| is_word(part)).count() as u32
}

/// A name with words added after so many of its own (123.6b); at its end when it has not so many (123.6c).
#[must_use]
pub(crate) fn with_words(name: &str, words: &str, after: u32) -> Arc<str> {
    let mut parts: Vec<&str> = Vec::new();
    let mut left = after;
    let mut added = false;
    for part in name.split_whitespace() {
        if left == 0 && !added {
            parts.push(words);
            added = true;
        }
        left -= u32::from(left > 0 && is_word(part));
        parts.push(part);
    }
    if !added {
        parts.push(words);
    }
    parts.join(" ").into()
}
