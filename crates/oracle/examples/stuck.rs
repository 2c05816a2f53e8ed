//! Lists the incomplete cards of a corpus as lines of tab-parted fields: how many lines it misses, the word from which on a line
//! is not understood, the line, the card.
#![allow(clippy::print_stdout, clippy::disallowed_methods, dead_code)]

#[path = "../tests/corpus/mod.rs"]
mod corpus;

fn main() {
    let Some(path) = std::env::args().nth(1) else { return };
    let Ok(cards) = corpus::atomic_cards(std::path::Path::new(&path)) else { return };
    for (name, source) in &cards {
        let compiled = lawmage_oracle::compile(source);
        let missing = compiled.diagnostics.len();
        for diagnostic in &compiled.diagnostics {
            let text = source.faces.iter().find(|f| f.name == diagnostic.face).map_or("", |f| f.text.as_str());
            let rest = text.get(diagnostic.span.start..).unwrap_or("").lines().next().unwrap_or("");
            println!("{missing}\t{rest}\t{}\t{name}", diagnostic.message.replace('\n', " / "));
        }
    }
}
