//! What came of exercising cards, by reason and kind of node.

use std::collections::BTreeMap;

use lawmage_ir::Card;
use serde::Serialize;

use super::Found;
use super::driver::Deed;
use super::nodes::{Part, Piece, Sort};

/// Why a node never acted, as far as it shows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// No spell of it ever resolved: it could not be cast.
    NeverResolved,
    /// The ability was never activated: nothing it could be aimed at, or its cost could not be paid.
    NeverActivated,
    /// It never triggered, or never resolved.
    NeverTriggered,
    /// It stands in an instruction that never came to it.
    NotReached,
    /// It ran and changed nothing.
    DidNothing,
    /// The same turns go the same way without it.
    NoDifference,
    /// It works before the game only.
    BeforeTheGame,
}

impl Reason {
    /// In words.
    #[must_use]
    pub const fn words(&self) -> &'static str {
        match self {
            Self::NeverResolved => "never resolved",
            Self::NeverActivated => "never activated",
            Self::NeverTriggered => "never triggered",
            Self::NotReached => "not reached",
            Self::DidNothing => "ran and did nothing",
            Self::NoDifference => "made no difference",
            Self::BeforeTheGame => "works before the game",
        }
    }
}

/// A node that never acted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Idle {
    /// What sort of node.
    pub sort: Sort,
    /// Which kind: `Destroy`, `Cant.Attack`.
    pub kind: String,
    /// The instruction around it that carries it out on a condition, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<String>,
    /// Why.
    pub reason: Reason,
}

/// What came of an ability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AbilityRun {
    /// Of which face.
    pub face: String,
    /// Its place on that face, from 1.
    pub number: usize,
    /// "spell", "activated", "triggered" …
    pub sort: &'static str,
    /// How many nodes it has that can act.
    pub nodes: usize,
    /// Those that never did.
    pub idle: Vec<Idle>,
}

impl AbilityRun {
    /// Whether every node has acted.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.idle.is_empty()
    }
}

/// What came of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CardRun {
    /// Its name.
    pub card: String,
    /// Its abilities.
    pub abilities: Vec<AbilityRun>,
    /// Panics, questions without an answer, and positions that were left for want of time.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub troubles: Vec<String>,
}

impl CardRun {
    /// Whether every node of every ability has acted, and nothing broke.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.troubles.is_empty() && self.abilities.iter().all(AbilityRun::is_whole)
    }
}

/// The report of a card.
pub(super) fn of(card: &Card, pieces: &[Piece], found: &Found) -> CardRun {
    let abilities = pieces
        .iter()
        .map(|piece| {
            let ran = piece.parts.iter().any(|p| p.sort == Sort::Instruction && found.deed(piece, p) != Deed::Never);
            let idle = piece.parts.iter().filter(|part| found.deed(piece, part) != Deed::Acted);
            AbilityRun {
                face: card.faces.get(piece.face).map_or_else(String::new, |f| f.name.to_string()),
                number: piece.index + 1,
                sort: piece.sort,
                nodes: piece.parts.len(),
                idle: idle.map(|part| idling(piece, part, found.deed(piece, part), ran)).collect(),
            }
        })
        .collect();
    CardRun { card: card.name.to_string(), abilities, troubles: found.troubles.clone() }
}

fn idling(piece: &Piece, part: &Part, deed: Deed, ran: bool) -> Idle {
    let reason = match (piece.sort, part.sort) {
        ("pregame", _) => Reason::BeforeTheGame,
        (_, Sort::Instruction) if deed == Deed::Idle => Reason::DidNothing,
        (_, Sort::Instruction) if ran => Reason::NotReached,
        ("spell", Sort::Instruction) => Reason::NeverResolved,
        ("activated" | "mana" | "loyalty", Sort::Instruction) => Reason::NeverActivated,
        ("triggered", Sort::Instruction) => Reason::NeverTriggered,
        (_, Sort::Instruction) => Reason::NotReached,
        _ => Reason::NoDifference,
    };
    Idle { sort: part.sort, kind: part.kind.clone(), within: part.within.clone(), reason }
}

/// The figures of many cards.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Figures {
    /// Cards exercised.
    pub cards: usize,
    /// Their abilities.
    pub abilities: usize,
    /// Those of which every node acted.
    pub whole: usize,
    /// Cards in whose positions something broke.
    pub troubled: usize,
    /// Abilities and those run whole, by sort of ability.
    pub sorts: BTreeMap<&'static str, (usize, usize)>,
    /// Nodes that never acted: reason and kind, with how many and on which cards.
    #[serde(skip)]
    pub idle: BTreeMap<(Reason, String), Vec<String>>,
}

impl Figures {
    /// Adds a card.
    pub fn add(&mut self, run: &CardRun) {
        self.cards += 1;
        self.troubled += usize::from(!run.troubles.is_empty());
        for ability in &run.abilities {
            self.abilities += 1;
            let sort = self.sorts.entry(ability.sort).or_default();
            sort.0 += 1;
            if ability.is_whole() {
                self.whole += 1;
                sort.1 += 1;
            }
            for idle in &ability.idle {
                let kind = match &idle.within {
                    Some(within) if idle.reason == Reason::NotReached => format!("{} in {within}", idle.kind),
                    _ => format!("{} of {}", idle.kind, ability.sort),
                };
                self.idle.entry((idle.reason.clone(), kind)).or_default().push(run.card.clone());
            }
        }
    }
}
