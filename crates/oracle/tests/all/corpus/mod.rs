//! Real cards for tests and the coverage tool: read from a file the user has, never from the project.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use lawmage_ir::Layout;
use lawmage_oracle::{CardSource, FaceSource};
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
