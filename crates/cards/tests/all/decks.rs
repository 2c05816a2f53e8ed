//! Decklists in each format, their errors, and the checks.

use lawmage_cards::deck::{self, Construction, Decklist};
use lawmage_cards::{CardPool, Database, card_file, import, starter};

fn names(lines: &[deck::DeckLine]) -> Vec<(u32, &str)> {
    lines.iter().map(|l| (l.count, l.name.as_str())).collect()
}

fn parse(text: &str) -> Decklist {
    deck::parse(text, "dir/test.txt").expect("a decklist")
}

#[test]
fn plain_text() {
    let list = parse(
        "// a comment\n# another\n4 Flint Shot\n3x Kiln Rat # good\n\n23 Mountain\nSB: 2 Searbolt\nSideboard:\n1 Hearthfall\n",
    );
    assert_eq!(list.name, "test");
    assert_eq!(names(&list.main), [(4, "Flint Shot"), (3, "Kiln Rat"), (23, "Mountain")]);
    assert_eq!(names(&list.sideboard), [(2, "Searbolt"), (1, "Hearthfall")]);
    assert_eq!(list.sideboard[1].line, 9);
}

#[test]
fn arena_export() {
    let list = parse(
        "About\nName My Fire\n\nCommander\n1 Varka, Ash-Banner Chief (ABC) 12\n\nDeck\n4 Flint Shot (AB2) 101a\n2 Erase (Not the Other One)\n1 Wax // Wane (XYZ) 7 *F*\n\nSideboard\n2 Searbolt (M30) 9\n",
    );
    assert_eq!(list.name, "My Fire");
    assert_eq!(names(&list.commander), [(1, "Varka, Ash-Banner Chief")]);
    assert_eq!(names(&list.main), [(4, "Flint Shot"), (2, "Erase (Not the Other One)"), (1, "Wax // Wane")]);
    assert_eq!(names(&list.sideboard), [(2, "Searbolt")]);
}

#[test]
fn mtgo_text_has_its_sideboard_after_an_empty_line() {
    let list = parse("\u{feff}36 Flint Shot\r\n24 Mountain\r\n\r\n2 Searbolt\r\n");
    assert_eq!((list.size(), list.sideboard_size()), (60, 2));
    // Groups of a plain list are no sideboard.
    let grouped = parse("4 Flint Shot\n\n4 Kiln Rat\n\n24 Mountain\n");
    assert_eq!((grouped.size(), grouped.sideboard_size()), (32, 0));
}

#[test]
fn mtgo_dek() {
    let list = parse(
        "<?xml version=\"1.0\"?>\n<Deck>\n  <NetDeckID>0</NetDeckID>\n  <Cards CatID=\"1\" Quantity=\"4\" Sideboard=\"false\" Name=\"Dryad&apos;s &#65;rm > Leg\" />\n  <Cards CatID=\"2\" Quantity=\"3\" Sideboard=\"true\" Name=\"Searbolt\"/>\n</Deck>",
    );
    assert_eq!(names(&list.main), [(4, "Dryad's Arm > Leg")]);
    assert_eq!((names(&list.sideboard), list.sideboard[0].line), (vec![(3, "Searbolt")], 5));
}

#[test]
fn errors_name_the_line() {
    for (text, start) in [
        ("4 Flint Shot\nKiln Rat\n", "bad.txt:2: expected a number of copies, found “Kiln Rat”"),
        ("0 Kiln Rat\n", "bad.txt:1: 0 copies of “Kiln Rat”"),
        ("4\n", "bad.txt:1: expected a card's name"),
        ("4Kiln Rat\n", "bad.txt:1: expected a space"),
        ("99999999999 Kiln Rat\n", "bad.txt:1: 99999999999 copies are too many"),
        ("// nothing\n", "bad.txt: has no cards"),
        ("<Deck>\n<Cards Quantity=\"x\" Name=\"A\"/>\n</Deck>", "bad.txt:2: <Cards> has no Quantity"),
        ("<html></html>", "bad.txt: is XML, but neither an MTGO deck"),
        ("<Deck>\n<Cards Name=\"A", "bad.txt:2: is broken XML"),
    ] {
        let error = deck::parse(text, "bad.txt").expect_err(text).to_string();
        assert!(error.starts_with(start), "{error}");
    }
}

fn findings(text: &str, pool: &CardPool, construction: Construction) -> Vec<String> {
    let deck = deck::resolve(&parse(text), pool).expect("all cards are known");
    let findings = deck::check(&deck, pool, construction, None).expect("it is checked");
    findings.iter().map(ToString::to_string).collect()
}

