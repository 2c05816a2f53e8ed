//! Abilities that work outside the battlefield (113.6): which objects may have them, so that games look nowhere else.

use std::hash::{Hash, Hasher};

use lawmage_ir::{Ability, Continuous, Modification, Zone, ZoneSet};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::state::State;
use crate::state::chars::AbilityMarks;
use crate::state::ids::ObjectId;
use crate::state::object::ObjectKind;

/// The objects whose abilities may work in libraries, hands, graveyards, exile or outside the game. It follows from the objects
/// and is no part of what the state is: a slot too many costs a look, nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Roaming {
    /// The slots of objects with static abilities that work there, on any face, in ascending order.
    statics: Vec<u32>,
    /// The zones in which printed triggered abilities of the game's objects work.
    pub(crate) triggers: ZoneSet,
}

impl Roaming {
    /// Takes note of triggered abilities that are given to objects, which may work elsewhere.
    pub(crate) fn note_given(&mut self, mods: &[Modification]) {
        for given in mods {
            let Modification::AddAbility(ability) = given else { continue };
            let means = match &**ability {
                Ability::Keyword(keyword) => &*keyword.means,
                one => std::slice::from_ref(one),
            };
            for part in means {
                if let Ability::Triggered(triggered) = part {
                    self.triggers = self.triggers.union(triggered.zones);
                }
            }
        }
    }

    /// Whether all it lists are among so many slots.
    pub(crate) fn is_within(&self, slots: usize) -> bool {
        self.statics.iter().all(|slot| (*slot as usize) < slots)
    }
}

impl Hash for Roaming {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// Objects in the order of their slots.
pub(crate) type Bearers = SmallVec<[ObjectId; 16]>;

impl State {
    /// Takes note of an object that has come into the arena. A card keeps its slot wherever it goes.
    pub(crate) fn note_roaming(&mut self, slot: u32) {
        let object = &self.objects[slot as usize];
        let faces = match object.kind {
            ObjectKind::Card(card) => self.cards.get(usize::from(card)).map_or(&[][..], |def| &def.faces),
            _ => std::slice::from_ref(&object.base),
        };
        let statics = faces.iter().any(|face| face.marks.elsewhere);
        let triggers = faces.iter().fold(ZoneSet::default(), |all, face| all.union(face.marks.trigger_zones));
        self.roaming.triggers = self.roaming.triggers.union(triggers);
        // 613.1f: and of those that its static abilities give to others.
        for ability in faces.iter().flat_map(|face| &face.abilities) {
            let Ability::Static(rule) = &*ability.ability else { continue };
            for effect in &rule.effects {
                if let Continuous::Modify { mods, .. } = effect {
                    self.roaming.note_given(mods);
                }
            }
        }
        if statics && let Err(place) = self.roaming.statics.binary_search(&slot) {
            self.roaming.statics.insert(place, slot);
        }
    }

    /// The objects that have abilities of the sort looked for, of those whose static abilities may have effects: those of the
    /// battlefield, the stack and the command zone, what roams, and what the layers have changed so far.
    pub(crate) fn bearers(&self, changed: &[u32], has: impl Fn(&AbilityMarks) -> bool) -> Bearers {
        let listed = self.battlefield.iter().chain(&self.stack).chain(&self.command).copied();
        let mut found: Bearers = listed.filter(|id| has(&self.chars(*id).marks)).collect();
        for slot in self.roaming.statics.iter().chain(changed) {
            let object = &self.objects[*slot as usize];
            let id = ObjectId { slot: *slot, generation: object.generation };
            let listed = matches!(object.zone, Zone::Battlefield | Zone::Stack | Zone::Command);
            if !listed && !matches!(object.kind, ObjectKind::Vacant) && has(&self.chars(id).marks) {
                found.push(id);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
