//! Decklists: plain text, Arena, MTGO text and MTGO .dek; and what a deck must be (100.2, 100.4, 903.5).

mod check;
mod dek;
mod resolve;
mod text;

use crate::{Error, Result};

pub use check::{Construction, Finding, check};
pub use resolve::{Copies, Deck, resolve};

/// Copies of a card, as a decklist names them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckLine {
    /// How many.
    pub count: u32,
    /// The card's name as written.
    pub name: String,
    /// The line of the list it stands on, counted from 1.
    pub line: usize,
}

/// A decklist as written; its names may name no card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decklist {
    /// The deck's name, when the list gives one; else the file's.
    pub name: String,
    /// The deck.
    pub main: Vec<DeckLine>,
    /// The sideboard (100.4).
    pub sideboard: Vec<DeckLine>,
    /// The commander, or two partners (903.3).
    pub commander: Vec<DeckLine>,
}

impl Decklist {
    /// How many cards the deck has, commanders included.
    #[must_use]
    pub fn size(&self) -> u32 {
        total(&self.main) + total(&self.commander)
    }

    /// How many cards the sideboard has.
    #[must_use]
    pub fn sideboard_size(&self) -> u32 {
        total(&self.sideboard)
    }

    /// Every line: commanders, deck, sideboard.
    pub fn lines(&self) -> impl Iterator<Item = &DeckLine> {
        self.commander.iter().chain(&self.main).chain(&self.sideboard)
    }
}

fn total(lines: &[DeckLine]) -> u32 {
    lines.iter().fold(0, |sum, line| sum.saturating_add(line.count))
}

/// Reads a decklist in any of the formats; `origin` names it in errors, and the deck when it has no name of its own.
///
/// # Errors
/// With the line that is none of a decklist.
pub fn parse(text: &str, origin: &str) -> Result<Decklist> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let list = if text.trim_start().starts_with('<') { dek::parse(text) } else { text::parse(text) };
    let mut list = list.map_err(|e| e.within(origin))?;
    if list.size() == 0 {
        return Err(Error::new("has no cards").within(origin).hint("write lines like “4 Plains”"));
    }
    if list.name.is_empty() {
        let file = origin.rsplit(['/', '\\']).next().unwrap_or(origin);
        list.name = file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned();
    }
    Ok(list)
}

fn total_copies(copies: &[Copies]) -> u32 {
    copies.iter().fold(0, |sum, c| sum.saturating_add(c.count))
}
