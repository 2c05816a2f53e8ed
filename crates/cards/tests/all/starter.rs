//! The starter set: every card compiles completely, round trips, and is our own.

#![allow(clippy::print_stderr, reason = "a test that skips says so")]

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use lawmage_cards::import::{self, Imported};
use lawmage_cards::{Database, Facts, ImportedCard, Legalities, fold_name, starter};
use lawmage_ir::{CardType, Supertype};
use lawmage_oracle::{CardSource, compile, print_face};

fn is_basic(card: &CardSource) -> bool {
    card.faces[0].type_line.starts_with(Supertype::Basic.word())
}

#[test]
fn there_are_at_least_120_own_cards_each_in_some_deck() {
    let cards = starter::cards().expect("the starter set reads");
    let own: BTreeSet<&str> = cards.iter().filter(|c| !is_basic(c)).map(|c| c.name.as_str()).collect();
    assert!(own.len() >= 120, "{}", own.len());
    assert_eq!(own.len() + 5, cards.len(), "names are unique, and there are five basic lands");
    let decks: Vec<_> = starter::all_deck_names().map(|name| starter::deck(name).expect("a deck")).collect();
    let variants = ["planechase", "archenemy", "vanguard", "conspiracy"];
    let dealt: Vec<String> = variants.iter().flat_map(|kind| starter::supplement(kind).expect("it reads")).collect();
    let used = decks.iter().flat_map(|d| d.lines()).map(|l| l.name.as_str());
    let used: BTreeSet<&str> = used.chain(dealt.iter().map(String::as_str)).collect();
    let unused: Vec<_> = own.difference(&used).collect();
    assert!(unused.is_empty(), "{unused:?}");
    let played: BTreeSet<&str> = decks.iter().flat_map(|d| &d.main).map(|l| l.name.as_str()).collect();
    assert!(own.intersection(&played).count() >= 120);
}

#[test]
fn every_card_compiles_completely() {
    let mut failed = Vec::new();
    for source in starter::cards().expect("the starter set reads") {
        let compiled = compile(&source);
        if !compiled.card.is_complete() || !compiled.diagnostics.is_empty() {
            let why: Vec<String> = compiled.diagnostics.iter().map(ToString::to_string).collect();
            failed.push(format!("{}: {}", source.name, why.join("; ")));
        }
    }
    assert!(failed.is_empty(), "{} cards:\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn every_card_says_something() {
    for source in starter::cards().expect("the starter set reads") {
        let face = compile(&source).card.faces[0].clone();
        let has_text = !is_basic(&source) && !source.faces[0].text.is_empty();
        assert!(!has_text || !face.abilities.is_empty(), "{} lost its text", source.name);
        assert!(!face.types.is_empty(), "{} has no type", source.name);
        assert_eq!(face.types.has(CardType::Creature), face.power.is_some(), "{}", source.name);
    }
}

#[test]
fn every_card_round_trips() {
    let mut failed = Vec::new();
    for source in starter::cards().expect("the starter set reads") {
        let card = compile(&source).card;
        let mut printed = source.clone();
        for (face, compiled) in printed.faces.iter_mut().zip(&card.faces) {
            face.text = print_face(compiled);
        }
        let again = compile(&printed).card;
        for (first, second) in card.faces.iter().zip(&again.faces) {
            // The texts may differ, what they mean may not.
            let same = lawmage_ir::Face { text: Arc::clone(&first.text), ..(**second).clone() } == **first;
            if !same {
                failed.push(format!("{}:\n  {}\n  {}", first.name, first.text, second.text));
            }
        }
    }
    assert!(failed.is_empty(), "{} faces:\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn compiled_cards_survive_the_database() {
    let sources = starter::cards().expect("the starter set reads");
    let cards = sources.iter().map(|source| ImportedCard {
        source: source.clone(),
        legalities: Legalities::new(),
        facts: Facts::default(),
    });
    let imported = Imported {
        kind: import::Kind::Mtgjson,
        version: None,
        cards: cards.collect(),
        skipped: import::Skipped::default(),
    };
    let dir = tempfile::tempdir().expect("a directory");
    let database = Database::create(&dir.path().join("cards.db"), &imported, &|_| {}).expect("it is written");
    assert_eq!(database.complete(), sources.len());
    for (index, source) in (0..).zip(&sources) {
        assert_eq!(*database.card(index).expect("the card"), compile(source).card, "{}", source.name);
    }
}

#[test]
fn no_card_has_the_name_of_a_printed_one() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let path = root.join("shared/cards/AtomicCards.json.gz");
    if !path.exists() {
        eprintln!("skipped: {} is not there", path.display());
        return;
    }
    let imported = import::read_file(&path, &|_| {}).expect("the data reads");
    let faces = imported.cards.iter().flat_map(|c| c.source.faces.iter().map(|f| &f.name).chain([&c.source.name]));
    let printed: BTreeSet<String> = faces.map(|name| fold_name(name)).collect();
    let own = starter::cards().expect("the starter set reads");
    let taken: Vec<_> =
        own.iter().filter(|c| !is_basic(c) && printed.contains(&fold_name(&c.name))).map(|c| &c.name).collect();
    assert!(taken.is_empty(), "{taken:?}");
}
