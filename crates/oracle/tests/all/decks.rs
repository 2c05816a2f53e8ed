//! Every card of the starter decks and of the bench decks compiles, prints, and compiles from what was printed to the
//! same IR.

#![allow(clippy::print_stderr, dead_code)]

use crate::corpus;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use lawmage_oracle::compile;
use lawmage_oracle::round_trip::{RoundTrip, printed};

fn shared() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.ancestors().map(|a| a.join("shared")).find(|p| p.join("cards/AtomicCards.json.gz").exists())
}

fn decks(shared: &Path) -> BTreeSet<String> {
    let mut files: Vec<PathBuf> = Vec::new();
    if let Ok(dir) = std::fs::read_dir(shared.join("decks/2012-starter-decks")) {
        files.extend(dir.flatten().map(|e| e.path()));
    }
    for name in ["red-aggro", "green-midrange", "blue-control", "black-midrange", "white-weenie"] {
        files.push(shared.join(format!("decks/bench/{name}.txt")));
    }
    files.iter().filter_map(|f| std::fs::read_to_string(f).ok()).flat_map(|text| corpus::deck_names(&text)).collect()
}

#[test]
fn the_decks_compile_completely_and_round_trip() {
    let Some(shared) = shared() else {
        eprintln!("skipped: no ../shared/cards/AtomicCards.json.gz here");
        return;
    };
    let cards = corpus::atomic_cards(&shared.join("cards/AtomicCards.json.gz")).unwrap();
    let names = decks(&shared);
    assert!(names.len() > 300, "only {} names in the deck files", names.len());
    let mut wrong = Vec::new();
    for name in &names {
        let found =
            cards.get(name).or_else(|| cards.values().find(|c| c.faces.first().is_some_and(|f| f.name == *name)));
        let Some(source) = found else {
            wrong.push(format!("{name}: not in the card file"));
            continue;
        };
        let compiled = compile(source);
        let missing: Vec<String> =
            compiled.card.faces.iter().flat_map(|f| f.uncompiled.iter().map(|s| s.to_string())).collect();
        if !missing.is_empty() {
            wrong.push(format!("{name}: not compiled: {missing:?}"));
        } else if !RoundTrip::of(source, &compiled.card.faces).same_program {
            let again = printed(source, &compiled.card.faces);
            let texts: Vec<&str> = again.faces.iter().map(|f| f.text.as_str()).collect();
            wrong.push(format!("{name}: other IR from its printed text: {texts:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} cards:\n{}", wrong.len(), names.len(), wrong.join("\n"));
}
