//! Searching: each field, its mistakes, and what any text may do to it.

use lawmage_cards::search::{Query, find};
use lawmage_cards::{CardPool, Database, import};
use proptest::prelude::*;

const CARDS: &str = r#"{"meta": {"date": "2030-01-02"}, "data": {
    "Ash Wolf": [{"name": "Ash Wolf", "layout": "normal", "manaCost": "{1}{R}", "type": "Creature — Wolf Warrior",
        "text": "Haste (It can attack at once.)\nWhenever Ash Wolf attacks, draw a card.", "power": "3", "toughness": "2",
        "keywords": ["Haste"], "legalities": {"modern": "Legal", "legacy": "Banned"}, "printings": ["ABC", "XYZ"]}],
    "Élan Pirate": [{"name": "Élan Pirate", "layout": "normal", "manaCost": "{2}{U/R}", "type": "Legendary Creature — Human Pirate",
        "text": "Flying, haste", "power": "2", "toughness": "2", "keywords": ["Flying", "Haste"],
        "legalities": {"vintage": "Restricted", "modern": "Legal"}, "printings": ["ABC"]}],
    "Grey Rat": [{"name": "Grey Rat", "layout": "normal", "manaCost": "{1}{B}", "type": "Creature — Rat", "power": "2",
        "toughness": "2", "legalities": {"modern": "Legal"}, "printings": ["XYZ"]}],
    "Star Hulk": [{"name": "Star Hulk", "layout": "normal", "manaCost": "{4}{G}{G}", "type": "Creature — Beast", "text":
        "Star Hulk's power is equal to the number of lands you control.", "power": "*", "toughness": "4"}],
    "Wax // Wane": [{"name": "Wax // Wane", "faceName": "Wax", "side": "a", "layout": "split", "manaCost": "{G}",
        "type": "Instant", "text": "You gain 2 life."}, {"name": "Wax // Wane", "faceName": "Wane", "side": "b",
        "layout": "split", "manaCost": "{W}", "type": "Instant", "text": "Draw a card."}],
    "Dusk Grove": [{"name": "Dusk Grove", "layout": "normal", "type": "Land — Swamp Forest", "text": "({T}: Add {B} or {G}.)"}],
    "Riddle": [{"name": "Riddle", "layout": "normal", "manaCost": "{3}", "type": "Artifact", "text": "Frobnicate the wozzle."}]
}}"#;

fn pool() -> (tempfile::TempDir, CardPool) {
    let dir = tempfile::tempdir().expect("a directory");
    let imported = import::read(CARDS.as_bytes()).expect("the data reads");
    let mut pool = CardPool::empty();
    pool.push_database(Database::create(&dir.path().join("cards.db"), &imported, &|_| {}).expect("it is written"));
    (dir, pool)
}

fn names(pool: &CardPool, query: &str) -> Vec<String> {
    let query = Query::parse(query).unwrap_or_else(|e| panic!("{query}: {e}"));
    let found = find(pool, &query).unwrap_or_else(|e| panic!("{e}"));
    found.iter().map(|f| pool.name(f.id).to_owned()).collect()
}

