//! What effects give the next spell of a kind that a player casts (611.2f): it has that from when it is put onto the stack, as
//! some of it matters for how the spell is paid for.

use std::sync::Arc;

use lawmage_ir::Continuous;
use smallvec::smallvec;

use crate::read::context::Context;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::{Effect, Expiry, State};

fn gives(effect: &Continuous) -> bool {
    matches!(effect, Continuous::Modify { .. })
}

impl State {
    /// Whether some effect waits for a spell to give something to.
    pub(super) fn gives_to_next_spell(&self) -> bool {
        self.effects.iter().any(|e| match &*e.what {
            Continuous::NextSpell { effects, .. } => effects.iter().any(gives),
            _ => false,
        })
    }

    /// Gives a spell that is being cast what waits for it.
    pub(super) fn grant_as_next_spell(&mut self, spell: ObjectId, player: PlayerId) {
        if !self.gives_to_next_spell() {
            return;
        }
        let waits = |effect: &&Effect| match &*effect.what {
            Continuous::NextSpell { by, what, .. } => {
                let context = Context::with(effect.source, effect.controller, &effect.frame);
                self.is_among(player, by, &context) && self.fits(spell.into(), what, &context)
            }
            _ => false,
        };
        let waiting: Vec<Effect> = self.effects.iter().filter(waits).cloned().collect();
        for effect in waiting {
            let Continuous::NextSpell { effects, .. } = &*effect.what else { continue };
            for what in effects.iter().filter(|e| gives(e)) {
                let context = Context::with(effect.source, effect.controller, &effect.frame);
                let (locked, frame) = (Some(smallvec![Entity::Object(spell)]), effect.frame.clone());
                self.push_effect(&context, Arc::new(what.clone()), locked, frame, Expiry::Cleanup, None, None);
            }
        }
        self.touch();
        self.refresh();
    }
}
