//! Decklists in the formats of the sites and programs that players use, what a deck must be (100.2, 100.4, 903.5), its figures
//! ([`Stats`]) and its opening hands ([`Hands`]).

mod check;
mod coverage;
mod eligible;
mod forge;
mod hands;
mod oathbreaker;
mod odds;
mod resolve;
mod stats;
mod supplementary;
mod table;
mod text;
mod write;
mod xml;

use crate::{Error, Result};

pub use check::{Construction, Finding, check, known_format};
pub use coverage::{Blocker, DeckCoverage};
pub use eligible::can_be_commander;
pub use hands::{Hand, HandRule, Hands, hands};
pub use resolve::{Copies, Deck, each, resolve};
pub use stats::{ColorFigures, Stats, TurnOdds, stats};
pub use write::{name_for, write};

/// The most copies on one line of a list.
const MOST_COPIES: u32 = 9999;

/// The longest decklist that is read, in bytes.
pub const LONGEST_LIST: u64 = 4 << 20;

/// The most cards in a list, and the most lines; a hundred times what is played.
const MOST_CARDS: u32 = 10_000;

/// A format of decklists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ListFormat {
    /// Lines like "4 Plains", with headings where they are needed.
    Text,
    /// Magic: The Gathering Arena.
    Arena,
    /// Magic: The Gathering Online, text.
    Mtgo,
    /// Magic: The Gathering Online, .dek.
    Dek,
    /// Cockatrice, .cod.
    Cockatrice,
    /// Forge, .dck.
    Forge,
    /// XMage, .dck.
    XMage,
    /// Moxfield, text.
    Moxfield,
    /// Archidekt, text.
    Archidekt,
    /// A table, as Archidekt and Moxfield export it.
    Csv,
}

impl ListFormat {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Text,
        Self::Arena,
        Self::Mtgo,
        Self::Dek,
        Self::Cockatrice,
        Self::Forge,
        Self::XMage,
        Self::Moxfield,
        Self::Archidekt,
        Self::Csv,
    ];

    /// Whether it tells which card is the commander.
    #[must_use]
    pub const fn has_commander(self) -> bool {
        !matches!(self, Self::Mtgo | Self::Dek | Self::Cockatrice | Self::XMage)
    }

    /// Whether it tells the deck's name.
    #[must_use]
    pub const fn has_name(self) -> bool {
        matches!(self, Self::Arena | Self::Cockatrice | Self::Forge | Self::XMage)
    }

    /// Whether it has a place for cards that are considered only.
    #[must_use]
    pub const fn has_aside(self) -> bool {
        matches!(self, Self::Text | Self::Arena | Self::Moxfield | Self::Archidekt | Self::Csv)
    }
}

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
    /// Cards that are listed beside the deck and belong to no part of it: a maybeboard, tokens.
    pub aside: Vec<DeckLine>,
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

impl Decklist {
    fn push(&mut self, section: text::Section, card: DeckLine) {
        match section {
            text::Section::Main | text::Section::About => self.main.push(card),
            text::Section::Sideboard => self.sideboard.push(card),
            text::Section::Commander => self.commander.push(card),
            text::Section::Aside => self.aside.push(card),
        }
    }

    /// What a format keeps of the list: it may have no place for its name, its commanders (which then stand in the
    /// sideboard) or cards beside the deck.
    #[must_use]
    pub fn as_kept_by(&self, format: ListFormat) -> Self {
        let mut kept = self.clone();
        if !format.has_commander() {
            kept.sideboard.splice(0..0, kept.commander.drain(..));
        }
        if !format.has_aside() {
            kept.aside.clear();
        }
        if !format.has_name() {
            kept.name.clear();
        }
        kept
    }

    /// Makes a card of the list its commander. False where the list has no such card.
    pub fn name_commander(&mut self, name: &str) -> bool {
        let folded = crate::fold_name(name);
        let is_it = |line: &DeckLine| {
            let own = crate::fold_name(&line.name);
            own == folded || own.split(" // ").next() == Some(folded.as_str())
        };
        for part in [&mut self.main, &mut self.sideboard] {
            if let Some(at) = part.iter().position(is_it) {
                let mut line = part.remove(at);
                if line.count > 1 {
                    part.insert(at, DeckLine { count: line.count - 1, ..line.clone() });
                    line.count = 1;
                }
                self.commander.push(line);
                return true;
            }
        }
        self.commander.iter().any(is_it)
    }

    /// Tables and XML can hold line breaks within a name; no card has them, and lists in text could not be written.
    fn tidy(&mut self) {
        let tidy = |name: &str| {
            let plain: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            plain.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        self.name = tidy(&self.name);
        for line in [&mut self.main, &mut self.sideboard, &mut self.commander, &mut self.aside].into_iter().flatten() {
            line.name = tidy(&line.name);
        }
    }

    /// Too many cards would fill the memory.
    fn check_size(&self) -> Result<()> {
        let mut sum = 0_u32;
        for (number, line) in self.lines().chain(&self.aside).enumerate() {
            sum = sum.saturating_add(line.count);
            if sum > MOST_CARDS || number >= MOST_CARDS as usize {
                let what = format!("more than {MOST_CARDS} cards in all");
                return Err(Error::new(what).at_line(line.line).hint("no deck has that many"));
            }
        }
        Ok(())
    }
}

/// Reads a decklist in any of the formats, told by its content; `origin` names it in errors, and the deck when it has no name
/// of its own.
///
/// # Errors
/// With the line that is none of a decklist.
pub fn parse(text: &str, origin: &str) -> Result<Decklist> {
    let text = crate::files::without_mark(text);
    let list = if text.trim_start().starts_with('<') {
        xml::parse(text)
    } else if table::is_table(text) {
        table::parse(text)
    } else if forge::is_forge(text) {
        forge::parse(text)
    } else {
        text::parse(text)
    };
    let checked = list.and_then(|list| list.check_size().map(|()| list));
    let mut list = checked.map_err(|e| e.within(origin))?;
    list.tidy();
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
