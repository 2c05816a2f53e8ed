//! Card texts, card files, downloaded card data, and the database made of them.

use lawmage_cards::{Database, card_file, import, starter};
use lawmage_oracle::{CardSource, FaceSource};
use serde_json::json;

use super::{Format, Target, files, text};

/// One card's text.
pub const TEXT: Target = Target {
    name: "card-text",
    invariant: "a card is complete, or says what it lacks",
    words: WORDS,
    make: || Box::new(Text),
};

/// A card file.
pub const FILE: Target = Target {
    name: "card-file",
    invariant: "what is read has a name and a face, and compiles",
    words: &[
        "- name:",
        "layout: split",
        "faces:",
        "text: |-",
        "pt: 1/1",
        "cost: \"{X}\"",
        "loyalty: X",
        "type: Creature",
        "colors: WU",
    ],
    make: || Box::new(File),
};

/// Downloaded card data.
pub const IMPORT: Target = Target {
    name: "import",
    invariant: "what is read compiles",
    words: &[
        "\"data\":",
        "\"text\":",
        "\"faceName\":",
        "\"object\":\"card\"",
        "\"layout\":\"transform\"",
        "\"oracle_text\":",
        "\\ud800",
        "\\u0000",
    ],
    make: || Box::new(Import),
};

/// A database.
pub const DATABASE: Target = Target {
    name: "database",
    invariant: "a damaged database is refused, or its whole cards are read",
    words: &["\u{ff}", "LAWMAGEDB"],
    make: || Box::new(Stored::new()),
};

/// Words that the compiler knows, those that nest above all.
const WORDS: &[&str] = &[
    "target",
    "creature",
    "permanent",
    "card",
    "Whenever",
    "When",
    "At the beginning of",
    "unless",
    "if",
    "that's",
    "with",
    "another",
    "each",
    "equal to the number of",
    "twice",
    "half",
    "rounded up",
    "where X is",
    "or",
    "and",
    "and/or",
    "that",
    "it",
    "they",
    "this way",
    "this turn",
    "until end of turn",
    "instead",
    "as long as",
    "for each",
    "you may",
    "can't",
    "don't",
    "choose one —",
    "•",
    "{T}:",
    "{X}",
    "{W/U}",
    "{2/W}",
    "{W/P}",
    "[+1]:",
    "+1/+1 counter",
    "token",
    "copy",
    "flying",
    "protection from",
    "ward {2}",
    "\"",
    "except",
    "other than",
    "a player who",
    "whose",
    "named",
];

struct Text;

impl Format for Text {
    fn samples(&self) -> Vec<Vec<u8>> {
        let cards = starter::cards().unwrap_or_default();
        cards
            .iter()
            .flat_map(|c| &c.faces)
            .filter(|f| !f.text.is_empty())
            .map(|f| f.text.clone().into_bytes())
            .collect()
    }

    fn run(&mut self, input: &[u8]) -> Result<(), String> {
        let text = text(input);
        for type_line in ["Creature — Elf", "Instant", "Legendary Planeswalker — Ash"] {
            let number = |of: &str| type_line.starts_with(of).then(|| "3".to_owned());
            let face = FaceSource {
                name: "Ash, the Sample".to_owned(),
                mana_cost: Some("{2}{G}".to_owned()),
                type_line: type_line.to_owned(),
                text: text.clone(),
                power: number("Creature"),
                toughness: number("Creature"),
                loyalty: number("Legendary"),
                ..FaceSource::default()
            };
            compile(&CardSource { name: face.name.clone(), faces: vec![face], ..CardSource::default() })?;
        }
        Ok(())
    }
}

/// Compiles, prints and describes a card.
fn compile(source: &CardSource) -> Result<(), String> {
    let compiled = lawmage_oracle::compile(source);
    for face in &compiled.card.faces {
        let _ = lawmage_oracle::print_face(face);
        let _ = lawmage_oracle::describe_face(face);
        let _ = lawmage_oracle::rules_behind(face);
    }
    if compiled.card.is_complete() != compiled.diagnostics.is_empty() {
        return Err(format!("complete: {}, diagnostics: {}", compiled.card.is_complete(), compiled.diagnostics.len()));
    }
    for diagnostic in &compiled.diagnostics {
        let face = source.faces.iter().find(|f| f.name == diagnostic.face);
        if face.is_some_and(|f| f.text.get(diagnostic.span.clone()).is_none()) {
            return Err(format!("a diagnostic's span is none of the text: {:?}", diagnostic.span));
        }
    }
    Ok(())
}

