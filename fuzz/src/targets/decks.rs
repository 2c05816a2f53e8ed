//! Decklists in every format that is recognised by its content, and searches.

use lawmage_cards::deck::{self, Construction, Decklist, HandRule, ListFormat};
use lawmage_cards::search::{Query, find};
use lawmage_cards::{CardPool, starter};

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
        "<card number=\"2\" name=\"Island\"/>",
        "Quantity,Name",
        "|M10|1",
        "[M10:146]",
        "[Maybeboard{noDeck}]",
        "NAME:",
    ],
    make: || Box::new(List { pool: CardPool::starter().unwrap_or_default() }),
};

struct List {
    pool: CardPool,
}

impl Format for List {
    fn samples(&self) -> Vec<Vec<u8>> {
        let mut samples = files("cards/decks", "txt");
        // A deck in each of the formats.
        let lists: Vec<_> = starter::deck_names().filter_map(|name| starter::deck(name).ok()).collect();
        for (list, format) in lists.iter().cycle().zip(ListFormat::ALL) {
            samples.push(deck::write(list, format).into_bytes());
        }
        samples
    }

    fn run(&mut self, input: &[u8]) -> Result<(), String> {
        let Ok(list) = deck::parse(&text(input), "input") else { return Ok(()) };
        for format in ListFormat::ALL {
            let all = |list: &Decklist| list.lines().chain(&list.aside).map(|l| l.count).sum::<u32>();
            let again = deck::parse(&deck::write(&list, format), "input");
            if again.is_ok_and(|again| all(&again) != all(&list.as_kept_by(format))) {
                return Err(format!("another number of cards when written as {format:?} and read back"));
            }
        }
        if let Ok(found) = deck::resolve(&list, &self.pool) {
            let _ = deck::check(&found, &self.pool, Construction::Constructed, Some("modern"));
            let _ = deck::check(&found, &self.pool, Construction::Commander, None);
            let _ = deck::stats(&found, &self.pool);
            let _ = deck::hands(&found, HandRule::default(), 20, 1, 1);
        }
        Ok(())
    }
}

/// A search.
pub const QUERY: Target = Target {
    name: "query",
    invariant: "a query finds cards or is refused",
    words: &[
        "t:", "c<=", " or ", "-", "(", ")", "o:/", "/", "\"", "mv>=", "pow>tou", "is:", "id:", "m:{2}{W}", "!", "~",
        "f:modern",
    ],
    make: || Box::new(Queries { pool: CardPool::starter().unwrap_or_default() }),
};

struct Queries {
    pool: CardPool,
}

impl Format for Queries {
    fn samples(&self) -> Vec<Vec<u8>> {
        let queries = [
            "t:goblin c:r mv<=2 o:\"draw a card\" pow>3 is:complete",
            "(t:elf or t:wolf) -c:g id<=bant order:mv direction:desc",
            "o:/deals \\d+ damage/ kw:haste m:{1}{R} produces:wu",
            "!\"Flint Shot\" or n:/^a.*t$/ not:vanilla has:power",
        ];
        queries.iter().map(|q| q.as_bytes().to_vec()).collect()
    }

    fn run(&mut self, input: &[u8]) -> Result<(), String> {
        if let Ok(query) = Query::parse(&text(input)) {
            let _ = find(&self.pool, &query);
        }
        Ok(())
    }
}
