//! Compiles cards from a plain list ("## Name | cost | type | p/t" and text lines) and prints what fails, or with a
//! second argument the compiled form of the cards whose name contains it.
#![allow(clippy::print_stdout, clippy::disallowed_methods)]

use lawmage_oracle::{CardSource, FaceSource, compile};

fn main() {
    let mut args = std::env::args().skip(1);
    let Some(path) = args.next() else { return };
    let dump = args.next();
    let Ok(text) = std::fs::read_to_string(path) else { return };
    let (mut all, mut complete) = (0, 0);
    for card in text.split("## ").skip(1) {
        let (head, body) = card.split_once('\n').unwrap_or((card, ""));
        let parts: Vec<&str> = head.split(" | ").map(str::trim).collect();
        let part = |i: usize| parts.get(i).copied().filter(|p| !p.is_empty()).map(str::to_owned);
        let (power, toughness) =
            part(3).and_then(|p| p.split_once('/').map(|(a, b)| (a.to_owned(), b.to_owned()))).unzip();
        let face = FaceSource {
            name: part(0).unwrap_or_default(),
            mana_cost: part(1),
            type_line: part(2).unwrap_or_default(),
            text: body.trim().to_owned(),
            power,
            toughness,
            ..FaceSource::default()
        };
        let source = CardSource { name: face.name.clone(), faces: vec![face], ..CardSource::default() };
        let compiled = compile(&source);
        all += 1;
        complete += u32::from(compiled.card.is_complete());
        match &dump {
            Some(name) if (name == "*" || source.name.contains(name.as_str())) => {
                println!("{}", card.trim());
                for ability in compiled.card.faces.iter().flat_map(|f| &f.abilities) {
                    println!("  => {ability:?}");
                }
            }
            Some(_) => continue,
            None => {}
        }
        for diagnostic in compiled.diagnostics {
            println!("{diagnostic}");
        }
    }
    println!("{complete} of {all} complete");
}
