//! Two-colour decks drawn from all cards at hand.

use std::sync::Arc;

use lawmage_engine::Rng;
use lawmage_engine::procedure::start::{Seat, Setup};
use lawmage_engine::state::chars::is_nontraditional;
use lawmage_ir::{Card, CardType, Color, ColorSet, Supertype};

/// Cards of a deck (100.2a).
const SIZE: usize = 60;
/// Of them basic lands.
const BASICS: usize = 20;
/// And other lands.
const OTHER_LANDS: usize = 4;

/// The cards that decks are drawn from.
#[derive(Clone, Debug, Default)]
pub struct Lot {
    /// A basic land of each color, in the order of [`Color::ALL`].
    basics: Vec<Arc<Card>>,
    lands: Vec<Arc<Card>>,
    spells: Vec<Arc<Card>>,
}

/// Whether it is a basic land.
pub(super) fn is_basic(card: &Card) -> bool {
    card.faces.first().is_some_and(|f| f.supertypes.has(Supertype::Basic))
}

impl Lot {
    /// Sorts cards. `basics` are basic lands, one of each color in the order of [`Color::ALL`]; of the others those count that may
    /// be in a deck and are understood completely.
    #[must_use]
    pub fn new(basics: Vec<Arc<Card>>, cards: impl IntoIterator<Item = Arc<Card>>) -> Self {
        let mut lot = Self { basics, ..Self::default() };
        for card in cards {
            let Some(face) = card.faces.first() else { continue };
            // Attractions and stickers have decks of their own (717.2, 123.2).
            let is_odd = is_nontraditional(face.types) || !face.lights.is_empty() || face.types.is_empty();
            if is_odd || is_basic(&card) || !card.is_complete() {
                continue;
            }
            if face.types.has(CardType::Land) {
                lot.lands.push(card);
            } else if face.mana_cost.is_some() {
                lot.spells.push(card);
            }
        }
        lot
    }

    /// How many different cards there are but for basic lands.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lands.len() + self.spells.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The game of that number: two decks of two colors each.
    #[must_use]
    pub fn setup(&self, seed: u64, number: u32) -> Setup {
        let mut rng =
            Rng::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(number).wrapping_mul(0xd134_2543_de82_ef95));
        let seats = ["A", "B"].map(|name| Seat { name: name.to_owned(), deck: self.deck(&mut rng), ..Seat::default() });
        let seed = (u64::from(rng.below(u32::MAX)) << 32) | u64::from(rng.below(u32::MAX));
        Setup { seats: seats.into(), seed: seed.into(), first: None, ..Setup::default() }
    }

    fn deck(&self, rng: &mut Rng) -> Vec<Arc<Card>> {
        let first = rng.below(5) as usize;
        let second = (first + 1 + rng.below(4) as usize) % 5;
        let colors = [first, second].map(|place| Color::ALL[place]);
        let both = ColorSet::of(colors[0]).union(colors[1].into());
        let mut deck: Vec<Arc<Card>> = Vec::with_capacity(SIZE);
        let fits = |card: &Card| {
            card.faces.first().is_some_and(|face| {
                let cost = face.mana_cost.iter().flat_map(|cost| cost.0.iter());
                let asked = cost.fold(ColorSet::COLORLESS, |all, symbol| all.union(symbol.colors()));
                asked.union(both) == both
            })
        };
        for (from, until) in [(&self.lands, OTHER_LANDS), (&self.spells, SIZE - BASICS)] {
            // So many tries find enough: a quarter of all cards fit two colors.
            for _ in 0..until * 40 {
                if from.is_empty() || deck.len() >= until {
                    break;
                }
                let card = &from[rng.below(from.len() as u32) as usize];
                if fits(card) {
                    deck.push(card.clone());
                }
            }
        }
        let basics: Vec<&Arc<Card>> = [first, second].into_iter().filter_map(|n| self.basics.get(n)).collect();
        let missing = SIZE.saturating_sub(deck.len());
        deck.extend(basics.into_iter().cycle().take(missing).cloned());
        deck
    }
}
