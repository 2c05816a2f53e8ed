//! Matches of several games (100.6a): the score, and what is exchanged with sideboards between games (100.4).

use std::collections::BTreeMap;

use lawmage_cards::deck::{self, DeckLine, Decklist, ListFormat};
use lawmage_cards::{Error, Result};
use lawmage_engine::PlayerId;
use lawmage_protocol::{Contest, DeckParts, FromTable, Listed, Seat, TableState};
use lawmage_sim::most_games;
use serde::{Deserialize, Serialize};

use super::Table;
use crate::starting;
use crate::store::{Change, Kept};

/// The least cards of a deck (100.2a), and the most of a sideboard (100.4a); a deck that was let in with fewer, or more, may have as many.
const LEAST: u32 = 60;
const MOST: u32 = 15;

/// A match as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KeptContest {
    best_of: u32,
    played: u32,
    wins: Vec<u32>,
    /// The decks that were changed with their sideboards, as lists.
    decks: Vec<Option<String>>,
}

impl KeptContest {
    /// A match of so many seats before its first game.
    pub fn new(best_of: u32, seats: usize) -> Self {
        Self { best_of, played: 0, wins: vec![0; seats], decks: vec![None; seats] }
    }

    /// The match as its next game begins: another one where this one is over.
    pub fn next(self) -> Self {
        if self.is_over() { Self::new(self.best_of, self.wins.len()) } else { self }
    }

    /// Notes who won a game; nobody a draw.
    pub fn note(&mut self, winners: &[PlayerId]) {
        self.played += 1;
        for winner in winners {
            if let Some(wins) = self.wins.get_mut(winner.index()) {
                *wins += 1;
            }
        }
    }

    /// Whether somebody has won more than half of its games (100.6a), or too many were drawn.
    pub fn is_over(&self) -> bool {
        self.played >= most_games(self.best_of) || self.wins.iter().any(|wins| *wins > self.best_of / 2)
    }

    /// How many of the table's last games are of this match; one may be on.
    pub fn games(&self, is_on: bool) -> u32 {
        self.played + u32::from(is_on)
    }

    /// The match as everybody may know it.
    pub fn told(&self) -> Contest {
        Contest { best_of: self.best_of, wins: self.wins.clone(), over: self.is_over() }
    }
}

/// The deck that a seat plays now; none where it is to be given one.
pub(crate) fn deck_now(table: &Kept, seat: usize) -> Option<&str> {
    let changed = table.more.contest.as_ref().and_then(|contest| contest.decks.get(seat)?.as_deref());
    changed.or_else(|| table.seats.get(seat)?.deck.as_deref())
}

fn counted(lines: &[DeckLine]) -> Vec<Listed> {
    let mut all: Vec<Listed> = Vec::new();
    for line in lines {
        match all.iter_mut().find(|listed| listed.name == line.name) {
            Some(listed) => listed.count = listed.count.saturating_add(line.count),
            None => all.push(Listed { count: line.count, name: line.name.clone() }),
        }
    }
    all
}

fn sum(lines: &[Listed]) -> u32 {
    lines.iter().fold(0, |sum, line| sum.saturating_add(line.count))
}

fn together(deck: &DeckParts) -> BTreeMap<&str, u32> {
    let mut all = BTreeMap::new();
    for line in deck.main.iter().chain(&deck.sideboard).filter(|line| line.count > 0) {
        let count: &mut u32 = all.entry(line.name.as_str()).or_default();
        *count = count.saturating_add(line.count);
    }
    all
}

fn parts(list: &Decklist) -> DeckParts {
    DeckParts { main: counted(&list.main), sideboard: counted(&list.sideboard) }
}

fn lines(listed: Vec<Listed>) -> Vec<DeckLine> {
    let listed = listed.into_iter().filter(|line| line.count > 0);
    listed.map(|line| DeckLine { count: line.count, name: line.name, line: 0 }).collect()
}

impl Table {
    /// Whether decks can be changed now: between games of a match (100.4).
    fn is_between(&self) -> bool {
        self.kept.state == TableState::Over && self.kept.more.contest.as_ref().is_some_and(|contest| !contest.is_over())
    }

    /// The deck and sideboard of a seat, as they are now, where they can be exchanged.
    pub(super) fn sideboard_of(&self, seat: Seat) -> Option<FromTable> {
        let text = deck_now(&self.kept, seat.into()).filter(|_| self.is_between())?;
        let list = starting::list_of(text, "a seat").ok().filter(|list| !list.sideboard.is_empty())?;
        Some(FromTable::Sideboard { deck: parts(&list) })
    }

    /// Has a seat play another deck of the same cards in the next game.
    ///
    /// # Errors
    /// Why it can't.
    pub(super) fn exchange(&mut self, seat: Seat, deck: DeckParts) -> Result<Change> {
        if !self.is_between() {
            return Err(Error::new("decks are changed between games of a match only (100.4)"));
        }
        let own = self.kept.seats.get(usize::from(seat));
        let Some((text, name)) = own.and_then(|own| Some((own.deck.as_deref()?, own.name.clone()))) else {
            return Err(Error::new("that seat has no deck"));
        };
        let list = starting::list_of(text, &name)?;
        let before = parts(&list);
        if together(&before) != together(&deck) {
            return Err(Error::new("deck and sideboard are not the cards that they were (100.4)"));
        }
        let (least, most) = (sum(&before.main).min(LEAST), sum(&before.sideboard).max(MOST));
        if sum(&deck.main) < least {
            return Err(Error::new(format!("{} cards: the deck has at least {least} (100.2a)", sum(&deck.main))));
        }
        if sum(&deck.sideboard) > most {
            return Err(Error::new(format!(
                "{} cards: the sideboard has at most {most} (100.4a)",
                sum(&deck.sideboard)
            )));
        }
        let changed = Decklist { main: lines(deck.main), sideboard: lines(deck.sideboard), aside: Vec::new(), ..list };
        let text = deck::write(&changed, ListFormat::Moxfield);
        starting::deck_of(&text, &name, &self.house.cards)?;
        let mut more = self.kept.more.clone();
        if let Some(place) = more.contest.as_mut().and_then(|contest| contest.decks.get_mut(usize::from(seat))) {
            *place = Some(text);
        }
        Ok(Change::More(self.kept.id.clone(), more))
    }
}
