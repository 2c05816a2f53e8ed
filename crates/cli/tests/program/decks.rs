//! A deck builder's work, as it is done: importing, searching, checking, converting, counting, dealing.

use std::path::Path;
use std::process::Stdio;

use super::common::{command, dir, file, json, lawmage, stderr, stdout};

/// Card data of so many cards.
fn card_data(count: usize) -> String {
    let card = |n: usize| {
        format!(
            r#""Test Card {n}": [{{"name": "Test Card {n}", "layout": "normal", "manaCost": "{{1}}{{R}}", "type": "Creature — Wolf",
            "text": "Haste\nWhen Test Card {n} enters, draw a card.", "power": "3", "toughness": "2", "printings": ["ABC"],
            "legalities": {{"modern": "Legal", "vintage": "Restricted"}}}}]"#
        )
    };
    format!(
        r#"{{"meta": {{"date": "2030-01-02"}}, "data": {{{}}}}}"#,
        (0..count).map(card).collect::<Vec<_>>().join(",")
    )
}

#[test]
fn two_imports_at_once_leave_one_whole_database() {
    let dir = dir();
    let few = file(dir.path(), "few.json", &card_data(300));
    let many = file(dir.path(), "many.json", &card_data(900));
    let mut succeeded = 0;
    for _ in 0..4 {
        let start = |path: &String| {
            let mut command = command(dir.path(), &["cards", "import", path]);
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs")
        };
        let running = [&few, &many, &few, &many].map(start);
        let ended = running.map(|child| child.wait_with_output().expect("it ends"));
        for output in &ended {
            match output.status.code() {
                Some(0) => succeeded += 1,
                Some(1) => assert!(stderr(output).contains("another lawmage is at work there"), "{}", stderr(output)),
                other => panic!("{other:?}: {}", stderr(output)),
            }
        }
        assert!(ended.iter().any(|o| o.status.success()), "somebody was first");
        let coverage = lawmage(dir.path(), &["cards", "coverage", "--set", "database", "--format", "json"]);
        assert_eq!(coverage.status.code(), Some(0), "{}", stderr(&coverage));
        let cards = json(&coverage)["cards"].as_u64();
        assert!(cards == Some(300) || cards == Some(900), "{cards:?}");
    }
    assert!(succeeded >= 4);
    let mut left: Vec<String> = std::fs::read_dir(dir.path())
        .expect("listed")
        .map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    left.sort();
    assert_eq!(left, ["cards.db", "cards.lock", "few.json", "many.json"], "nothing is left beside the database");
}

#[test]
fn an_import_says_what_it_replaces_and_skips() {
    let dir = dir();
    let path = file(dir.path(), "cards.json", &format!("\u{feff}{}", card_data(2)));
    let first = lawmage(dir.path(), &["cards", "import", &path]);
    assert_eq!(first.status.code(), Some(0), "a byte order mark is no mistake: {}", stderr(&first));
    assert!(!stdout(&first).contains("replace"), "{}", stdout(&first));
    let data = r#"[{"name": "Lone Wolf", "layout": "normal", "type_line": "Creature — Wolf", "power": "1", "toughness": "1"},
        {"name": "Wolf", "layout": "token", "type_line": "Token Creature — Wolf"}]"#;
    let path = file(dir.path(), "other.json", data);
    let second = stdout(&lawmage(dir.path(), &["cards", "import", &path]));
    assert!(second.contains("they replace 2 cards from MTGJSON of 2030-01-02"), "{second}");
    assert!(second.contains("1 skipped: tokens"), "{second}");
    std::fs::write(dir.path().join("cards.db"), "nonsense").expect("written");
    let third = json(&lawmage(dir.path(), &["cards", "import", &path, "--format", "json"]));
    assert!(third["replaced"].as_str().is_some_and(|r| r.contains("could not read")), "{third}");
}