struct File;

impl Format for File {
    fn samples(&self) -> Vec<Vec<u8>> {
        // Short ones, so that most mutations hit something else.
        let split = |file: &Vec<u8>| {
            let text = text(file);
            let cards: Vec<String> =
                text.split("\n- ").map(|card| format!("- {}", card.trim_start_matches("- "))).collect();
            cards.chunks(3).map(|some| some.join("\n").into_bytes()).collect::<Vec<_>>()
        };
        files("cards", "yaml").iter().flat_map(split).collect()
    }

    fn run(&mut self, input: &[u8]) -> Result<(), String> {
        let Ok(cards) = card_file::parse(&text(input), "input") else { return Ok(()) };
        for card in &cards {
            if card.faces.is_empty() || card.name.trim().is_empty() {
                return Err("a card without a name or a face was accepted".to_owned());
            }
            compile(card)?;
        }
        Ok(())
    }
}

struct Import;

/// The starter set as MTGJSON and as Scryfall write cards.
fn documents() -> Vec<Vec<u8>> {
    let cards = starter::cards().unwrap_or_default();
    let mut documents = Vec::new();
    for some in cards.chunks(2) {
        let (mut atomic, mut oracle) = (serde_json::Map::new(), Vec::new());
        for card in some {
            let mut faces = Vec::new();
            for face in &card.faces {
                faces.push(json!({
                    "name": card.name, "faceName": face.name, "layout": "normal", "type": face.type_line, "text": face.text,
                    "manaCost": face.mana_cost, "power": face.power, "toughness": face.toughness, "colorIdentity": ["R"],
                    "legalities": {"modern": "Legal", "vintage": "Restricted"},
                }));
                oracle.push(json!({
                    "object": "card", "name": face.name, "layout": "normal", "type_line": face.type_line, "games": ["paper"],
                    "oracle_text": face.text, "mana_cost": face.mana_cost, "power": face.power, "toughness": face.toughness,
                    "legalities": {"modern": "legal", "vintage": "restricted"},
                }));
            }
            atomic.insert(card.name.clone(), json!(faces));
        }
        documents
            .push(json!({"meta": {"version": "1", "date": "2026-11-22"}, "data": atomic}).to_string().into_bytes());
        documents.push(json!(oracle).to_string().into_bytes());
    }
    documents
}

impl Format for Import {
    fn samples(&self) -> Vec<Vec<u8>> {
        documents()
    }

    fn run(&mut self, input: &[u8]) -> Result<(), String> {
        let Ok(imported) = import::read(input) else { return Ok(()) };
        imported.cards.iter().try_for_each(|card| compile(&card.source))
    }
}

/// A database in a folder of its own.
struct Stored {
    folder: Option<tempfile::TempDir>,
}

impl Stored {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().ok() }
    }
}

impl Format for Stored {
    fn samples(&self) -> Vec<Vec<u8>> {
        let Some(folder) = &self.folder else { return Vec::new() };
        let path = folder.path().join("sample.db");
        let mut samples = Vec::new();
        for document in documents().iter().take(6) {
            let Ok(imported) = import::read(document.as_slice()) else { continue };
            if Database::create(&path, &imported, &|_| {}).is_ok() {
                samples.extend(std::fs::read(&path).ok());
            }
        }
        samples
    }

    fn run(&mut self, input: &[u8]) -> Result<(), String> {
        let folder = self.folder.as_ref().ok_or("no temporary folder")?;
        let path = folder.path().join("input.db");
        std::fs::write(&path, input).map_err(|e| e.to_string())?;
        let Ok(database) = Database::open(&path) else { return Ok(()) };
        for index in 0..database.len() as u32 {
            let _ = database.record(index);
            let _ = database.card(index);
        }
        let _ = database.records();
        Ok(())
    }
}
