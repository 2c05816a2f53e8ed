//! lawmage's own card files: a YAML list of cards in Oracle English. Described for users in `docs/card-files.md`.

use lawmage_ir::{Layout, ManaCost, TypeSet};
use lawmage_oracle::{CardSource, FaceSource};
use serde::Deserialize;
use serde_saphyr::Spanned;

use crate::{Error, Result};

/// A card of the file: one face, or several in `faces`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: Option<String>,
    layout: Option<String>,
    cost: Option<String>,
    colors: Option<String>,
    #[serde(rename = "type")]
    type_line: Option<String>,
    pt: Option<String>,
    loyalty: Option<Number>,
    defense: Option<Number>,
    hand: Option<i32>,
    life: Option<i32>,
    #[serde(default)]
    lights: Vec<u8>,
    text: Option<String>,
    faces: Option<Vec<Spanned<WrittenFace>>>,
}

/// One of several faces.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenFace {
    name: String,
    cost: Option<String>,
    colors: Option<String>,
    #[serde(rename = "type")]
    type_line: String,
    pt: Option<String>,
    loyalty: Option<Number>,
    defense: Option<Number>,
    hand: Option<i32>,
    life: Option<i32>,
    #[serde(default)]
    lights: Vec<u8>,
    text: Option<String>,
}

/// `loyalty: 4` or `loyalty: X`.
#[derive(Deserialize)]
#[serde(untagged)]
enum Number {
    Plain(u32),
    Letter(String),
}

impl From<Number> for String {
    fn from(number: Number) -> Self {
        match number {
            Number::Plain(n) => n.to_string(),
            Number::Letter(text) => text,
        }
    }
}

/// Reads the text of a card file; `origin` names it in errors.
///
/// # Errors
/// With the line, when it is no list of cards or a card is not whole.
pub fn parse(text: &str, origin: &str) -> Result<Vec<CardSource>> {
    let cards: Vec<Spanned<Written>> = serde_saphyr::from_str(text).map_err(|e| yaml_error(&e).within(origin))?;
    cards
        .into_iter()
        .map(|card| {
            let line = card.referenced.line() as usize;
            card.value.source(line).map_err(|e| if e.line.is_none() { e.at_line(line) } else { e }.within(origin))
        })
        .collect()
}

fn yaml_error(error: &serde_saphyr::Error) -> Error {
    // The message may draw the text below its first line; one line is enough here.
    let text = error.without_snippet().to_string();
    let message = text.lines().next().unwrap_or_default().trim();
    let mut found = Error::new(message.to_owned()).hint("a card file is a list of cards, see docs/card-files.md");
    if let Some(location) = error.location() {
        found = found.at_line(location.line() as usize);
    }
    found
}

impl Written {
    fn source(self, line: usize) -> Result<CardSource> {
        let layout = self.layout.as_deref().map(layout).transpose()?.unwrap_or_default();
        let Some(faces) = self.faces else {
            let (Some(name), Some(type_line)) = (self.name, self.type_line) else {
                return Err(Error::new("a card needs a name and a type").hint("write name: and type:"));
            };
            let (cost, colors, pt) = (self.cost, self.colors, self.pt);
            let (loyalty, defense, lights, text) = (self.loyalty, self.defense, self.lights, self.text);
            let (hand, life) = (self.hand, self.life);
            let face = WrittenFace { name, cost, colors, type_line, pt, loyalty, defense, hand, life, lights, text }
                .source()?;
            return Ok(CardSource { name: face.name.clone(), layout, faces: vec![face] });
        };
        if self.type_line.is_some() || self.cost.is_some() || self.text.is_some() || self.pt.is_some() {
            return Err(Error::new("a card with faces has no cost, type, pt or text of its own")
                .hint("move them into the faces"));
        }
        if layout == Layout::Normal || faces.len() < 2 {
            return Err(Error::new("a card with faces needs two of them and a layout")
                .hint("write layout: split, aftermath, flip, transform, modal_dfc, meld or adventure"));
        }
        let faces: Vec<FaceSource> = faces
            .into_iter()
            .map(|face| {
                let at = face.referenced.line() as usize;
                face.value.source().map_err(|e| e.at_line(if at == 0 { line } else { at }))
            })
            .collect::<Result<_>>()?;
        let joined = faces.iter().map(|f| f.name.as_str()).collect::<Vec<_>>().join(" // ");
        Ok(CardSource { name: self.name.unwrap_or(joined), layout, faces })
    }
}

impl WrittenFace {
    fn source(self) -> Result<FaceSource> {
        let name = self.name.trim().to_owned();
        if name.is_empty() {
            return Err(Error::new("a card needs a name"));
        }
        if let Some(cost) = &self.cost
            && ManaCost::parse(cost).is_none()
        {
            return Err(Error::new(format!("{name}: “{cost}” is no mana cost")).hint("write it like {2}{G}, in quotes"));
        }
        let type_line = type_line(&self.type_line);
        let (power, toughness) = match self.pt.as_deref().map(|pt| (pt, pt.split_once('/'))) {
            None => (None, None),
            Some((_, Some((p, t)))) => (Some(p.trim().to_owned()), Some(t.trim().to_owned())),
            Some((pt, None)) => {
                let error = Error::new(format!("{name}: “{pt}” is no power and toughness"));
                return Err(error.hint("write it like 2/3"));
            }
        };
        let types: TypeSet = type_line.split_whitespace().filter_map(lawmage_ir::CardType::from_word).collect();
        if types.is_empty() {
            return Err(Error::new(format!("{name}: “{type_line}” has no card type"))
                .hint("write it like Creature — Elf Druid"));
        }
        if types.has(lawmage_ir::CardType::Creature) && power.is_none() {
            // 208.1
            return Err(Error::new(format!("{name}: a creature needs power and toughness")).hint("write pt: 2/2"));
        }
        Ok(FaceSource {
            name,
            mana_cost: self.cost,
            color_indicator: self.colors,
            type_line,
            text: self.text.unwrap_or_default().trim().to_owned(),
            power,
            toughness,
            loyalty: self.loyalty.map(String::from),
            defense: self.defense.map(String::from),
            hand: self.hand,
            life: self.life,
            lights: self.lights,
        })
    }
}

/// "Creature - Elf" is as good as "Creature — Elf".
fn type_line(written: &str) -> String {
    let line = written.trim();
    match line.split_once(" - ").or_else(|| line.split_once(" -- ")) {
        Some((types, subtypes)) => format!("{types} — {subtypes}"),
        None => line.to_owned(),
    }
}

fn layout(word: &str) -> Result<Layout> {
    Layout::from_word(word).ok_or_else(|| {
        let words: Vec<&str> = Layout::ALL.iter().map(|l| l.word()).collect();
        Error::new(format!("“{word}” is no layout")).hint(format!("write one of {}", words.join(", ")))
    })
}
