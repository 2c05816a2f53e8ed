#![allow(clippy::print_stdout, clippy::disallowed_methods, dead_code, missing_docs)]
#[path = "../tests/all/corpus/mod.rs"]
mod corpus;
fn main() {
    let Some(path) = std::env::args().nth(1) else { return };
    let Ok(cards) = corpus::atomic_cards(std::path::Path::new(&path)) else { return };
    for (name, source) in &cards {
        let compiled = lawmage_oracle::compile(source);
        if !compiled.card.is_complete() {
            continue;
        }
        println!("== {name}");
        for (face, s) in compiled.card.faces.iter().zip(&source.faces) {
            for line in lawmage_oracle::text::without_reminders(&s.text).lines() {
                println!("| {line}");
            }
            print!("{}", lawmage_oracle::describe_face(face));
            println!();
        }
    }
}
