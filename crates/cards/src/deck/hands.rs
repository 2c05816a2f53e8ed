//! Opening hands and London mulligans (103.5), by simulation.

use rand_chacha::ChaCha12Rng;
use rand_core::{Rng, SeedableRng};
use serde::Serialize;

use super::stats::{is_land, mana_value};
use super::{Copies, Deck};

/// Cards in an opening hand (103.5).
const HAND: usize = 7;

/// When a hand is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct HandRule {
    /// The fewest lands among the seven cards.
    pub least_lands: u32,
    /// The most.
    pub most_lands: u32,
    /// A hand of that many cards is kept whatever it is.
    pub fewest_cards: u32,
    /// Whether the first mulligan costs no card (103.5c).
    pub free_mulligan: bool,
}

impl Default for HandRule {
    fn default() -> Self {
        Self { least_lands: 2, most_lands: 5, fewest_cards: 5, free_mulligan: false }
    }
}

/// What came of many openings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hands {
    /// How many openings were dealt.
    pub games: u32,
    /// The seed: the same one deals the same hands.
    pub seed: u64,
    /// The rule they were kept by.
    pub rule: HandRule,
    /// How many of the first seven cards were kept as they were.
    pub first_kept: u32,
    /// How many were kept with 0 to 7 cards.
    pub kept_with: [u32; 8],
    /// How many of the first seven cards had 0 to 7 lands.
    pub first_lands: [u32; 8],
    /// How many of the hands kept had 0 to 7 lands.
    pub kept_lands: [u32; 8],
    /// The average number of cards kept.
    pub average_cards: f64,
    /// The first openings, hand by hand.
    pub samples: Vec<Vec<Hand>>,
}

/// Seven cards that were looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hand {
    /// What was kept, or all seven where none was: lands last.
    pub cards: Vec<String>,
    /// What was put on the bottom of the library.
    pub bottom: Vec<String>,
    /// Lands among the seven.
    pub lands: u32,
    /// Whether it was kept.
    pub kept: bool,
}

/// A card of the library, as far as it matters here.
struct Drawn<'d> {
    name: &'d str,
    land: bool,
    value: u32,
}

impl<'d> Drawn<'d> {
    fn of(copies: &'d Copies) -> Self {
        Self { name: &copies.card.name, land: is_land(copies), value: mana_value(copies) }
    }
}

/// Deals openings of a deck. Deterministic: the seed decides.
#[must_use]
pub fn hands(deck: &Deck, rule: HandRule, games: u32, samples: usize, seed: u64) -> Hands {
    let cards: Vec<(Drawn<'_>, usize)> = deck.main.iter().map(|c| (Drawn::of(c), c.count as usize)).collect();
    let mut library: Vec<&Drawn<'_>> =
        cards.iter().flat_map(|(card, count)| std::iter::repeat_n(card, *count)).collect();
    let mut random = ChaCha12Rng::seed_from_u64(seed);
    let mut result = Hands {
        games,
        seed,
        rule,
        first_kept: 0,
        kept_with: [0; 8],
        first_lands: [0; 8],
        kept_lands: [0; 8],
        average_cards: 0.0,
        samples: Vec::new(),
    };
    for game in 0..games {
        let opening = open(&mut library, rule, &mut random, &mut result);
        if (game as usize) < samples {
            result.samples.push(opening);
        }
    }
    let sum: f64 = (0..).zip(result.kept_with).map(|(cards, count)| f64::from(cards) * f64::from(count)).sum();
    result.average_cards = if games == 0 { 0.0 } else { sum / f64::from(games) };
    result
}

/// One opening: hands until one is kept.
fn open(library: &mut [&Drawn<'_>], rule: HandRule, random: &mut ChaCha12Rng, result: &mut Hands) -> Vec<Hand> {
    let mut opening = Vec::new();
    let size = HAND.min(library.len());
    // 103.5c: where the first mulligan is free, the second hand has seven cards too.
    let free = u32::from(rule.free_mulligan);
    for mulligans in 0_u32.. {
        shuffle_top(library, size, random);
        let mut hand: Vec<&Drawn<'_>> = library.iter().take(size).copied().collect();
        let lands = hand.iter().filter(|c| c.land).count();
        let bottom = mulligans.saturating_sub(free) as usize;
        let left = size.saturating_sub(bottom);
        let fits = (rule.least_lands..=rule.most_lands).contains(&(lands as u32));
        let kept = fits || left <= rule.fewest_cards as usize || library.len() <= HAND;
        if mulligans == 0 {
            count(&mut result.first_lands, lands);
            result.first_kept += u32::from(kept);
        }
        let put_back = if kept { put_on_bottom(&mut hand, bottom) } else { Vec::new() };
        if kept {
            count(&mut result.kept_with, hand.len());
            count(&mut result.kept_lands, hand.iter().filter(|c| c.land).count());
        }
        hand.sort_by_key(|c| (c.land, c.value, c.name));
        let names = |cards: &[&Drawn<'_>]| cards.iter().map(|c| c.name.to_owned()).collect();
        opening.push(Hand { cards: names(&hand), bottom: names(&put_back), lands: lands as u32, kept });
        if kept {
            break;
        }
    }
    opening
}

fn count(table: &mut [u32; 8], at: usize) {
    if let Some(place) = table.get_mut(at) {
        *place += 1;
    }
}

/// Brings random cards to the top: the start of a shuffle, which is all that is looked at.
fn shuffle_top(library: &mut [&Drawn<'_>], size: usize, random: &mut ChaCha12Rng) {
    for place in 0..size {
        let left = (library.len() - place) as u64;
        // Scaled to the range by multiplying: no bias that could be seen.
        let offset = (u128::from(random.next_u64()) * u128::from(left)) >> 64;
        library.swap(place, place + offset as usize);
    }
}

/// 103.5: so many cards go to the bottom. First lands beyond four, then the dearest spells, then lands.
fn put_on_bottom<'d>(hand: &mut Vec<&'d Drawn<'d>>, bottom: usize) -> Vec<&'d Drawn<'d>> {
    let mut put_back = Vec::new();
    for _ in 0..bottom.min(hand.len()) {
        let lands = hand.iter().filter(|c| c.land).count();
        let dearest = (0..hand.len()).filter(|at| hand.get(*at).is_some_and(|c| !c.land));
        let dearest = dearest.max_by_key(|at| hand.get(*at).map(|c| c.value));
        let land = hand.iter().position(|c| c.land);
        let at = if lands > 4 { land } else { dearest.or(land) };
        put_back.push(hand.remove(at.unwrap_or(0)));
    }
    put_back
}
