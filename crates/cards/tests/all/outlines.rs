//! Outlines of compiled cards are plain English: for every card of the starter set, and of the user's card data where there is some.

#![allow(clippy::print_stderr, reason = "a test that skips says so")]

#[allow(dead_code, reason = "what the corpus offers to other tests")]
#[path = "../../../oracle/tests/all/corpus/mod.rs"]
mod corpus;

use std::path::Path;

use lawmage_cards::starter;
use lawmage_oracle::{CardSource, compile, describe_face};

/// What is amiss in a card's outline: a line without words, a piece of Rust, a name that is no English.
fn amiss(source: &CardSource) -> Vec<String> {
    let mut printed = source.name.clone();
    for face in &source.faces {
        printed.push_str(&format!(" {} {} {}", face.name, face.type_line, face.text));
    }
    let is_strange = |line: &str| {
        let text = line.trim();
        let rust = ["{ ", " }", "::", "_", "Some(", "None", "Box(", "\u{1}", "  ", " ,", "..", "()"];
        let mut words = text.split(|c: char| !c.is_alphanumeric());
        text.starts_with('(')
            || text.ends_with(": ")
            || rust.iter().any(|piece| text.contains(piece) && !printed.contains(piece))
            || words.any(|word| is_camel_case(word) && !printed.contains(word))
    };
    let compiled = compile(source);
    let outlines: Vec<String> = compiled.card.faces.iter().map(|face| describe_face(face)).collect();
    let lines = outlines.iter().flat_map(|outline| outline.lines());
    let compiled = lines.filter(|line| !line.starts_with("not compiled: "));
    compiled.filter(|line| is_strange(line)).map(|line| format!("{}: {}", source.name, line.trim())).collect()
}

fn is_camel_case(word: &str) -> bool {
    let letters: Vec<char> = word.chars().collect();
    letters.windows(2).any(|pair| matches!(pair, [a, b] if a.is_lowercase() && b.is_uppercase()))
}

fn check<'c>(cards: impl Iterator<Item = &'c CardSource>) {
    let found: Vec<String> = cards.flat_map(amiss).collect();
    assert!(found.is_empty(), "{} lines are no English:\n{}", found.len(), found[..found.len().min(200)].join("\n"));
}

#[test]
fn outlines_of_starter_cards_are_english() {
    check(starter::cards().expect("the starter set can be read").iter());
}

#[test]
fn outlines_of_all_cards_are_english() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cards/AtomicCards.json.gz");
    let Ok(cards) = corpus::atomic_cards(&path) else {
        eprintln!("skipped: no card data");
        return;
    };
    check(cards.values());
}