#[test]
fn constructed_decks_by_100_2a_and_100_4a() {
    let pool = CardPool::starter().expect("the starter set");
    let check = |text: &str| findings(text, &pool, Construction::Constructed);
    assert!(check("4 Flint Shot\n56 Mountain\n").is_empty());
    assert_eq!(check("4 Flint Shot\n55 Mountain\n"), ["59 cards; a deck has at least 60 (100.2a)"]);
    assert_eq!(
        check("4 Flint Shot\n56 Mountain\nSideboard\n1 flint shot\n15 Island\n"),
        ["16 cards in the sideboard; it has at most 15 (100.4a)", "line 1: 5 copies of Flint Shot; at most 4 (100.2a)"]
    );
}

#[test]
fn limited_decks_by_100_2b() {
    let pool = CardPool::starter().expect("the starter set");
    assert!(findings("9 Flint Shot\n31 Mountain\n", &pool, Construction::Limited).is_empty());
    let small = findings("39 Mountain\n", &pool, Construction::Limited);
    assert_eq!(small, ["39 cards; a limited deck has at least 40 (100.2b)"]);
}

#[test]
fn commander_decks_by_903_5() {
    let pool = CardPool::starter().expect("the starter set");
    let list = "Commander\n1 Varka, Ash-Banner Chief\n\nDeck\n2 Flint Shot\n98 Mountain\n";
    let deck = deck::resolve(&parse(list), &pool).expect("all cards are known");
    assert_eq!(Construction::of(&deck), Construction::Commander);
    let found = findings(list, &pool, Construction::Commander);
    assert!(found.iter().any(|f| f.starts_with("101 cards;") && f.ends_with("(903.5a)")), "{found:?}");
    assert!(found.contains(&"line 5: 2 copies of Flint Shot; at most 1 (903.5b)".to_owned()), "{found:?}");
    let off = "Commander\n1 Varka, Ash-Banner Chief\n\nDeck\n1 Glance Ahead\n98 Mountain\n";
    let found = findings(off, &pool, Construction::Commander);
    assert_eq!(found.len(), 1);
    assert!(found[0] == "line 5: Glance Ahead is blue, the commander red (903.5c)", "{found:?}");
}

#[test]
fn a_card_may_raise_its_own_limit() {
    let mut pool = CardPool::starter().expect("the starter set");
    let card = "- {name: Many Mice, cost: '{B}', type: Creature — Rat, pt: 1/1, text: A deck can have up to seven cards named Many Mice.}";
    pool.push_file("mice.yaml", card_file::parse(card, "mice.yaml").expect("a card"));
    let check = |text: &str| findings(text, &pool, Construction::Constructed);
    assert!(check("7 Many Mice\n53 Swamp\n").is_empty());
    assert_eq!(check("8 Many Mice\n52 Swamp\n"), ["line 1: 8 copies of Many Mice; at most 7 (100.2a)"]);
}

#[test]
fn unknown_names_are_reported_line_by_line() {
    let pool = CardPool::starter().expect("the starter set");
    let errors =
        deck::resolve(&parse("4 Flint Shoot\n1 Mountain\n2 Nothing Like It At All\n"), &pool).expect_err("unknown");
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(errors.len(), 2);
    assert!(errors[0].contains(":1: no card is named “Flint Shoot”; did you mean “Flint Shot”"), "{}", errors[0]);
    assert!(errors[1].contains(":3: no card is named"), "{}", errors[1]);
}

#[test]
fn every_starter_deck_passes_its_checks() {
    let pool = CardPool::starter().expect("the starter set");
    assert_eq!(starter::deck_names().count(), 7);
    for name in starter::deck_names() {
        let list = starter::deck(name).expect("a deck");
        let deck = deck::resolve(&list, &pool).unwrap_or_else(|e| panic!("{name}: {}", e[0]));
        let findings = deck::check(&deck, &pool, Construction::Constructed, None).expect("it is checked");
        assert!(findings.is_empty(), "{name}: {findings:?}");
        assert_eq!(list.size(), 60, "{name}");
        assert!(!starter::about(name).is_empty());
    }
    let led = [("commander", Construction::Commander), ("brawl", Construction::Brawl)];
    for (kind, construction) in led.into_iter().chain([("oathbreaker", Construction::Oathbreaker)]) {
        for name in starter::deck_names_for(kind) {
            let list = starter::deck(name).expect("a deck");
            let deck = deck::resolve(&list, &pool).unwrap_or_else(|e| panic!("{name}: {}", e[0]));
            let findings = deck::check(&deck, &pool, construction, None).expect("it is checked");
            assert!(findings.is_empty(), "{name}: {findings:?}");
            assert!(!starter::about(name).is_empty());
        }
    }
}

