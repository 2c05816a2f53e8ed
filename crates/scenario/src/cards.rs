//! The cards that a scenario plays with.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use lawmage_cards::suggest::{is_slip, nearest};
use lawmage_cards::{CardPool, LookupError, card_file};
use lawmage_ir::{Card, Zone};
use lawmage_oracle::{CardSource, FaceSource};

use crate::model::{Scenario, Spot};
use crate::refs::fold;
use crate::report::{Outcomes, Trouble};

/// Which cards libraries consist of that nothing is said about.
const FILLER: &str = "Wastes";

/// Cards at hand: the scenario's own, then the pool's.
pub(crate) struct Cards<'p> {
    pub pool: &'p CardPool,
    own: Vec<CardSource>,
    folder: PathBuf,
    found: BTreeMap<String, Arc<Card>>,
}

impl<'p> Cards<'p> {
    pub(crate) fn new(scenario: &Scenario, pool: &'p CardPool) -> Outcomes<Self> {
        let own = own_cards(scenario)?;
        Ok(Self { pool, own, folder: scenario.folder.clone().unwrap_or_default(), found: BTreeMap::new() })
    }

    /// The card of that name.
    pub(crate) fn find(&mut self, name: &str) -> Outcomes<Arc<Card>> {
        let folded = fold(name);
        if let Some(card) = self.found.get(&folded) {
            return Ok(card.clone());
        }
        let own = self.own.iter().find(|c| fold(&c.name) == folded || c.faces.iter().any(|f| fold(&f.name) == folded));
        let own = own.map(lawmage_oracle::compile).map(|c| c.card);
        let card = match own {
            Some(mut card) => {
                // 111.11: what its text names goes with it.
                let names: Vec<Arc<str>> = card.names().cloned().collect();
                for name in names.iter().filter(|n| **n != card.name) {
                    card.related.push(self.find(name)?);
                }
                Arc::new(card)
            }
            None => {
                // What no card is named can't be played with, like what is not understood.
                match self.pool.find(name) {
                    Ok(id) => self.pool.card(id).map_err(|e| Trouble::error(e.to_string()))?,
                    Err(_) if folded == fold(FILLER) => filler(),
                    Err(e) => return Err(no_card(self, name, &e)),
                }
            }
        };
        if !card.is_complete() {
            let missing: Vec<&str> = card.faces.iter().flat_map(|f| &f.uncompiled).map(|t| &**t).collect();
            let reason = format!("{} is not understood completely: {}", card.name, missing.join(" / "));
            return Err(Trouble::unsupported(reason));
        }
        self.found.insert(folded, card.clone());
        Ok(card)
    }

    /// The cards of a starter deck or of a decklist's file, by where they begin.
    pub(crate) fn deck(&mut self, name: &str) -> Outcomes<Vec<(Arc<Card>, u32, Zone)>> {
        let path = self.folder.join(name);
        let list = if path.is_file() {
            let wrong = |why: String| Trouble::error(format!("the deck {}: {why}", path.display()));
            let text = std::fs::read_to_string(&path).map_err(|e| wrong(e.to_string()))?;
            lawmage_cards::deck::parse(&text, name).map_err(|e| wrong(e.to_string()))?
        } else {
            lawmage_cards::starter::deck(name).map_err(|e| Trouble::unsupported(format!("the deck {name}: {e}")))?
        };
        let parts = [(&list.main, Zone::Library), (&list.sideboard, Zone::Outside), (&list.commander, Zone::Command)];
        let mut found = Vec::new();
        for (lines, zone) in parts {
            for line in lines {
                found.push((self.find(&line.name)?, line.count, zone));
            }
        }
        Ok(found)
    }

    /// The card that fills libraries.
    pub(crate) fn filler(&mut self) -> Outcomes<Arc<Card>> {
        self.find(FILLER)
    }
}

/// A slip in the name of a card there is, is a mistake; a name that is far from all is a card that lawmage does not have.
fn no_card(cards: &Cards<'_>, name: &str, error: &LookupError) -> Trouble {
    let own = cards.own.iter().map(|c| c.name.as_str());
    let folded: Vec<(String, &str)> = own.map(|name| (fold(name), name)).collect();
    let wanted = fold(name);
    let near = nearest(&wanted, folded.iter().map(|(f, _)| f.as_str()), 1).first().copied();
    let own = near.and_then(|near| folded.iter().find(|(f, _)| f == near)).map(|(_, name)| (*name).to_owned());
    let suggested = match error {
        LookupError::Unknown { near, .. } => near.first().cloned(),
        LookupError::Ambiguous { .. } => None,
    };
    let slip = own.into_iter().chain(suggested).find(|right| is_slip(&wanted, &fold(right)));
    match slip {
        Some(right) => {
            Trouble::error(format!("no card is named “{name}”")).hint(format!("did you mean “{right}”?")).about(name)
        }
        None => Trouble::unsupported(error.to_string()).about(name),
    }
}

/// The card of unknown libraries, where the pool has none of that name: a basic land (305.6).
fn filler() -> Arc<Card> {
    let face = FaceSource {
        name: FILLER.into(),
        type_line: "Basic Land".into(),
        text: "{T}: Add {C}.".into(),
        ..FaceSource::default()
    };
    let source = CardSource { name: face.name.clone(), faces: vec![face], ..CardSource::default() };
    Arc::new(lawmage_oracle::compile(&source).card)
}

/// The cards that the scenario defines for itself, read from its own text so that errors point into it.
pub(crate) fn own_cards(scenario: &Scenario) -> Outcomes<Vec<CardSource>> {
    let Some(cards) = &scenario.cards else { return Ok(Vec::new()) };
    if cards.value.is_empty() {
        return Ok(Vec::new());
    }
    let text = serde_json::to_string(&cards.value).map_err(|e| Trouble::error(e.to_string()))?;
    card_file::parse(&text, "cards").map_err(|error| {
        let place = Spot::from(cards);
        let mut trouble = Trouble::error(error.what.clone()).at(place);
        trouble.hint.clone_from(&error.hint);
        // Where its words stand is told by the text itself, if that says the same.
        let written = scenario.source.as_ref().and_then(|source| source.part_at(place));
        trouble.pointed = written
            .and_then(|text| card_file::parse(&text, "cards").err())
            .filter(|e| e.what == error.what)
            .map(Box::new);
        trouble
    })
}
