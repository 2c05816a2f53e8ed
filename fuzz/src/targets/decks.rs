//! Decklists in every format that is recognised by its content.

use lawmage_cards::CardPool;
use lawmage_cards::deck::{self, Construction};

use super::{Format, Target, files, text};

/// A decklist.
pub const LIST: Target = Target {
    name: "decklist",
    invariant: "what is read is counted, checked and found by name",
    words: &[
        "Deck",
        "Sideboard",
        "Commander",
        "SB:",
        "4x",
        "4",
        "<Cards Quantity=\"1\" Name=\"Island\"/>",
        "(SET) 12",
        "//",
        "[Main]",
    ],
    make: || Box::new(List { pool: CardPool::starter().unwrap_or_default() }),
};

struct List {
    pool: CardPool,
}

impl Format for List {
    fn samples(&self) -> Vec<Vec<u8>> {
        files("cards/decks", "txt")
    }

    fn run(&mut self, input: &[u8]) -> Result<(), String> {
        let Ok(list) = deck::parse(&text(input), "input") else { return Ok(()) };
        if let Ok(found) = deck::resolve(&list, &self.pool) {
            let _ = deck::check(&found, &self.pool, Construction::Constructed, Some("modern"));
            let _ = deck::check(&found, &self.pool, Construction::Commander, None);
        }
        Ok(())
    }
}