#[test]
fn what_stands_beside_a_deck_is_checked_apart_from_it() {
    let pool = CardPool::starter().expect("the starter set");
    let check = |more: &str| {
        let list = parse(&format!("60 Plains\n{more}"));
        let deck = deck::resolve(&list, &pool).expect("cards");
        let findings = deck::check(&deck, &pool, Construction::Constructed, None).expect("it is checked");
        findings.into_iter().map(|f| f.rule.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(check("1 Windstair Cliffs"), ["901.3"]);
    assert_eq!(check("20 My Vaults Stand Open"), ["904.3"]);
    assert_eq!(check("1 Old Thessaly\n1 The Gilded Clerk"), ["902.3"]);
    assert_eq!(check("1 The Quiet Majority"), ["315.3"]);
    assert!(check("1 Old Thessaly\nSideboard\n1 The Quiet Majority").is_empty());
}

#[test]
fn an_oathbreaker_deck_has_a_planeswalker_and_its_signature_spell() {
    let pool = CardPool::starter().expect("the starter set");
    let check = |leaders: &str| {
        let list = parse(&format!("Oathbreaker\n{leaders}\nDeck\n58 Mountain\n"));
        let deck = deck::resolve(&list, &pool).expect("cards");
        let findings = deck::check(&deck, &pool, Construction::Oathbreaker, None).expect("it is checked");
        findings.into_iter().map(|f| f.rule.to_string()).collect::<Vec<_>>()
    };
    assert!(check("1 Harl, Ember Regent\n1 Flint Shot").is_empty());
    assert_eq!(check("1 Harl, Ember Regent\n1 Wash Ashore"), ["903.5c"]);
    assert_eq!(check("1 Vessa, Road-Warden\n1 Flint Shot"), ["100.6"]);
    assert_eq!(check("1 Harl, Ember Regent\n1 Mother Caul"), ["100.6", "100.6"]);
}

#[test]
fn legality_is_checked_where_the_data_has_it() {
    let card = |name: &str, standing: &str| {
        format!(r#"{{"name": "{name}", "layout": "normal", "type_line": "Instant", "legalities": {{{standing}}}}}"#)
    };
    let data = [
        card("Allowed", r#""modern": "legal""#),
        card("Forbidden", r#""modern": "banned""#),
        card("Rationed", r#""modern": "restricted""#),
        card("Elsewhere", r#""modern": "not_legal", "vintage": "legal""#),
        card("Unheard", ""),
    ];
    let imported = import::read(format!("[{}]", data.join(",")).as_bytes()).expect("the data reads");
    let dir = tempfile::tempdir().expect("a directory");
    let database = Database::create(&dir.path().join("cards.db"), &imported, &|_| {}).expect("it is written");
    let mut pool = CardPool::empty();
    pool.push_database(database);
    let list = parse("4 Allowed\n1 Forbidden\n2 Rationed\n1 Elsewhere\n1 Unheard\n");
    let deck = deck::resolve(&list, &pool).expect("all cards are known");
    let found = |format: &str| -> Vec<String> {
        let findings = deck::check(&deck, &pool, Construction::Constructed, Some(format)).expect("it is checked");
        findings.iter().filter(|f| f.rule.to_string() == "100.6").map(ToString::to_string).collect()
    };
    assert_eq!(
        found("Modern"),
        [
            "the card data does not say what is legal for 1 of the cards (Unheard …) (100.6)",
            "line 2: Forbidden is banned in modern (100.6)",
            "line 3: Rationed is restricted to one copy in modern (100.6)",
            "line 4: Elsewhere is not legal in modern (100.6)",
        ]
    );
    assert_eq!(found("vintage").len(), 4, "only one card is legal there, and one is unknown");
    let unknown =
        deck::check(&deck, &pool, Construction::Constructed, Some("modren")).expect_err("no format").to_string();
    assert_eq!(unknown, "the card data knows no format “modren”; did you mean modern?");
}

#[test]
fn a_basic_land_of_the_starter_set_is_legal_where_the_imported_one_is() {
    let card = |name: &str, types: &str| {
        format!(
            r#"{{"name": "{name}", "layout": "normal", "type_line": "{types}", "legalities": {{"modern": "legal"}}}}"#
        )
    };
    let data = [card("Island", "Basic Land — Island"), card("Allowed", "Instant")];
    let imported = import::read(format!("[{}]", data.join(",")).as_bytes()).expect("the data reads");
    let dir = tempfile::tempdir().expect("a directory");
    let mut pool = CardPool::starter().expect("the starter set");
    pool.push_database(Database::create(&dir.path().join("cards.db"), &imported, &|_| {}).expect("it is written"));
    let deck = deck::resolve(&parse("4 Allowed\n56 Island\n"), &pool).expect("all cards are known");
    let findings = deck::check(&deck, &pool, Construction::Constructed, Some("modern")).expect("it is checked");
    assert!(findings.is_empty(), "{findings:?}");
}

#[test]
fn commanders_by_903_3_and_702_124() {
    let card = |name: &str, types: &str, text: &str| {
        format!("- {{name: {name}, cost: '{{R}}', type: {types}, pt: 1/1, text: \"{text}\"}}\n")
    };
    let cards = [
        card("One", "Legendary Creature — Human", "Partner (You can have two.)"),
        card("Two", "Legendary Creature — Human", "Partner"),
        card("Six", "Legendary Creature — Human", "Partner—Old guard (You can have two.)"),
        card("Seven", "Legendary Creature — Human", "Partner—Old guard"),
        card("Eight", "Legendary Creature — Human", "Partner—New guard"),
        card("Three", "Legendary Creature — Human", "Haste"),
        card("Four", "Creature — Human", "Haste"),
        card("Five", "Creature — Human", "Five can be your commander."),
    ];
    let mut pool = CardPool::starter().expect("the starter set");
    pool.push_file("c.yaml", card_file::parse(&cards.concat(), "c.yaml").expect("cards"));
    let check = |commanders: &str, mountains: u32| {
        findings(&format!("Commander\n{commanders}\n\nDeck\n{mountains} Mountain\n"), &pool, Construction::Commander)
    };
    assert!(check("1 Three", 99).is_empty());
    assert!(check("1 Five", 99).is_empty());
    assert!(check("1 One\n1 Two", 98).is_empty());
    assert!(check("1 Six\n1 Seven", 98).is_empty());
    assert_eq!(check("1 Six\n1 Eight", 98), ["line 3: Six and Eight can't be commanders together (702.124a)"]);
    assert_eq!(check("1 Four", 99), ["line 2: Four can't be a commander: it is no legendary creature (903.3)"]);
    assert_eq!(check("1 One\n1 Three", 98), ["line 3: One and Three can't be commanders together (702.124a)"]);
    let none = findings("100 Mountain\n", &pool, Construction::Commander);
    assert_eq!(none, ["no commander is named: put it under a line “Commander”, or give --commander CARD (903.3)"]);
}

#[test]
fn figures_and_hands_of_a_deck() {
    let pool = CardPool::starter().expect("the starter set");
    let deck = deck::resolve(&parse("20 Flint Shot\n16 Searbolt\n24 Mountain\n"), &pool).expect("all cards are known");
    let stats = deck::stats(&deck, &pool).expect("it is counted");
    assert_eq!((stats.cards, stats.lands), (60, 24));
    assert_eq!(stats.curve.iter().sum::<u32>(), 36);
    let red = &stats.colors[3];
    assert_eq!((red.color, red.cards, red.lands), ('R', 36, 24));
    assert!((stats.opening_lands.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    assert!(stats.land_drops.iter().all(|o| o.on_the_draw >= o.on_the_play));

    let rule = deck::HandRule::default();
    let hands = deck::hands(&deck, rule, 20_000, 4, 1);
    assert_eq!(hands, deck::hands(&deck, rule, 20_000, 4, 1), "the seed decides");
    assert_eq!(hands.kept_with.iter().sum::<u32>(), 20_000);
    for (lands, chance) in stats.opening_lands.iter().enumerate() {
        let dealt = f64::from(hands.first_lands[lands]) / 20_000.0;
        assert!((dealt - chance).abs() < 0.015, "{lands} lands: dealt {dealt}, computed {chance}");
    }
    for opening in &hands.samples {
        assert!(opening.iter().rev().skip(1).all(|h| !h.kept) && opening.last().is_some_and(|h| h.kept));
        assert!(opening.iter().enumerate().all(|(n, h)| h.cards.len() + h.bottom.len() == 7 && (h.bottom.len() <= n)));
    }
    let tiny = deck::resolve(&parse("3 Island\n"), &pool).expect("known");
    assert_eq!(deck::hands(&tiny, rule, 10, 1, 1).kept_with[3], 10);
    assert_eq!(deck::stats(&tiny, &pool).expect("counted").average_mana_value, 0.0);
}
