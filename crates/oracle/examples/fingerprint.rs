//! One line for each card of a corpus, to compare two builds of the compiler with `diff`: its name, whether it is complete, a
//! hash of its IR, whether its printed text compiles to the same IR and has the same words, that text,
//! what was not understood, and the words that only one of the two texts has.
//!
//! `cargo run --release -p lawmage-oracle --example fingerprint -- PATH > BEFORE`
#![allow(clippy::print_stdout, clippy::disallowed_methods, dead_code)]

#[path = "../tests/all/corpus/mod.rs"]
mod corpus;

fn main() {
    let Some(path) = std::env::args().nth(1) else { return };
    let Ok(cards) = corpus::atomic_cards(std::path::Path::new(&path)) else { return };
    for (name, source) in &cards {
        let compiled = lawmage_oracle::compile(source);
        let faces = &compiled.card.faces;
        let missing: Vec<String> = compiled.diagnostics.iter().map(ToString::to_string).collect();
        let trip = lawmage_oracle::round_trip::RoundTrip::of(source, faces);
        let text: Vec<String> = faces.iter().map(|f| lawmage_oracle::print_face(f).replace('\n', " / ")).collect();
        println!(
            "{name}\t{}\t{:016x}\t{}{}\t{}\t{}\t-{} +{}",
            if compiled.card.is_complete() { "complete" } else { "partial" },
            hash(&format!("{:?}", compiled.card)),
            if trip.same_program { "I" } else { "-" },
            if trip.has_same_words() { "T" } else { "-" },
            text.join(" // "),
            missing.join(" ").replace(['\n', '\t'], " "),
            trip.lost.join(" -"),
            trip.gained.join(" +"),
        );
    }
}

/// FNV-1a, which every build computes alike.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
}
