//! MTGJSON AtomicCards: full name → faces.

use std::collections::{BTreeMap, BTreeSet};

use lawmage_oracle::{CardSource, FaceSource};
use serde::Deserialize;

use super::document::malformed;
use super::layout::{Told, layout};
use super::{ImportedCard, SkipReason, Skipped};
use crate::{Facts, Legality};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AtomicFace {
    name: String,
    face_name: Option<String>,
    side: Option<String>,
    layout: String,
    mana_cost: Option<String>,
    color_indicator: Option<Vec<String>>,
    #[serde(default)]
    colors: Vec<String>,
    #[serde(rename = "type")]
    type_line: String,
    text: Option<String>,
    power: Option<String>,
    toughness: Option<String>,
    loyalty: Option<String>,
    defense: Option<String>,
    #[serde(default, rename = "attractionLights")]
    lights: Vec<u8>,
    #[serde(default)]
    legalities: BTreeMap<String, String>,
    #[serde(default)]
    keywords: Vec<String>,
    #[serde(default)]
    printings: Vec<String>,
    #[serde(rename = "edhrecRank")]
    rank: Option<u32>,
    #[serde(default, rename = "isReserved")]
    reserved: bool,
}

/// The card of one entry. Other versions under the same name go to `skipped`.
pub(super) fn card(name: &str, entry: &str, skipped: &mut Skipped) -> Result<ImportedCard, SkipReason> {
    let mut faces: Vec<AtomicFace> = serde_json::from_str(entry).map_err(|e| malformed(&e))?;
    let mut sides = BTreeSet::new();
    faces.retain(|face| {
        let first = sides.insert(face.side.clone());
        if !first {
            skipped.add(SkipReason::Variant, name);
        }
        first
    });
    faces.sort_by(|a, b| a.side.cmp(&b.side));
    let Some(front) = faces.first() else {
        return Err(SkipReason::Malformed("no faces".into()));
    };
    let told = Told {
        front: front.text.as_deref().unwrap_or_default(),
        second: faces.get(1).and_then(|f| f.text.as_deref()).unwrap_or_default(),
        second_types: faces.get(1).map(|f| f.type_line.as_str()).unwrap_or_default(),
    };
    let (layout, unknown_layout) = layout(&front.layout, faces.len(), &told)?;
    let name = front.name.clone();
    let legalities = Legality::read_all(&front.legalities);
    let facts = facts(&mut faces);
    let faces = faces.into_iter().map(AtomicFace::source).collect();
    Ok(ImportedCard {
        source: CardSource { name, layout, unknown_layout, faces, ..CardSource::default() },
        legalities,
        facts,
    })
}

/// What the faces tell of their card.
fn facts(faces: &mut [AtomicFace]) -> Facts {
    let mut facts = Facts::default();
    for face in faces {
        facts.keywords.append(&mut face.keywords);
        facts.sets.append(&mut face.printings);
        facts.rank = facts.rank.or(face.rank);
        facts.reserved |= face.reserved;
    }
    facts.sets.sort_unstable();
    facts.sets.dedup();
    facts.keywords.sort_unstable();
    facts.keywords.dedup();
    facts
}

impl AtomicFace {
    fn source(self) -> FaceSource {
        let color_indicator = self.indicator();
        FaceSource {
            name: self.face_name.unwrap_or(self.name),
            mana_cost: self.mana_cost.filter(|c| !c.is_empty()),
            color_indicator,
            type_line: self.type_line,
            text: self.text.unwrap_or_default(),
            power: self.power,
            toughness: self.toughness,
            loyalty: self.loyalty,
            defense: self.defense,
            lights: self.lights,
            ..FaceSource::default()
        }
    }

    /// 105.2, 204.1: the color indicator. Data of some dates leave it out and tell it by the colors alone: those that neither the
    /// mana cost nor an ability that says so (604.3) gives the face can only come from an indicator.
    fn indicator(&self) -> Option<String> {
        let text = self.text.as_deref().unwrap_or_default();
        let told = match &self.color_indicator {
            Some(letters) => letters.concat(),
            None if text.contains("is all colors") => String::new(),
            None => {
                let cost = self.mana_cost.as_deref().unwrap_or_default();
                self.colors.iter().filter(|color| !cost.contains(color.as_str())).map(String::as_str).collect()
            }
        };
        (!told.is_empty()).then_some(told)
    }
}
