//! Cards as games use them.

use std::sync::Arc;

use lawmage_ir::{Card, CostPart, Keyword, Layout, SpentMana, visit};
use serde::{Deserialize, Serialize};

use crate::state::chars::Chars;
use crate::state::halves::{Halves, fused};
use crate::state::laid_out;

/// A card as games use it: the compiled card, and what each face prints laid out once.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CardDef {
    /// The card.
    pub card: Arc<Card>,
    /// The characteristics of each face.
    pub faces: Arc<[Arc<Chars>]>,
    /// What games with it keep for its text's sake.
    pub(crate) speaks_of: SpeaksOf,
}

/// What a card's text speaks of that games keep only for those that do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct SpeaksOf {
    /// From which sources mana came.
    pub mana_sources: bool,
    /// Paradigm.
    pub paradigm: bool,
}

impl SpeaksOf {
    pub(super) fn of(card: &Card) -> Self {
        Self {
            mana_sources: card.faces.iter().any(|face| {
                visit::any(&**face, |of: &SpentMana| matches!(of, SpentMana::From(_)))
                    || visit::any(&**face, |part: &CostPart| matches!(part, CostPart::OnlyFrom(_)))
            }),
            paradigm: card.faces.iter().any(|face| visit::any(&**face, |k: &Keyword| *k == Keyword::Paradigm)),
        }
    }
}

impl CardDef {
    /// Lays out a card, or finds it laid out for another game.
    #[must_use]
    pub fn new(card: Arc<Card>) -> Self {
        let (faces, speaks_of) = laid_out::shared(&card, Self::lay_out, SpeaksOf::of);
        Self { card, faces, speaks_of }
    }

    fn lay_out(card: &Card) -> Vec<Arc<Chars>> {
        let mut faces: Vec<Arc<Chars>> = card.faces.iter().map(|f| Arc::new(Chars::printed(f))).collect();
        // 715.2, 715.2a: one card (715.2c) with other characteristics besides; an Omen is none.
        let adventure = card.faces.iter().any(|f| f.subtypes.listed.contains(&lawmage_ir::Subtype::ADVENTURE));
        if card.layout == Layout::Adventure && adventure {
            faces.iter_mut().for_each(|face| Arc::make_mut(face).adventure = true);
        }
        if card.layout == Layout::Split {
            Halves::lay_out(&mut faces); // 709.5
        }
        // 709.4: both halves at once, as the card is wherever it is no spell, stand behind them (702.102b: fused, as a spell
        // too).
        if let [left, right] = faces.as_slice()
            && matches!(card.layout, Layout::Split | Layout::Aftermath)
        {
            let both = left.halves.as_ref().map_or_else(|| fused(left, right), |halves| halves.unlocked([true, true]));
            faces.push(Arc::new(both));
        }
        // 2026:722.2: what is inset in a preparation card is no face that could be played.
        if card.layout == Layout::Preparation
            && let [front, inset] = faces.as_mut_slice()
        {
            Arc::make_mut(inset).prepare = true;
            Arc::make_mut(front).inset = Some(inset.clone());
        }
        // 710.1: what a flip card has as long as it is flipped goes with its normal characteristics.
        if card.layout == Layout::Flip
            && let [front, back] = faces.as_mut_slice()
        {
            Arc::make_mut(front).flip = Some(back.clone());
        }
        faces
    }

    /// The characteristics of the card in a zone other than the stack and the battlefield: both halves of a split card (709.4),
    /// the front of any other (712.8a).
    pub(crate) fn elsewhere(&self) -> Option<&Arc<Chars>> {
        self.faces.get(2).or_else(|| self.faces.first())
    }

    /// Whether a face has ascend.
    pub(crate) fn has_ascend(&self) -> bool {
        self.faces.iter().any(|face| face.has(Keyword::Ascend))
    }

    /// Whether a face has daybound or nightbound.
    pub(crate) fn has_daybound(&self) -> bool {
        self.faces.iter().any(|f| f.has(Keyword::Daybound) || f.has(Keyword::Nightbound))
    }
}
