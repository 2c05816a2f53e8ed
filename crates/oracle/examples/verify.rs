//! What the verifier finds in the cards of a corpus: rule, card, whether all its sentences are read, what.
//!
//! `cargo run -p lawmage-oracle --example verify -- PATH`
#![allow(clippy::print_stdout, clippy::disallowed_methods, dead_code)]

#[path = "../tests/corpus/mod.rs"]
mod corpus;

fn main() {
    let Some(path) = std::env::args().nth(1) else { return };
    let Ok(cards) = corpus::atomic_cards(std::path::Path::new(&path)) else { return };
    for (name, source) in &cards {
        let compiled = lawmage_oracle::compile(source);
        for (_, finding) in lawmage_ir::verify::card(&compiled.card) {
            let state = if compiled.card.is_complete() { "complete" } else { "partial" };
            println!("{:?}\t{name}\t{state}\t{finding}", finding.rule);
        }
    }
}