#[test]
fn searches_answer_explain_their_mistakes_and_say_when_nothing_is_found() {
    let dir = dir();
    let path = file(dir.path(), "cards.json", &card_data(30));
    assert_eq!(lawmage(dir.path(), &["cards", "import", &path]).status.code(), Some(0));
    let query = "t:wolf c:r mv<=2 o:\"draw a card\" f:modern pow>2 is:complete n:test";
    let found = lawmage(dir.path(), &["cards", "search", query]);
    assert_eq!(found.status.code(), Some(0), "{}", stderr(&found));
    assert!(stdout(&found).starts_with("Test Card 0  {1}{R}  Creature — Wolf  3/2\n"), "{}", stdout(&found));
    assert!(stdout(&found).contains("… and 10 more; --limit 30 shows them"), "{}", stdout(&found));
    // The shell took the quotes, and a query that opens with a minus sign.
    let bare = lawmage(dir.path(), &["cards", "search", "n:test", "o:draw a card", "--limit", "2", "--format", "json"]);
    assert_eq!(json(&bare).as_array().map(Vec::len), Some(2), "{}", stderr(&bare));
    let negated = lawmage(dir.path(), &["cards", "search", "-t:creature t:basic", "--format", "json"]);
    assert_eq!(json(&negated).as_array().map(Vec::len), Some(5), "{}", stderr(&negated));
    let old = lawmage(dir.path(), &["cards", "search", "haste", "--type", "wolf", "--limit", "1"]);
    assert!(stdout(&old).starts_with("Test Card 0"), "{}", stdout(&old));

    let mistaken = lawmage(dir.path(), &["cards", "search", "t:wolf powr>3"]);
    assert_eq!(mistaken.status.code(), Some(2));
    let said = stderr(&mistaken);
    assert!(
        said.contains("“powr” is no field") && said.contains("did you mean pow or power?") && said.contains("^^^^"),
        "{said}"
    );
    let none = lawmage(dir.path(), &["cards", "search", "t:wolf c:u"]);
    assert_eq!(none.status.code(), Some(1));
    assert!(stdout(&none).starts_with("no card is like that"), "{}", stdout(&none));
    for (query, likely) in [("t:gobln", "“gobln”: did you mean goblin?"), ("kw:flyng", "“flyng”: did you mean flying?")]
    {
        let none = lawmage(dir.path(), &["cards", "search", query]);
        assert_eq!(stdout(&none).trim_end(), format!("no card is like that; {likely}"));
    }
}

#[test]
fn many_decks_are_checked_at_once() {
    let dir = dir();
    let decks = dir.path().join("decks");
    std::fs::create_dir_all(decks.join("old")).expect("folders");
    file(&decks, "good.txt", "4 Flint Shot\n56 Mountain\n");
    file(&decks, "old/five.dck", "[metadata]\nName=Five\n[Main]\n5 Flint Shot\n56 Mountain\n");
    file(&decks, "broken.cod", "<cockatrice_deck><zone name=\"main\"><card number=\"x\" name=\"Mountain\"/>");
    file(&decks, "notes.md", "no deck");
    let folder = decks.display().to_string();
    let all = lawmage(dir.path(), &["deck", "check", &folder, "red-raiders"]);
    assert_eq!(all.status.code(), Some(1));
    let text = stdout(&all);
    assert!(
        text.contains("ok  red-raiders") && text.contains("1 problem  ") && text.contains("unreadable  "),
        "{text}"
    );
    assert!(text.contains("4 decks: 2 ok, 1 with problems, 1 unreadable"), "{text}");
    let details = stdout(&lawmage(dir.path(), &["deck", "check", "--details", &folder]));
    assert!(details.contains("5 copies of Flint Shot; at most 4 (100.2a)"), "{details}");
    let reports = json(&lawmage(dir.path(), &["deck", "check", &folder, "--format", "json"]));
    let statuses: Vec<&str> = reports.as_array().into_iter().flatten().filter_map(|r| r["status"].as_str()).collect();
    assert_eq!(statuses, ["unreadable", "ok", "problems"]);
    let empty = lawmage(dir.path(), &["deck", "check", &dir.path().join("decks/old/..").display().to_string(), "-"]);
    assert_eq!(empty.status.code(), Some(1));
}

#[test]
fn basic_lands_are_legal_and_unknown_formats_are_not() {
    let dir = dir();
    let mut data = card_data(20);
    let lands = r#", "Mountain": [{"name": "Mountain", "layout": "normal", "type": "Basic Land — Mountain", "text": "({T}: Add {R}.)",
        "legalities": {"modern": "Legal", "vintage": "Legal"}}]}}"#;
    data.truncate(data.len() - 2);
    let path = file(dir.path(), "cards.json", &(data + lands));
    assert_eq!(lawmage(dir.path(), &["cards", "import", &path]).status.code(), Some(0));
    let deck = file(dir.path(), "deck.txt", "4 Test Card 1\n56 Mountain\n");
    let modern = lawmage(dir.path(), &["deck", "check", &deck, "--legal-in", "modern"]);
    assert_eq!(modern.status.code(), Some(0), "{}", stdout(&modern));
    let vintage = lawmage(dir.path(), &["deck", "check", &deck, "--legal-in", "vintage"]);
    assert!(stdout(&vintage).contains("Test Card 1 is restricted to one copy in vintage"), "{}", stdout(&vintage));
    assert_eq!(stdout(&vintage).matches("(100.6)").count(), 1, "{}", stdout(&vintage));
    let unknown = lawmage(dir.path(), &["deck", "check", &deck, "--legal-in", "modren"]);
    assert_eq!(unknown.status.code(), Some(1));
    assert!(stderr(&unknown).contains("did you mean modern"), "{}", stderr(&unknown));
    let commander = lawmage(dir.path(), &["deck", "check", &deck, "--commander", "Test Card 1", "--for", "commander"]);
    assert!(stdout(&commander).contains("can't be a commander"), "{}", stdout(&commander));
}

