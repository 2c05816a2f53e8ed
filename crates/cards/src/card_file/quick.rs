//! A deck of one's own cards, to try them at once.

use lawmage_ir::{CardType, Color, Subtype};

use crate::deck::{DeckLine, Decklist};
use crate::{CardId, CardOrigin, CardPool, Error, Result};

/// Cards other than lands in the deck.
const SPELLS: u32 = 36;
/// Lands in the deck.
const LANDS: u32 = 24;

/// A deck of 60 cards of the pool's card files: 36 that are understood and no lands, as evenly as can be, and 24 lands, one of
/// each land of the files and basic lands in the proportion of the colors of the costs. It keeps to no format: of a few cards
/// it has many copies.
///
/// # Errors
/// When the files have no card that can be played with, or a card can't be read.
pub fn quick_deck(pool: &CardPool) -> Result<Decklist> {
    let mut spells: Vec<(String, u32)> = Vec::new();
    let mut lands: Vec<(String, u32)> = Vec::new();
    let mut symbols = [0_u32; Color::ALL.len()];
    let own: Vec<CardId> = pool.ids().filter(|id| matches!(pool.origin(*id), CardOrigin::File(_))).collect();
    for id in &own {
        let card = pool.card(*id)?;
        let Some(front) = card.faces.first().filter(|_| card.is_complete()) else { continue };
        let deck_card =
            front.types.any_permanent() || front.types.has(CardType::Instant) || front.types.has(CardType::Sorcery);
        if front.types.has(CardType::Land) {
            lands.push((card.name.to_string(), 1));
        } else if deck_card && !front.types.has(CardType::Dungeon) {
            spells.push((card.name.to_string(), 0));
            for (count, color) in symbols.iter_mut().zip(Color::ALL) {
                let cost = front.mana_cost.iter().flat_map(|cost| &cost.0);
                *count += cost.filter(|symbol| symbol.colors().has(color)).count() as u32;
            }
        }
    }
    if spells.is_empty() {
        let what = match own.is_empty() {
            true => "there are no cards of your own",
            false => "none of your cards can be played with",
        };
        return Err(
            Error::new(what).hint("give a card file: --cards FILE; lawmage cards lint FILE says what is wrong in it")
        );
    }
    // With more cards than places the first ones of the files are in.
    spells.truncate(SPELLS as usize);
    let kinds = spells.len() as u32;
    for (entry, place) in spells.iter_mut().zip(0..) {
        entry.1 = SPELLS / kinds + u32::from(place < SPELLS % kinds);
    }
    lands.truncate(LANDS as usize / 3);
    lands.extend(basics(&symbols, LANDS - lands.len() as u32));
    let line = |(name, count): (String, u32)| DeckLine { count, name, line: 0 };
    let main = spells.into_iter().chain(lands).filter(|(_, count)| *count > 0).map(line).collect();
    Ok(Decklist { name: "own".to_owned(), main, ..Decklist::default() })
}

/// Basic lands in the proportion of the colors' symbols; of each color at least one.
fn basics(symbols: &[u32; Color::ALL.len()], count: u32) -> Vec<(String, u32)> {
    let mut symbols = *symbols;
    if symbols.iter().all(|n| *n == 0) {
        symbols = [1; Color::ALL.len()];
    }
    let total: u32 = symbols.iter().sum();
    let mut lands: Vec<(String, u32)> = Vec::new();
    let mut left = count;
    for (name, share) in
        Subtype::BASIC_LANDS.map(Subtype::word).into_iter().zip(symbols).filter(|(_, share)| *share > 0)
    {
        let part = (count * share / total).max(1).min(left);
        left -= part;
        lands.push((name.to_owned(), part));
    }
    if let Some(most) = lands.iter_mut().max_by_key(|(_, part)| *part) {
        most.1 += left;
    }
    lands
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lands_follow_the_colors() {
        let parts =
            |symbols| basics(&symbols, 24).into_iter().map(|(n, c)| format!("{c} {n}")).collect::<Vec<_>>().join(", ");
        assert_eq!(parts([0, 0, 0, 4, 0]), "24 Mountain");
        assert_eq!(parts([2, 0, 0, 4, 0]), "8 Plains, 16 Mountain");
        assert_eq!(parts([0; 5]), "4 Plains, 4 Island, 4 Swamp, 4 Mountain, 8 Forest");
    }
}
