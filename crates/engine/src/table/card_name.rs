//! Choosing card names (201.4): of all cards there are, not only of those in the game, which would tell what others play.

use std::sync::Arc;

use lawmage_ir::{Face, Filter};
use serde::{Deserialize, Serialize};

use crate::read::eval::face_fits;
use crate::state::State;
use crate::state::chars::Chars;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::object::ObjectKind;
use crate::state::reference::Reference;
use crate::table::view::{Sight, Viewer};

/// Names of cards to choose from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct NameDomain {
    /// How many, all different.
    pub count: u32,
    /// What the cards with these names must be (201.4a).
    pub with: Option<Filter>,
    /// Some of the names that can be chosen, in order: those of the player's own cards and of what the player sees in the game, or
    /// some others where these are fewer than `count`.
    pub known: Vec<Arc<str>>,
    #[serde(skip)]
    reference: Reference,
}

impl NameDomain {
    /// The card name that is meant by what was typed, where it can be chosen.
    ///
    /// # Errors
    /// Why it can't, in a sentence.
    pub fn name(&self, typed: &str) -> Result<Arc<str>, String> {
        if let Some(known) = self.known.iter().find(|known| &***known == typed) {
            return Ok(known.clone());
        }
        let face = self.reference.face_named(typed);
        let face = face.ok_or_else(|| format!("no card is named “{typed}”"))?;
        if fits(&face, self.with.as_ref()) {
            Ok(face.name.clone())
        } else {
            Err(format!("{} is no card of the kind that is asked for", face.name))
        }
    }

    /// Whether those names are an answer.
    ///
    /// # Errors
    /// Why not.
    pub(crate) fn check(&self, names: &[Arc<str>]) -> Result<(), String> {
        if names.len() != self.count as usize {
            return Err(format!("choose {} card names, not {}", self.count, names.len()));
        }
        for (place, name) in names.iter().enumerate() {
            if names.get(..place).is_some_and(|before| before.contains(name)) {
                return Err(format!("{name} is chosen twice"));
            }
            if self.name(name)? != *name {
                return Err(format!("no card is named “{name}”"));
            }
        }
        Ok(())
    }
}

/// Whether a face has what is asked for: each half, flip, back and melded side and Adventure has its name and is asked for its own
/// (201.4b-f, 710.5, 712.19, 715.5).
fn fits(face: &Face, with: Option<&Filter>) -> bool {
    with.is_none_or(|f| face_fits(&Chars::printed(face), &f.test))
}

impl State {
    /// The card names that a player can choose (201.4).
    pub(crate) fn card_names(&self, player: PlayerId, with: Option<&Filter>, count: u32) -> NameDomain {
        let cards = self.reference.or_of_game(&self.cards);
        let mut known = self.names_known_to(player);
        known.retain(|name| cards.face_named(name).is_some_and(|face| face.name == *name && fits(&face, with)));
        while known.len() < count as usize {
            let other = cards.any_face(&|face| fits(face, with) && !known.contains(&face.name));
            let Some(face) = other else { break };
            known.push(face.name.clone());
        }
        known.sort();
        let count = count.min(known.len() as u32);
        NameDomain { count, with: with.cloned(), known, reference: Reference::new(cards) }
    }

    /// The names of the cards that a player owns and of those that the player sees.
    fn names_known_to(&self, player: PlayerId) -> Vec<Arc<str>> {
        let sight = Sight::new(self, Viewer::Player(player), None);
        let mut known: Vec<Arc<str>> = Vec::new();
        for (slot, object) in self.objects.iter().enumerate() {
            let own = match object.kind {
                ObjectKind::Card(card) if object.owner == player => self.cards.get(card as usize),
                ObjectKind::Vacant => continue,
                _ => None,
            };
            let id = ObjectId { slot: slot as u32, generation: object.generation };
            match own {
                Some(def) => known.extend(def.card.faces.iter().map(|face| face.name.clone())),
                None => known.extend(sight.known_chars(id).map(|chars| chars.name.clone())),
            }
        }
        known.sort();
        known.dedup();
        known
    }
}
