//! Prints for each card of a plain list its text, its canonical text when that differs, and its abilities in one line each.
#![allow(clippy::print_stdout, clippy::disallowed_methods)]

use lawmage_oracle::{CardSource, FaceSource, compile, print_face};

fn main() {
    let mut args = std::env::args().skip(1);
    let Some(path) = args.next() else { return };
    let Ok(text) = std::fs::read_to_string(path) else { return };
    for card in text.split("## ").skip(1) {
        let (head, body) = card.split_once('\n').unwrap_or((card, ""));
        let parts: Vec<&str> = head.split(" | ").map(str::trim).collect();
        let part = |i: usize| parts.get(i).copied().filter(|p| !p.is_empty()).map(str::to_owned);
        let face = FaceSource {
            name: part(0).unwrap_or_default(),
            mana_cost: part(1),
            type_line: part(2).unwrap_or_default(),
            text: body.trim().to_owned(),
            ..FaceSource::default()
        };
        let source = CardSource { name: face.name.clone(), faces: vec![face], ..CardSource::default() };
        let compiled = compile(&source);
        println!("## {}\n{}", source.name, body.trim());
        for face in &compiled.card.faces {
            println!("=> {}", print_face(face).replace('\n', "\n   "));
            for ability in &face.abilities {
                println!("  {ability:?}");
            }
            for missing in &face.uncompiled {
                println!("  UNCOMPILED {missing}");
            }
        }
    }
}
