//! From a decklist to cards.

use std::collections::BTreeMap;
use std::sync::Arc;

use lawmage_ir::Card;

use super::supplementary::is_nontraditional;
use super::{DeckLine, Decklist};
use crate::{CardId, CardPool, Error, Result};

/// A deck of cards.
#[derive(Clone, Debug, Default)]
pub struct Deck {
    /// Its name.
    pub name: String,
    /// The deck, in the order of the list.
    pub main: Vec<Copies>,
    /// The sideboard.
    pub sideboard: Vec<Copies>,
    /// The commanders; for Oathbreaker, the oathbreakers and their signature spells.
    pub commander: Vec<Copies>,
    /// Planes, phenomena, schemes and vanguards, which belong to no deck (311.2, 312.2, 313.2, 314.2), wherever the list has them.
    pub command: Vec<Copies>,
}

/// Copies of a card in a deck.
#[derive(Clone, Debug)]
pub struct Copies {
    /// How many.
    pub count: u32,
    /// The card in the pool.
    pub id: CardId,
    /// The card.
    pub card: Arc<Card>,
    /// The line of the list.
    pub line: usize,
}

/// The cards of a part of a deck, copy by copy.
pub fn each(copies: &[Copies]) -> impl Iterator<Item = &Arc<Card>> {
    copies.iter().flat_map(|c| std::iter::repeat_n(&c.card, c.count as usize))
}

impl Deck {
    /// Whether all its cards are understood completely.
    ///
    /// # Errors
    /// Those that are not.
    pub fn is_complete(&self) -> Result<()> {
        let missing: Vec<&str> = self.incomplete().iter().map(|card| &*card.name).collect();
        if missing.is_empty() {
            return Ok(());
        }
        Err(Error::new(format!("cards not understood completely: {}", missing.join(", "))))
    }

    /// Whether there is a card in it.
    ///
    /// # Errors
    /// When there is none.
    pub fn has_cards(&self) -> Result<()> {
        if self.main.is_empty() { Err(Error::new("the deck is empty")) } else { Ok(()) }
    }

    /// Every card of the main deck, copy by copy.
    pub fn cards(&self) -> impl Iterator<Item = &Arc<Card>> {
        each(&self.main)
    }

    /// Every entry of the deck: commanders, deck, sideboard.
    pub fn copies(&self) -> impl Iterator<Item = &Copies> {
        self.commander.iter().chain(&self.main).chain(&self.sideboard)
    }

    /// The cards that are not compiled completely, each once. Games leave such decks out unless told otherwise.
    #[must_use]
    pub fn incomplete(&self) -> Vec<&Card> {
        let mut found: Vec<&Card> = Vec::new();
        for copies in self.copies().chain(&self.command) {
            if !copies.card.is_complete() && !found.iter().any(|c| c.name == copies.card.name) {
                found.push(&copies.card);
            }
        }
        found
    }
}

/// Finds every card of a list, each compiled or read once.
///
/// # Errors
/// One for each line whose name names no one card, with the line.
pub fn resolve(list: &Decklist, pool: &CardPool) -> Result<Deck, Vec<Error>> {
    let mut cards = BTreeMap::new();
    let mut errors = Vec::new();
    let mut part = |lines: &[DeckLine]| {
        let mut copies = Vec::with_capacity(lines.len());
        for line in lines {
            let found = pool.find(&line.name).map_err(Error::from).and_then(|id| card(pool, id, &mut cards));
            match found {
                Ok((id, card)) => copies.push(Copies { count: line.count, id, card, line: line.line }),
                Err(error) => errors.push(error.within(&list.name).at_line(line.line)),
            }
        }
        copies
    };
    let commander = part(&list.commander);
    let mut main = part(&list.main);
    let mut sideboard = part(&list.sideboard);
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut command = Vec::new();
    for part in [&mut main, &mut sideboard] {
        command.extend(part.extract_if(.., |copies| is_nontraditional(copies)));
    }
    Ok(Deck { name: list.name.clone(), main, sideboard, commander, command })
}

fn card(pool: &CardPool, id: CardId, cards: &mut BTreeMap<CardId, Arc<Card>>) -> Result<(CardId, Arc<Card>), Error> {
    if let Some(card) = cards.get(&id) {
        return Ok((id, card.clone()));
    }
    let card = pool.card(id)?;
    cards.insert(id, card.clone());
    Ok((id, card))
}
