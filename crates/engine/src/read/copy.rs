//! Copying objects (707).

use std::sync::Arc;

use lawmage_ir::{EventPattern, Filter, Keyword, KeywordSet, Kind, Layout, Modification, Ref, Role, SubtypeKind};

use crate::read::context::Context;
use crate::read::layers::Change;
use crate::read::linked;
use crate::state::State;
use crate::state::chars::{AbilityKey, Chars};
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId};
use crate::state::object::{Object, ObjectKind};
use crate::state::stack::StackKind;

impl State {
    /// The copiable values of an object (707.2): printed values, changed by copy effects and face-down status only. Of an
    /// object that is no longer there: as printed.
    #[must_use]
    pub fn copiable(&self, id: ObjectId) -> Arc<Chars> {
        let values = match self.get(id) {
            Some(object) => self.copied(id).unwrap_or(&object.base),
            None => self.last_known(id).map_or(&self.objects[id.index()].base, |past| &past.copiable),
        };
        // 707.8: of a double-faced one, those of the face that is up.
        match values.back {
            Some(_) => Arc::new(Chars { back: None, back_up: false, ..Chars::clone(values) }),
            None => values.clone(),
        }
    }

    /// The copiable values of an object for a copy of it that is an object of its own. Of a transforming double-faced
    /// permanent, card or spell both faces are copied, and the same one is up (707.8a, 707.10g).
    #[must_use]
    pub(crate) fn copied_whole(&self, id: ObjectId) -> Arc<Chars> {
        let front = self.copiable(id);
        // 608.2h: of one that is gone, as it last existed.
        let Some(object) = self.seen(id).map(|seen| seen.object) else { return front };
        let Some(back) = self.other_face(object) else { return front };
        // What applies to the permanent as a copy effect applies to both of its faces.
        let is_copy = match self.get(id) {
            Some(_) => self.copied(id).is_some(),
            None => *front != Chars { back: None, back_up: false, ..Chars::clone(&object.base) },
        };
        let back = if is_copy { front.clone() } else { back };
        Arc::new(Chars { back: Some(back), back_up: object.face == 1, ..Chars::clone(&front) })
    }

    /// What is on the other face of a transforming object, of whatever it is made.
    fn other_face(&self, object: &Object) -> Option<Arc<Chars>> {
        if object.face > 1 || object.permanent.as_ref().is_some_and(|p| p.face_down) {
            return None;
        }
        match object.kind {
            ObjectKind::Card(card) => {
                let def = self.cards.get(usize::from(card)).filter(|d| d.card.layout == Layout::Transform)?;
                def.faces.get(1 - usize::from(object.face)).cloned()
            }
            ObjectKind::Token | ObjectKind::Copy => object.base.back.clone(),
            _ => None,
        }
    }

    /// 400.7e: the card that an event's object became, where the ability that resolves speaks of a card that was put somewhere, and
    /// not of the permanent that it was.
    fn as_card_moved(&self, of: &Ref, context: &Context<'_>) -> Option<ObjectId> {
        let item = self.get(*self.stack.last()?)?.stack.as_deref()?;
        let StackKind::Triggered { ability, .. } = &item.kind else { return None };
        let EventPattern::Moves { what: Filter { kind: Kind::Card(_), .. }, .. } = &ability.event else { return None };
        match context.frame?.event.as_deref()?.event {
            Event::Moved { now, .. } if *of == Ref::Event(Role::Subject) => Some(now),
            _ => None,
        }
    }

    /// The copiable values that permanents get as they become a copy of something. 707.7: what their abilities have chosen or
    /// exiled before is none of the copied ones' doing, which are linked to each other alone.
    pub(crate) fn copy_to_become(
        &self,
        of: &Ref,
        exceptions: &[Modification],
        context: &Context<'_>,
        becoming: &[Entity],
    ) -> Option<Arc<Chars>> {
        let said = self.denote(of, context).first().and_then(|e| e.object())?;
        let mut copied = self.copiable(self.as_card_moved(of, context).unwrap_or(said));
        let memories = || becoming.iter().filter_map(|e| self.get(e.object()?)?.memory.as_deref());
        let used: Vec<u8> = memories()
            .flat_map(|m| m.members.iter().map(|(n, _)| *n).chain(m.chosen.iter().map(|(n, _)| *n)))
            .collect();
        if !used.is_empty()
            && let by = linked::free_besides(&used, copied.abilities.iter().map(|on| &*on.ability))
            && by > 0
        {
            let values = Arc::make_mut(&mut copied);
            for on in &mut values.abilities {
                linked::shift(Arc::make_mut(&mut on.ability), by);
            }
        }
        // 113.2c: nor are they the abilities that it activated before, or chose modes for.
        let keys: Vec<AbilityKey> = memories()
            .flat_map(|m| m.uses.iter().map(|used| used.key).chain(m.modes.iter().map(|(key, ..)| *key)))
            .collect();
        if copied.halves.is_none() && copied.abilities.iter().any(|on| keys.contains(&on.key)) {
            let indices =
                keys.iter().chain(copied.abilities.iter().map(|on| &on.key)).filter_map(|k| k.printed_index());
            let by = indices.max().map_or(0, |most| most + 1);
            for on in &mut Arc::make_mut(&mut copied).abilities {
                on.key = on.key.further(by);
            }
        }
        Some(self.with_exceptions(&copied, exceptions, context))
    }

    /// Copiable values with a copy effect's exceptions (707.9): they are copiable themselves (707.9b).
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
                Modification::SetColors(_) | Modification::SetChosenColor(_) | Modification::KeepColors => {
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
        copy.inset = copy.inset.as_ref().map(|inset| self.with_exceptions(inset, mods, context));
        copy.back = copy.back.as_ref().map(|back| self.with_exceptions(back, mods, context));
        copy.apply_own_words();
        Arc::new(copy)
    }
}
