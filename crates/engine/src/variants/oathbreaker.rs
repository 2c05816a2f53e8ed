//! Oathbreaker. The Comprehensive Rules don't describe the format; it is played as Commander (903), with these changes: a player begins
//! at 20 life with a planeswalker, the oathbreaker, and an instant or sorcery, its signature spell, in the command zone. The
//! oathbreaker is a commander in all that rules and cards say of those, but that its combat damage loses nobody the game. The signature
//! spell is none: it may be cast from the command zone only while its owner's oathbreaker is on the battlefield under their control, for
//! {2} more for each time before, and goes back there from wherever it would go.

use lawmage_ir::Zone;

use crate::state::State;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::object::ObjectKind;

impl State {
    /// Makes the game one of Oathbreaker: the instants and sorceries among what begins in the command zone are signature spells.
    pub fn begin_oathbreaker(&mut self) {
        self.oathbreaker = true;
        for place in 0..self.commanders.len() {
            let ObjectKind::Card(card) = self.commanders[place].card else { continue };
            let def = self.cards.get(usize::from(card));
            self.commanders[place].signature = def.is_some_and(|def| def.card.is_instant_or_sorcery());
        }
    }

    /// Whether an object is a signature spell: the card, in whatever zone, and no copy of it.
    #[must_use]
    pub fn is_signature_spell(&self, id: ObjectId) -> bool {
        self.commanders.iter().any(|c| c.signature && c.slot == id.slot)
            && self.get(id).is_some_and(|o| matches!(o.kind, ObjectKind::Card(_)))
    }

    /// Whether an object began the game in the command zone as somebody's commander or signature spell.
    pub(crate) fn leads(&self, id: ObjectId) -> bool {
        self.is_commander(id) || self.is_signature_spell(id)
    }

    /// Whether a player's oathbreaker is on the battlefield under their control.
    pub(crate) fn has_oathbreaker(&self, player: PlayerId) -> bool {
        self.battlefield.iter().any(|id| {
            let own = self.get(*id).is_some_and(|o| o.owner == player);
            own && self.is_commander(*id) && self.controller(*id) == player
        })
    }

    /// Whether a card that would be put there goes to the command zone instead, asked of nobody: a signature spell, from wherever.
    pub(crate) fn returns_to_command(&self, id: ObjectId, to: Zone) -> bool {
        matches!(to, Zone::Hand | Zone::Library | Zone::Graveyard | Zone::Exile) && self.is_signature_spell(id)
    }
}