#[test]
fn every_field_finds_what_it_says() {
    let (_dir, pool) = pool();
    let wolf = "Ash Wolf";
    let pirate = "Élan Pirate";
    let (rat, hulk, wax, grove, riddle) = ("Grey Rat", "Star Hulk", "Wax // Wane", "Dusk Grove", "Riddle");
    for (query, expected) in [
        ("wolf", vec![wolf]),
        ("elan", vec![pirate]),
        ("draw card", vec![wolf, wax]),
        ("rat", vec![rat, pirate]),
        ("rat -haste", vec![rat]),
        ("\"draw a card\" -t:instant", vec![wolf]),
        ("!\"ash wolf\"", vec![wolf]),
        ("!wane", vec![wax]),
        ("name:ash", vec![wolf]),
        ("n:/^a/", vec![wolf]),
        ("o:~", vec![wolf, hulk]),
        ("o:\"whenever ~ attacks\"", vec![wolf]),
        ("o:\"attack at once\"", vec![]),
        ("fo:\"attack at once\"", vec![wolf]),
        ("o:/gain \\d life/", vec![wax]),
        ("t:rat", vec![rat]),
        ("t:\"legendary pirate\"", vec![pirate]),
        ("t=war", vec![]),
        ("t:war", vec![wolf]),
        ("c:r", vec![wolf, pirate]),
        ("c=r", vec![wolf]),
        ("c:izzet", vec![pirate]),
        ("c:m", vec![pirate, wax]),
        ("c>=2", vec![pirate, wax]),
        ("c:colorless t:artifact", vec![riddle]),
        ("id<=bg", vec![grove, rat, riddle, hulk]),
        ("id:izzet", vec![wolf, pirate, riddle]),
        ("m:{U/R}", vec![pirate]),
        ("m:{R/U}", vec![pirate]),
        ("mana=1b", vec![rat]),
        ("m>gg", vec![hulk]),
        ("mv=2", vec![wolf, rat, wax]),
        ("mv:odd", vec![pirate, riddle]),
        ("cmc>=6", vec![hulk]),
        ("pow>tou", vec![wolf]),
        ("pow:*", vec![hulk]),
        ("pt=4", vec![pirate, rat, hulk]),
        ("tou!=2", vec![hulk]),
        ("kw:flying", vec![pirate]),
        ("f:modern", vec![wolf, pirate, rat]),
        ("f:vintage", vec![pirate]),
        ("banned:legacy", vec![wolf]),
        ("restricted:vintage", vec![pirate]),
        ("is:vanilla", vec![rat]),
        ("is:bear", vec![rat]),
        ("is:commander", vec![pirate]),
        ("is:frenchvanilla", vec![pirate]),
        ("is:split", vec![wax]),
        ("not:spell", vec![grove]),
        ("is:incomplete", vec![riddle]),
        ("is:complete t:land", vec![grove]),
        ("s:xyz", vec![wolf, rat]),
        ("sets=2", vec![wolf]),
        ("produces:b", vec![grove]),
        ("layout:split", vec![wax]),
        ("has:loyalty", vec![]),
        ("t:wolf or t:rat", vec![wolf, rat]),
        ("(t:wolf or t:rat) mv=2 -c:b", vec![wolf]),
        ("t:creature order:mv direction:desc", vec![hulk, pirate, wolf, rat]),
    ] {
        assert_eq!(names(&pool, query), expected.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>(), "{query}");
    }
}

#[test]
fn mistakes_are_shown_with_a_caret_and_the_nearest_word() {
    let (_dir, pool) = pool();
    for (query, words) in [
        ("typ:goblin", vec!["“typ” is no field", "did you mean type", "^^^"]),
        ("t:goblin c:azorios", vec!["query:1:12", "“azorios” is not a color", "azorius"]),
        ("pow>big", vec!["“big” is not a number"]),
        ("mv>", vec!["Nothing stands after “>”"]),
        ("(t:elf", vec!["not closed"]),
        ("t:elf)", vec!["nothing is open"]),
        ("o:\"draw", vec!["not closed"]),
        ("o:/(/", vec!["no regular expression"]),
        ("t:elf or", vec!["“or” stands between two terms"]),
        ("or t:elf", vec!["“or” stands between two terms"]),
        ("t:elf ()", vec!["nothing stands in these parentheses"]),
        ("r:mythic", vec!["can't be searched by “r”", "printings"]),
        ("is:vanila", vec!["did you mean vanilla"]),
        ("m:{Q}", vec!["not a mana cost"]),
        ("kw>flying", vec!["knows only"]),
        ("f:modren", vec!["no format “modren”", "did you mean modern"]),
        ("s:abd", vec!["no set “ABD”"]),
        ("order:price", vec!["is not an order", "name, mv"]),
        ("mv=nan", vec!["not a number"]),
        ("c>m", vec!["write c>=2"]),
        ("!", vec!["no name stands"]),
    ] {
        let error = Query::parse(query).and_then(|q| find(&pool, &q)).map(|f| f.len());
        let error = error.err().unwrap_or_else(|| panic!("{query} is accepted")).to_string();
        for word in words {
            assert!(error.contains(word), "{query}: {error}");
        }
        assert!(error.contains('^'), "{query}: {error}");
    }
    let deep = "(".repeat(5_000);
    assert!(Query::parse(&deep).is_err());
    assert!(Query::parse(&"-".repeat(5_000).replace("--", "-(")).is_err());
    assert!(Query::parse(&"x".repeat(20_000)).is_err());
}

#[test]
fn without_imported_cards_formats_and_sets_say_so() {
    let pool = CardPool::starter().expect("the starter set");
    for query in ["f:modern", "s:m10"] {
        let error = find(&pool, &Query::parse(query).expect("a query")).map(|_| ()).expect_err("no data").to_string();
        assert!(error.contains("cards import"), "{error}");
    }
    assert_eq!(names(&pool, "t:basic").len(), 5);
    assert!(names(&pool, "is:complete").len() > 100);
}

proptest! {
    #[test]
    fn any_text_is_a_query_or_an_error(text in "[a-z:<>=!()\"'/ -]{0,40}", other in "\\PC{0,40}") {
        let pool = CardPool::empty();
        for text in [text, other] {
            if let Ok(query) = Query::parse(&text) {
                let _ = find(&pool, &query);
            }
        }
    }
}
