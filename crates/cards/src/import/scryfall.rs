//! Scryfall's oracle-cards bulk data: a list of card objects, with `card_faces` where there are several.

use std::collections::BTreeMap;

use lawmage_ir::Layout;
use lawmage_oracle::{CardSource, FaceSource};
use serde::Deserialize;

use super::document::malformed;
use super::layout::{Told, layout};
use super::{ImportedCard, SkipReason, Skipped};
use crate::{Facts, Legality};

#[derive(Deserialize)]
struct Card {
    name: String,
    layout: String,
    #[serde(flatten)]
    face: Face,
    #[serde(default)]
    card_faces: Vec<Face>,
    #[serde(default)]
    legalities: BTreeMap<String, String>,
    #[serde(default)]
    all_parts: Vec<Part>,
    #[serde(default)]
    keywords: Vec<String>,
    set: Option<String>,
    #[serde(rename = "edhrec_rank")]
    rank: Option<u32>,
    #[serde(default)]
    reserved: bool,
}

#[derive(Deserialize)]
struct Face {
    #[serde(default, rename = "name")]
    own_name: String,
    mana_cost: Option<String>,
    color_indicator: Option<Vec<String>>,
    type_line: Option<String>,
    oracle_text: Option<String>,
    power: Option<String>,
    toughness: Option<String>,
    loyalty: Option<String>,
    defense: Option<String>,
    #[serde(default, rename = "attraction_lights")]
    lights: Vec<u8>,
}

/// A card that another belongs with.
#[derive(Deserialize)]
pub(super) struct Part {
    component: String,
    name: String,
}

/// The card of one entry with its related parts; or why not, and its name.
pub(super) fn card(entry: &str) -> Result<(ImportedCard, Vec<Part>), (SkipReason, String)> {
    // So that a malformed card is named too.
    #[derive(Deserialize)]
    struct Named {
        #[serde(default)]
        name: String,
    }
    let name = serde_json::from_str::<Named>(entry).map(|n| n.name).unwrap_or_default();
    let failed = |reason| (reason, name.clone());
    let mut card: Card = serde_json::from_str(entry).map_err(|e| failed(malformed(&e)))?;
    let mut faces = std::mem::take(&mut card.card_faces);
    if card.layout == "reversible_card" {
        // The same card printed on both sides: one of them is the card.
        faces.truncate(1);
        card.layout = "normal".into();
        card.name = faces.first().map_or(card.name, |f| f.own_name.clone());
    }
    if faces.is_empty() {
        card.face.own_name.clone_from(&card.name);
        faces.push(card.face);
    }
    let told = Told {
        front: faces.first().and_then(|f| f.oracle_text.as_deref()).unwrap_or_default(),
        second: faces.get(1).and_then(|f| f.oracle_text.as_deref()).unwrap_or_default(),
        second_types: faces.get(1).and_then(|f| f.type_line.as_deref()).unwrap_or_default(),
    };
    let (layout, unknown_layout) = layout(&card.layout, faces.len(), &told).map_err(failed)?;
    let faces = faces.into_iter().map(Face::source).collect::<Result<_, _>>().map_err(failed)?;
    let source = CardSource { name: card.name, layout, unknown_layout, faces, ..CardSource::default() };
    let facts = Facts {
        // Scryfall's file has one printing of each card.
        sets: card.set.map(|set| set.to_uppercase()).into_iter().collect(),
        keywords: card.keywords,
        rank: card.rank,
        reserved: card.reserved,
    };
    Ok((ImportedCard { source, legalities: Legality::read_all(&card.legalities), facts }, card.all_parts))
}

impl Face {
    fn source(self) -> Result<FaceSource, SkipReason> {
        let Some(type_line) = self.type_line else {
            return Err(SkipReason::Malformed("no type line".into()));
        };
        Ok(FaceSource {
            name: self.own_name,
            mana_cost: self.mana_cost.filter(|c| !c.is_empty()),
            color_indicator: self.color_indicator.map(|c| c.concat()).filter(|c| !c.is_empty()),
            type_line,
            text: self.oracle_text.unwrap_or_default(),
            power: self.power,
            toughness: self.toughness,
            loyalty: self.loyalty,
            defense: self.defense,
            lights: self.lights,
            ..FaceSource::default()
        })
    }
}

/// Meld cards (712.4) come as three objects; each front is joined with the face it melds into.
#[derive(Default)]
pub(super) struct Melds(Vec<(ImportedCard, Vec<Part>)>);

impl Melds {
    pub(super) fn add(&mut self, card: ImportedCard, parts: Vec<Part>) {
        self.0.push((card, parts));
    }

    pub(super) fn join(self, cards: &mut Vec<ImportedCard>, skipped: &mut Skipped) {
        let result_of = |parts: &[Part]| parts.iter().find(|p| p.component == "meld_result").map(|p| p.name.clone());
        let results: BTreeMap<String, FaceSource> = self
            .0
            .iter()
            .filter(|(card, parts)| result_of(parts).as_ref() == Some(&card.source.name))
            .filter_map(|(card, _)| Some((card.source.name.clone(), card.source.faces.first()?.clone())))
            .collect();
        for (mut card, parts) in self.0 {
            if results.contains_key(&card.source.name) {
                skipped.add(SkipReason::MeldResult, &card.source.name);
                continue;
            }
            if let Some(back) = result_of(&parts).and_then(|name| results.get(&name)) {
                card.source.name = format!("{} // {}", card.source.name, back.name);
                card.source.layout = Layout::Meld;
                card.source.faces.push(back.clone());
            }
            cards.push(card);
        }
    }
}
