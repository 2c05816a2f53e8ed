#![allow(clippy::print_stdout, clippy::disallowed_methods, dead_code, missing_docs)]
#[path = "../tests/all/corpus/mod.rs"]
mod corpus;
use lawmage_oracle::witness::{Testimony, witnesses};
use std::collections::BTreeMap;
fn main() {
    let Some(path) = std::env::args().nth(1) else { return };
    let Ok(cards) = corpus::atomic_cards(std::path::Path::new(&path)) else { return };
    let mut shapes: BTreeMap<(String, String), (usize, String, lawmage_oracle::witness::Witness)> = BTreeMap::new();
    for (name, source) in &cards {
        for w in witnesses(source) {
            shapes.entry((w.of.clone(), w.shape())).or_insert_with(|| (0, name.clone(), w)).0 += 1;
        }
    }
    for ((of, _), (n, name, w)) in shapes {
        let t = w.testify();
        let (kind, more) = match &t {
            Testimony::Same => ("same", String::new()),
            Testimony::Other { .. } => ("other", String::new()),
            Testimony::Unread(s) => ("unread", s.join(" | ")),
        };
        println!(
            "{kind}\t{n}\t{of}\t{name}\t{}\t{}\t{more}",
            w.said.faces[0].text.replace('\n', " / "),
            w.told.faces[0].text.replace('\n', " / ")
        );
    }
}
