//! Copying objects (707).

use std::sync::Arc;

use lawmage_ir::{Keyword, KeywordSet, Layout, Modification, SubtypeKind};

use crate::read::context::Context;
use crate::read::layers::Change;
use crate::state::State;
use crate::state::chars::{AbilityKey, Chars};
use crate::state::ids::ObjectId;
use crate::state::object::ObjectKind;

impl State {
    /// The copiable values of an object (707.2): printed values, changed by copy effects and face-down status only. Of an
    /// object that is no longer there: as printed.
    #[must_use]
    pub fn copiable(&self, id: ObjectId) -> Arc<Chars> {
        match self.get(id) {
            Some(object) => self.copied(id).unwrap_or(&object.base).clone(),
            None => self.last_known(id).map_or(&self.objects[id.index()].base, |past| &past.copiable).clone(),
        }
    }

    /// The copiable values of an object for a copy of it that is an object of its own. Of a transforming double-faced
    /// permanent or card both faces are copied (707.8a), the one that is up being the front of the two.
    #[must_use]
    pub(crate) fn copied_whole(&self, id: ObjectId) -> Arc<Chars> {
        let front = self.copiable(id);
        // 608.2h: of one that is gone, as it last existed.
        let Some(object) = self.seen(id).map(|seen| seen.object) else { return front };
        let ObjectKind::Card(card) = object.kind else { return front };
        let Some(def) = self.cards.get(usize::from(card)).filter(|d| d.card.layout == Layout::Transform) else {
            return front;
        };
        // What is a copy of something else has no other face of it.
        let is_copy = match self.get(id) {
            Some(_) => self.copied(id).is_some(),
            None => front != object.base,
        };
        if is_copy || object.face > 1 {
            return front;
        }
        let back = def.faces.get(1 - usize::from(object.face)).cloned();
        Arc::new(Chars { back, ..Chars::clone(&front) })
    }

    /// Copiable values with a copy effect's exceptions (707.9): they are copiable themselves.
    #[must_use]
    pub fn with_exceptions(&self, chars: &Arc<Chars>, mods: &[Modification], context: &Context<'_>) -> Arc<Chars> {
        if mods.is_empty() {
            return chars.clone();
        }
        let mut copy = Chars::clone(chars);
        for modification in mods {
            // 707.9d: what defines a characteristic is not copied where the exception sets that characteristic.
            match modification {
                Modification::SetPowerToughness(..) => {
                    copy.lose_defining(|m| matches!(m, Modification::SetPowerToughness(..)));
                }
                Modification::SetColors(_) | Modification::SetChosenColor(_) => {
                    copy.lose_keyword(Keyword::Devoid);
                    copy.lose_defining(|m| matches!(m, Modification::SetColors(_)));
                }
                Modification::SetTypes(line) => {
                    if line.subtypes.listed.iter().any(|s| s.kind() == SubtypeKind::Creature) {
                        copy.lose_keyword(Keyword::Changeling);
                    }
                    copy.lose_defining(|m| matches!(m, Modification::AllCreatureTypes | Modification::SetTypes(_)));
                }
                _ => {}
            }
            // Abilities added are numbered after those there, as though printed (707.9a).
            let index = copy.abilities.iter().filter_map(|a| a.key.printed_index()).max().map_or(0, |n| n + 1);
            if let Some(change) = self.change_in(context, modification) {
                let add_power = matches!(change, Change::Add(..));
                copy.change(&change, KeywordSet::default(), |part| AbilityKey::printed(index, part));
                if add_power {
                    (copy.base_power, copy.base_toughness) = (copy.power, copy.toughness);
                }
            }
        }
        // The other faces and alternative characteristics are copied with the same exceptions (707.8a, 710.1b).
        copy.flip = copy.flip.as_ref().map(|flip| self.with_exceptions(flip, mods, context));
        copy.back = copy.back.as_ref().map(|back| self.with_exceptions(back, mods, context));
        copy.apply_own_words();
        Arc::new(copy)
    }
}