#[test]
fn a_list_is_converted_and_read_back() {
    let dir = dir();
    let deck = file(
        dir.path(),
        "deck.txt",
        "Commander\n1 Varka, Ash-Banner Chief\n\nDeck\n4 flint shot\n56 Mountain\n\nSideboard\n2 Searbolt\n",
    );
    for (format, words) in [
        ("cod", "<card number=\"4\" name=\"Flint Shot\"/>"),
        ("dek", "Quantity=\"4\" Sideboard=\"false\" Name=\"Flint Shot\""),
        ("dck", "[Main]\n4 Flint Shot\n"),
        ("xmage", "4 [XXX:0] Flint Shot\n"),
        ("arena", "About\nName deck\n\nCommander\n1 Varka"),
        ("archidekt", "1x Varka, Ash-Banner Chief [Commander{top}]\n4x Flint Shot\n"),
        ("csv", "1,\"Varka, Ash-Banner Chief\",Commander\n"),
        ("moxfield", "\n4 Flint Shot\n"),
        ("mtgo", "4 Flint Shot\n56 Mountain\n\n"),
        ("text", "4 Flint Shot\n"),
    ] {
        let out = dir.path().join(format!("out.{format}")).display().to_string();
        let printed = lawmage(dir.path(), &["deck", "convert", &deck, "--to", format]);
        assert_eq!(printed.status.code(), Some(0), "{format}: {}", stderr(&printed));
        assert!(stdout(&printed).contains(words), "{format}:\n{}", stdout(&printed));
        assert_eq!(
            lawmage(dir.path(), &["deck", "convert", &deck, "--to", format, "--out", &out]).status.code(),
            Some(0)
        );
        assert_eq!(std::fs::read_to_string(&out).expect("written"), stdout(&printed));
        let again = json(&lawmage(dir.path(), &["deck", "check", &out, "--format", "json"]));
        let sum = again["cards"].as_u64().unwrap_or(0) + again["sideboard"].as_u64().unwrap_or(0);
        assert_eq!(sum, 63, "{format}: {again}");
        let lost = stderr(&printed).contains("no place for commanders");
        assert_eq!(lost, ["cod", "dek", "xmage", "mtgo"].contains(&format), "{format}: {}", stderr(&printed));
    }
}

#[test]
fn figures_and_hands_are_printed_with_what_they_assume() {
    let dir = dir();
    let stats = stdout(&lawmage(dir.path(), &["deck", "stats", "red-raiders"]));
    for words in [
        "red-raiders: 60 cards",
        "Mana value",
        "symbols on",
        "opening hand of seven",
        "A land for every turn",
        "hypergeometric",
    ] {
        assert!(stats.contains(words), "{words}:\n{stats}");
    }
    let figures = json(&lawmage(dir.path(), &["deck", "stats", "red-raiders", "--format", "json"]));
    assert_eq!(figures["cards"], 60);
    let hand = |args: &[&str]| lawmage(dir.path(), &[&["deck", "hand", "red-raiders"], args].concat());
    let text = stdout(&hand(&["--games", "500", "--show", "2"]));
    assert!(text.contains("Opening 2") && text.contains("First seven kept") && text.contains("Assumed:"), "{text}");
    assert_eq!(text, stdout(&hand(&["--games", "500", "--show", "2"])), "the seed decides");
    assert_eq!(json(&hand(&["--games", "50", "--format", "json"]))["games"], 50);
    assert_eq!(hand(&["--lands", "5-2"]).status.code(), Some(2));
    let listed = json(&lawmage(dir.path(), &["deck", "list", "--format", "json"]));
    assert_eq!(listed.as_array().map(Vec::len), Some(15));
}

#[test]
fn lists_without_end_are_refused() {
    let dir = dir();
    let huge = file(dir.path(), "huge.txt", "1000000000 Island\n");
    let output = lawmage(dir.path(), &["deck", "check", &huge]);
    assert!(stderr(&output).contains("huge.txt:1: 1000000000 copies are too many"), "{}", stderr(&output));
    if Path::new("/dev/zero").exists() {
        let output = lawmage(dir.path(), &["deck", "stats", "/dev/zero"]);
        assert!(stderr(&output).contains("has more than 4096 kB"), "{}", stderr(&output));
    }
}
