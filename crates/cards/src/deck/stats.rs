//! The figures of a deck: its curve, colors, types, and the odds of its lands.

use std::collections::BTreeMap;

use lawmage_ir::{CardType, Color, ManaCost, ManaSymbol};
use serde::Serialize;

use super::odds::Odds;
use super::{Copies, Deck, total_copies};
use crate::facts::produces;
use crate::{CardPool, Result};

/// The last turn for which odds are told.
const TURNS: u32 = 8;

/// The figures of a deck. Counts are of the main deck; commanders count for the curve and the colors, since they are cast,
/// but not for the odds, since they are not drawn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stats {
    /// Cards that are drawn from: the main deck.
    pub cards: u32,
    /// Of them lands, by their front faces.
    pub lands: u32,
    /// Spells with a land on their back (712), which are not counted as lands.
    pub spells_that_are_lands: u32,
    /// The average mana value of what is no land (202.3).
    pub average_mana_value: f64,
    /// How many cards that are no lands have mana value 0, 1, … and in the last place seven or more.
    pub curve: [u32; 8],
    /// How many cards have each card type; a card of several types counts for each.
    pub types: BTreeMap<String, u32>,
    /// White, blue, black, red, green, colorless.
    pub colors: Vec<ColorFigures>,
    /// The chances of exactly 0 to 7 lands in seven cards.
    pub opening_lands: Vec<f64>,
    /// For each turn the chance to have drawn a land for each turn so far.
    pub land_drops: Vec<TurnOdds>,
}

/// What a deck asks of a color and has of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ColorFigures {
    /// W, U, B, R, G or C.
    pub color: char,
    /// Its mana symbols in costs; a hybrid symbol counts for each of its colors.
    pub symbols: u32,
    /// Cards with such a symbol in their cost.
    pub cards: u32,
    /// Lands that add its mana.
    pub lands: u32,
    /// Other cards that do.
    pub others: u32,
}

/// The chance of at least as many lands as turns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TurnOdds {
    /// The turn, counted from one's first.
    pub turn: u32,
    /// For who plays first and skips the first draw (103.8a).
    pub on_the_play: f64,
    /// For who plays second.
    pub on_the_draw: f64,
    /// The average number of lands drawn by then, for who plays first.
    pub average_lands: f64,
}

/// Works out the figures of a deck.
///
/// # Errors
/// When the database cannot be read.
pub fn stats(deck: &Deck, pool: &CardPool) -> Result<Stats> {
    let cards = total_copies(&deck.main);
    let lands = deck.main.iter().filter(|c| is_land(c)).map(|c| c.count).sum();
    let odds = Odds::up_to(cards);
    let mut stats = Stats {
        cards,
        lands,
        spells_that_are_lands: deck.main.iter().filter(|c| has_land_back(c)).map(|c| c.count).sum(),
        average_mana_value: 0.0,
        curve: [0; 8],
        types: BTreeMap::new(),
        colors: Vec::new(),
        opening_lands: (0..=7).map(|n| odds.exactly(cards, lands, 7, n)).collect(),
        land_drops: (1..=TURNS).map(|turn| turn_odds(&odds, cards, lands, turn)).collect(),
    };
    let mut sum = 0.0;
    for copies in deck.main.iter().chain(&deck.commander) {
        for card_type in copies.card.faces.first().map(|f| f.types).into_iter().flat_map(|t| t.iter()) {
            *stats.types.entry(card_type.word().to_owned()).or_default() += copies.count;
        }
        if !is_land(copies) {
            let value = mana_value(copies);
            sum += f64::from(value) * f64::from(copies.count);
            if let Some(column) = stats.curve.get_mut(value.min(7) as usize) {
                *column += copies.count;
            }
        }
    }
    let spells: u32 = stats.curve.iter().sum();
    stats.average_mana_value = if spells == 0 { 0.0 } else { sum / f64::from(spells) };
    stats.colors = colors(deck, pool)?;
    Ok(stats)
}

fn turn_odds(odds: &Odds, cards: u32, lands: u32, turn: u32) -> TurnOdds {
    let on_the_play = odds.at_least(cards, lands, 6 + turn, turn);
    let on_the_draw = odds.at_least(cards, lands, 7 + turn, turn);
    let drawn = f64::from((6 + turn).min(cards));
    let average_lands = if cards == 0 { 0.0 } else { drawn * f64::from(lands) / f64::from(cards) };
    TurnOdds { turn, on_the_play, on_the_draw, average_lands }
}

pub(super) fn is_land(copies: &Copies) -> bool {
    copies.card.faces.first().is_some_and(|f| f.types.has(CardType::Land))
}

fn has_land_back(copies: &Copies) -> bool {
    !is_land(copies) && copies.card.faces.iter().skip(1).any(|f| f.types.has(CardType::Land))
}

/// 202.3, 202.3d: of split cards both halves, of others the front.
pub(super) fn mana_value(copies: &Copies) -> u32 {
    use lawmage_ir::Layout::{Aftermath, Split};
    let faces = if matches!(copies.card.layout, Split | Aftermath) { 2 } else { 1 };
    let costs = copies.card.faces.iter().take(faces).filter_map(|f| f.mana_cost.as_ref());
    costs.map(ManaCost::value).fold(0, u32::saturating_add)
}

fn colors(deck: &Deck, pool: &CardPool) -> Result<Vec<ColorFigures>> {
    let kinds: Vec<Option<Color>> = Color::ALL.into_iter().map(Some).chain([None]).collect();
    let mut figures: Vec<ColorFigures> = kinds
        .iter()
        .map(|kind| ColorFigures { color: kind.map_or('C', Color::letter), symbols: 0, cards: 0, lands: 0, others: 0 })
        .collect();
    for copies in deck.main.iter().chain(&deck.commander) {
        let source = pool.source(copies.id)?.0;
        let (made, colorless) = produces(&source);
        for (kind, figure) in kinds.iter().zip(&mut figures) {
            let symbols = symbols_of(copies, *kind);
            figure.symbols += symbols * copies.count;
            figure.cards += if symbols > 0 { copies.count } else { 0 };
            let is_source = kind.map_or(colorless, |color| made.has(color));
            match (is_source, is_land(copies)) {
                (true, true) => figure.lands += copies.count,
                (true, false) => figure.others += copies.count,
                _ => {}
            }
        }
    }
    Ok(figures)
}

fn symbols_of(copies: &Copies, kind: Option<Color>) -> u32 {
    let costs = copies.card.faces.iter().filter_map(|f| f.mana_cost.as_ref());
    let is_of = |symbol: &&ManaSymbol| match kind {
        Some(color) => symbol.colors().has(color),
        None => matches!(symbol, ManaSymbol::Colorless | ManaSymbol::ColorlessHybrid(_)),
    };
    costs.map(|cost| cost.0.iter().filter(is_of).count() as u32).sum()
}
