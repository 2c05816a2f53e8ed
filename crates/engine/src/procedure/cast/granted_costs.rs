//! Alternative costs that effects grant to spells: "Dinosaur spells you cast have prowl {2}{R}" (601.2b, 613.1f). A card in hand
//! has none of them; the spell that it becomes does, before its costs are chosen (601.2a).

use std::sync::Arc;

use lawmage_ir::{Cost, CostLabel, Zone};

use crate::state::State;
use crate::state::chars::AbilityKey;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::stack::{CastFacts, StackItem};
use crate::state::zones::Place;
use crate::table::action::{Way, WayKind};

/// An alternative cost of the spell that a card would be.
pub(super) struct GrantedCost {
    /// Of which face.
    pub face: u8,
    /// The ability that the effect grants.
    pub key: AbilityKey,
    /// The cost.
    pub cost: Cost,
    /// Its name.
    pub label: CostLabel,
}

impl GrantedCost {
    /// The way of casting for it.
    pub fn way(&self) -> Way {
        Way { face: self.face, kind: WayKind::Alternative(self.key), label: Some(self.label.clone()) }
    }
}

impl State {
    /// A copy of the state in which a card has been put onto the stack as that face (601.2a), and the spell in it.
    pub(super) fn as_spell(&self, player: PlayerId, card: ObjectId, face: u8) -> (Self, ObjectId) {
        let mut trial = self.clone();
        let other = self.face_chars(card, face).filter(|_| !self.shows_face(card, face)).cloned();
        let base = other.unwrap_or_else(|| trial.objects[card.index()].base.clone());
        let from = Some(trial.objects[card.index()].zone);
        let spell = trial.rehome(card, Zone::Stack, Place::Top);
        if let Some(object) = trial.get_mut(spell) {
            (object.controller, object.base, object.face) = (player, base, face);
            let facts = Arc::new(CastFacts { by: Some(player), from, ..CastFacts::default() });
            object.stack = Some(Box::new(StackItem { facts, ..StackItem::spell(spell) }));
        }
        trial.touch();
        trial.refresh();
        (trial, spell)
    }

    /// The alternative costs that effects grant the spell that a card would be as one of those faces.
    pub(super) fn granted_costs(&self, player: PlayerId, card: ObjectId, faces: &[u8]) -> Vec<GrantedCost> {
        let mut found = Vec::new();
        if !self.grants_costs_to_spells() || self.get(card).is_none_or(|o| o.zone == Zone::Stack) {
            return found;
        }
        for face in faces.iter().copied() {
            let (trial, spell) = self.as_spell(player, card, face);
            if trial.chars(spell).is_land() {
                continue;
            }
            let has = |key: AbilityKey| self.all_statics(card).any(|(known, _)| known == key);
            let costs = trial.alternatives(player, spell).filter(|(key, ..)| key.is_granted() && !has(*key));
            found.extend(costs.map(|(key, cost, label)| GrantedCost {
                face,
                key,
                cost: cost.clone(),
                label: label.clone(),
            }));
        }
        found
    }

    /// The one of them, of that face, that is meant.
    pub(super) fn granted_cost(
        &self,
        player: PlayerId,
        card: ObjectId,
        face: u8,
        meant: impl Fn(&GrantedCost) -> bool,
    ) -> Option<GrantedCost> {
        self.granted_costs(player, card, &[face]).into_iter().find(meant)
    }
}
