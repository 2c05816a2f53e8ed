//! Real cards for tests and the coverage tool: read from a file the user has, never from the project.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use lawmage_ir::{Ability, Face, Layout};
use lawmage_oracle::{CardSource, FaceSource, compile, print_face};
use serde_json::Value;

/// The cards of an AtomicCards file, gzipped or plain.
pub fn atomic_cards(path: &Path) -> Result<BTreeMap<String, CardSource>, String> {
    let mut bytes = Vec::new();
    File::open(path).and_then(|mut f| f.read_to_end(&mut bytes)).map_err(|e| format!("{}: {e}", path.display()))?;
    if bytes.starts_with(&[0x1f, 0x8b]) {
        let mut plain = Vec::new();
        flate2::read::MultiGzDecoder::new(bytes.as_slice())
            .read_to_end(&mut plain)
            .map_err(|e| format!("{}: {e}", path.display()))?;
        bytes = plain;
    }
    let all: Value = serde_json::from_slice(&bytes).map_err(|e| format!("{}: {e}", path.display()))?;
    let data = all.get("data").and_then(Value::as_object).ok_or("no “data” object: not an AtomicCards file")?;
    Ok(data.iter().filter_map(|(name, faces)| Some((name.clone(), card(name, faces.as_array()?)))).collect())
}

fn card(name: &str, faces: &[Value]) -> CardSource {
    let text = |v: &Value, key: &str| v.get(key).and_then(Value::as_str).map(str::to_owned);
    let layout = match faces.first().and_then(|f| text(f, "layout")).as_deref() {
        Some("split") => Layout::Split,
        Some("aftermath") => Layout::Aftermath,
        Some("flip") => Layout::Flip,
        Some("leveler") => Layout::Leveler,
        Some("transform") => Layout::Transform,
        Some("modal_dfc") => Layout::ModalDfc,
        Some("meld") => Layout::Meld,
        Some("saga") => Layout::Saga,
        Some("adventure") => Layout::Adventure,
        Some("class") => Layout::Class,
        Some("case") => Layout::Case,
        Some("prototype") => Layout::Prototype,
        Some("mutate") => Layout::Mutate,
        _ => Layout::Normal,
    };
    let faces = faces
        .iter()
        .map(|f| FaceSource {
            name: text(f, "faceName").or_else(|| text(f, "name")).unwrap_or_default(),
            mana_cost: text(f, "manaCost"),
            color_indicator: f
                .get("colorIndicator")
                .and_then(Value::as_array)
                .map(|all| all.iter().filter_map(Value::as_str).collect()),
            type_line: text(f, "type").unwrap_or_default(),
            text: text(f, "text").unwrap_or_default(),
            power: text(f, "power"),
            toughness: text(f, "toughness"),
            loyalty: text(f, "loyalty"),
            defense: text(f, "defense"),
            ..FaceSource::default()
        })
        .collect();
    CardSource { name: name.to_owned(), layout, faces, ..CardSource::default() }
}

/// The same card with its texts printed from what was compiled.
pub fn printed(source: &CardSource, faces: &[Arc<Face>]) -> CardSource {
    let mut again = source.clone();
    for (face, compiled) in again.faces.iter_mut().zip(faces) {
        face.text = print_face(compiled);
    }
    again
}

/// What the round trip found for a complete card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trip {
    /// The printed text is the card's, up to the variants that `docs/compiler.md` lists.
    pub same_text: bool,
    /// The printed text compiles to the same IR.
    pub same_ir: bool,
}

/// Prints and compiles again.
pub fn round_trip(source: &CardSource, faces: &[Arc<Face>]) -> Trip {
    let again = printed(source, faces);
    let compiled = compile(&again);
    let same_text = source.faces.iter().zip(&again.faces).all(|(a, b)| {
        normal(&a.text, &a.name, a.type_line.contains("Legendary"))
            == normal(&b.text, &b.name, a.type_line.contains("Legendary"))
    });
    let same_ir = compiled.card.faces.len() == faces.len()
        && compiled
            .card
            .faces
            .iter()
            .zip(faces)
            .all(|(a, b)| without_text(a) == without_text(b) && a.uncompiled.is_empty());
    Trip { same_text, same_ir }
}

/// A face without the texts it carries only to be shown.
pub fn without_text(face: &Face) -> (Vec<Ability>, Face) {
    let mut bare = face.clone();
    bare.text = "".into();
    (bare.abilities.clone(), bare)
}

/// Text with the template variants that mean the same made one.
pub fn normal(text: &str, name: &str, legendary: bool) -> String {
    let mut out = String::new();
    let mut depth = 0u32;
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => out.push(c),
            _ => {}
        }
    }
    out = out.replace(name, "~");
    if let Some((short, _)) = name.split_once(',')
        && legendary
    {
        out = out.replace(short, "~");
    }
    let lines: Vec<String> = out
        .lines()
        .map(|l| match l.split_once(" — ") {
            Some((word, rest)) if !word.starts_with("Choose") && word.len() < 30 && !word.contains(['{', '•']) => {
                rest.to_owned()
            }
            _ => l.to_owned(),
        })
        .collect();
    let mut out = lines.join(" ").to_lowercase();
    for noun in [
        "creature",
        "land",
        "artifact",
        "enchantment",
        "aura",
        "equipment",
        "vehicle",
        "spell",
        "card",
        "permanent",
        "planeswalker",
        "token",
        "saga",
        "battle",
    ] {
        out = out.replace(&format!("this {noun}"), "~");
    }
    let out: String = out.chars().filter(|c| !matches!(c, '.' | ',')).collect();
    let words: Vec<&str> = out
        .split_whitespace()
        .filter(|w| !matches!(*w, "then" | "and"))
        .map(|w| if w == "whenever" { "when" } else { w })
        .collect();
    let mut joined = words.join(" ");
    for noun in ["creature", "permanent", "card", "artifact", "land", "spell", "token", "enchantment"] {
        joined = joined.replace(&format!("that {noun}"), "it").replace(&format!("those {noun}s"), "them");
    }
    joined = joined
        .replace("until end of turn", "")
        .replace("this turn", "")
        .replace(" they ", " it ")
        .replace(" ~", " it")
        .replace("that player", "it");
    joined.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Names of a deck file: "4 Name" a line.
pub fn deck_names(text: &str) -> Vec<String> {
    text.lines()
        .filter_map(|l| {
            let l = l.trim();
            let l = l.strip_prefix("SB:").map_or(l, str::trim);
            let (count, name) = l.split_once(' ')?;
            count.trim_end_matches('x').parse::<u32>().ok()?;
            Some(name.trim().to_owned())
        })
        .collect()
}
