//! `lawmage card NAME`: a card as printed, as compiled, and the rules behind it.

use std::process::ExitCode;

use clap::Args;
use lawmage_ir::{Card, Face, KeywordParam, visit};
use lawmage_oracle::{CardSource, FaceSource, Lexicon};
use serde::Serialize;

use crate::args::{Format, Shared};
use crate::console::Console;
use crate::data;
use crate::failure::{Failure, Outcome};

/// `lawmage card`
#[derive(Args)]
#[command(after_help = "Examples:\n  lawmage card Searbolt\n  lawmage card varka, ash-banner chief\n  \
    lawmage card Searbolt --format json\n  lawmage --cards mine.yaml card My Own Card")]
pub struct CardArgs {
    /// The card's name, or one of its faces'; any capitals, quotes not needed
    #[arg(required = true)]
    name: Vec<String>,
    /// How to print the card
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// A card as JSON.
#[derive(Serialize)]
struct CardReport<'c> {
    source: &'c CardSource,
    complete: bool,
    faces: Vec<FaceReport>,
    diagnostics: Vec<String>,
    card: &'c Card,
}

#[derive(Serialize)]
struct FaceReport {
    name: String,
    canonical: String,
    outline: String,
    rules: Vec<String>,
    /// The keywords whose meaning reminder texts told.
    learnt: Vec<String>,
    uncompiled: Vec<String>,
}

/// Runs `lawmage card`.
pub fn run(args: &CardArgs, shared: &Shared, console: &Console) -> Outcome {
    let pool = data::pool(shared, console)?;
    let name = args.name.join(" ");
    let id = pool.find(&name).map_err(|e| {
        let hint = match (e.names().is_empty(), pool.database()) {
            (true, None) => "; only the starter set is at hand: lawmage cards import PATH adds real cards",
            _ => "",
        };
        Failure::new(format!("{e}{hint}"))
    })?;
    let (source, _) = pool.source(id)?;
    let compiled = lawmage_oracle::compile(&source);
    let faces: Vec<FaceReport> = compiled.card.faces.iter().map(|face| face_report(face, &source.lexicon)).collect();
    let diagnostics: Vec<String> = compiled.diagnostics.iter().map(ToString::to_string).collect();
    match args.format {
        Format::Json => console.json(&CardReport {
            source: &source,
            complete: compiled.card.is_complete(),
            faces,
            diagnostics,
            card: &compiled.card,
        })?,
        Format::Text => {
            for (written, face) in source.faces.iter().zip(&faces) {
                print_face(written, face, console);
            }
            for diagnostic in &diagnostics {
                console.line(console.bad(diagnostic));
            }
        }
    }
    Ok(if compiled.card.is_complete() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn face_report(face: &Face, lexicon: &Lexicon) -> FaceReport {
    let mut learnt = Vec::new();
    visit::each(face, |param: &KeywordParam| {
        if let KeywordParam::Own { word, printed } = param
            && lexicon.learnt_keywords().any(|known| *known == **word)
            && !learnt.contains(&printed.to_string())
        {
            learnt.push(printed.to_string());
        }
    });
    learnt.extend(lawmage_oracle::actions_told(lexicon, &face.text).into_iter().map(str::to_owned));
    FaceReport {
        name: face.name.to_string(),
        canonical: lawmage_oracle::print_face(face),
        outline: lawmage_oracle::describe_face(face),
        rules: lawmage_oracle::rules_behind(face).iter().map(ToString::to_string).collect(),
        learnt,
        uncompiled: face.uncompiled.iter().map(ToString::to_string).collect(),
    }
}

fn print_face(written: &FaceSource, face: &FaceReport, console: &Console) {
    let cost = written.mana_cost.as_deref().unwrap_or_default();
    console.line(format!("{}  {cost}", console.bold(&written.name)).trim_end());
    console.line(&written.type_line);
    if !written.text.is_empty() {
        console.line(&written.text);
    }
    if let (Some(power), Some(toughness)) = (&written.power, &written.toughness) {
        console.line(format!("{power}/{toughness}"));
    }
    for (what, number) in [("Loyalty", &written.loyalty), ("Defense", &written.defense)] {
        if let Some(number) = number {
            console.line(format!("{what}: {number}"));
        }
    }
    let parts = [("As compiled", &face.outline), ("Printed back", &face.canonical)];
    for (title, text) in parts.into_iter().filter(|(_, text)| !text.trim().is_empty()) {
        console.line(format!("\n{}", console.dim(title)));
        console.line(text.trim_end());
    }
    if !face.rules.is_empty() {
        let hint = console.dim("(lawmage rules show NUMBER)");
        console.line(format!("\n{} {} {hint}", console.dim("Rules:"), face.rules.join(", ")));
    }
    if !face.learnt.is_empty() {
        console.line(format!("{} {}", console.dim("Learnt from reminder text:"), face.learnt.join(", ")));
    }
    if !face.uncompiled.is_empty() {
        console.line(format!("\n{}", console.bad("Not understood")));
        face.uncompiled.iter().for_each(|sentence| console.line(sentence));
    }
    console.line("");
}
