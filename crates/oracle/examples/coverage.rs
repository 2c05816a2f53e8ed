//! How much of a corpus compiles: `cargo run --release -p lawmage-oracle --example coverage -- PATH [--missing N]
//! [--names FILE] [--trips N]`.
//!
//! `--missing N` prints the N most frequent shapes of uncompiled sentences (numbers folded), `--names FILE` only counts
//! the cards named in a deck or name list, `--trips N` prints N cards whose printed text compiles to something else.

#![allow(clippy::print_stdout, clippy::print_stderr, clippy::disallowed_methods, dead_code)]

#[path = "../tests/all/corpus/mod.rs"]
mod corpus;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use lawmage_oracle::compile;
use lawmage_oracle::round_trip::{RoundTrip, printed};

struct Options {
    path: PathBuf,
    missing: usize,
    trips: usize,
    names: Option<Vec<String>>,
    show: Option<String>,
}

fn main() -> ExitCode {
    match options().and_then(|o| run(&o)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("coverage: {message}");
            ExitCode::from(2)
        }
    }
}

fn options() -> Result<Options, String> {
    let mut args = std::env::args().skip(1);
    let mut options = Options { path: PathBuf::new(), missing: 20, trips: 0, names: None, show: None };
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a value"));
        match arg.as_str() {
            "--missing" => options.missing = value()?.parse().map_err(|_| "--missing needs a number")?,
            "--trips" => options.trips = value()?.parse().map_err(|_| "--trips needs a number")?,
            "--show" => options.show = Some(value()?),
            "--names" => {
                let file = value()?;
                let text = std::fs::read_to_string(&file).map_err(|e| format!("{file}: {e}"))?;
                let deck = corpus::deck_names(&text);
                options.names = Some(if deck.is_empty() { text.lines().map(str::to_owned).collect() } else { deck });
            }
            path => options.path = path.into(),
        }
    }
    if options.path.as_os_str().is_empty() {
        return Err("name an AtomicCards.json or AtomicCards.json.gz file".to_owned());
    }
    Ok(options)
}

fn run(options: &Options) -> Result<(), String> {
    let cards = corpus::atomic_cards(&options.path)?;
    let mut total = 0usize;
    let mut complete = 0usize;
    let mut sentences = 0usize;
    let mut missed = 0usize;
    let mut same_words = 0usize;
    let mut same_ir = 0usize;
    let mut shapes: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let mut failed: Vec<String> = Vec::new();
    let mut incomplete: Vec<String> = Vec::new();
    let wanted = |name: &str, front: &str| match (&options.names, &options.show) {
        (_, Some(show)) => name.contains(show.as_str()),
        (Some(names), _) => names.iter().any(|n| n == name || n == front),
        _ => true,
    };
    for (name, source) in &cards {
        let front = source.faces.first().map_or("", |f| f.name.as_str());
        if !wanted(name, front) {
            continue;
        }
        total += 1;
        sentences += source.faces.iter().map(|f| f.text.matches(['.', '\n']).count() + 1).sum::<usize>();
        let compiled = compile(source);
        if options.show.is_some() {
            for (face, s) in compiled.card.faces.iter().zip(&source.faces) {
                println!(
                    "== {name}\n{}\n-- printed\n{}\n-- IR\n{:#?}",
                    s.text,
                    lawmage_oracle::print_face(face),
                    face.abilities
                );
                println!("{}", lawmage_oracle::describe_face(face));
            }
            for d in &compiled.diagnostics {
                println!("{d:?}");
            }
            let again = compile(&printed(source, &compiled.card.faces));
            for face in &again.card.faces {
                println!("-- again\n{:#?}\n{:?}", face.abilities, face.uncompiled);
            }
            continue;
        }
        let missing: Vec<&str> = compiled.card.faces.iter().flat_map(|f| f.uncompiled.iter().map(|s| &**s)).collect();
        if missing.is_empty() {
            complete += 1;
            let trip = RoundTrip::of(source, &compiled.card.faces);
            same_words += usize::from(trip.has_same_words());
            same_ir += usize::from(trip.same_program);
            if !trip.same_program && failed.len() < options.trips {
                let again = printed(source, &compiled.card.faces);
                let second = compile(&again);
                let mut text = format!("== {name}");
                for ((a, b), f) in source.faces.iter().zip(&again.faces).zip(&second.card.faces) {
                    text.push_str(&format!("\n{}\n-- printed\n{}", a.text, b.text));
                    for u in &f.uncompiled {
                        text.push_str(&format!("\n   !! {u}"));
                    }
                    if f.uncompiled.is_empty()
                        && let Some(first) = compiled.card.faces.iter().find(|c| c.name == f.name)
                    {
                        text.push_str(&difference(&first.abilities, &f.abilities));
                    }
                }
                failed.push(text);
            }
        } else {
            missed += missing.len();
            if options.names.is_some() {
                incomplete.push(name.clone());
            }
            for sentence in missing {
                let entry = shapes.entry(shape(sentence, source)).or_insert((0, name.clone()));
                entry.0 += 1;
            }
        }
    }
    if options.show.is_some() {
        return Ok(());
    }
    for text in &failed {
        println!("{text}\n");
    }
    let mut by_count: Vec<_> = shapes.into_iter().collect();
    by_count.sort_by(|a, b| b.1.0.cmp(&a.1.0).then_with(|| a.0.cmp(&b.0)));
    for (shape, (count, example)) in by_count.iter().take(options.missing) {
        println!("{count:6}  {shape}  [{example}]");
    }
    for name in &incomplete {
        println!("incomplete: {name}");
    }
    let share = |a: usize, b: usize| if b == 0 { 100.0 } else { 100.0 * a as f64 / b as f64 };
    println!("cards complete:       {complete} of {total} ({:.1} %)", share(complete, total));
    println!("sentences compiled:   {:.1} % of about {sentences}", share(sentences.saturating_sub(missed), sentences));
    println!("round trip, IR:       {same_ir} of {complete} ({:.1} %)", share(same_ir, complete));
    println!("round trip, words:    {same_words} of {complete} ({:.1} %)", share(same_words, complete));
    Ok(())
}

/// Where the debug forms of two lists of abilities part.
fn difference(a: &[lawmage_ir::Ability], b: &[lawmage_ir::Ability]) -> String {
    for (a, b) in a.iter().zip(b) {
        if a != b {
            let (a, b) = (format!("{a:?}"), format!("{b:?}"));
            let at = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
            let cut = |s: &str| s.chars().skip(at.saturating_sub(70)).take(190).collect::<String>();
            return format!("\n   <> {}\n   >< {}", cut(&a), cut(&b));
        }
    }
    format!("\n   <> {} abilities, then {}", a.len(), b.len())
}

/// A sentence with its numbers, symbols and own names folded.
fn shape(sentence: &str, source: &lawmage_oracle::CardSource) -> String {
    let mut text = sentence.to_owned();
    for face in &source.faces {
        text = text.replace(&face.name, "~");
    }
    let mut out = String::new();
    let mut digits = false;
    for c in text.chars() {
        if c.is_ascii_digit() {
            if !digits {
                out.push('N');
            }
            digits = true;
        } else {
            digits = false;
            out.push(c);
        }
    }
    out.lines().collect::<Vec<_>>().join(" / ")
}
