//! Copy effects of static abilities (707.2c).

use lawmage_ir::{Continuous, Modification, Ref};

use crate::read::context::Context;
use crate::state::State;
use crate::state::ids::{Entity, ObjectId};

impl State {
    /// 707.2c: what the copy effects of a permanent's static abilities give is determined as they begin to apply, and stays so.
    pub(crate) fn fix_copies(&mut self, id: ObjectId) {
        let mut begun: Vec<(u8, ObjectId)> = Vec::new();
        for (_, ability) in self.own_statics(id) {
            let mods = ability.effects.iter().filter_map(|effect| match effect {
                Continuous::Modify { mods, .. } => Some(mods),
                _ => None,
            });
            for modification in mods.flatten() {
                let Modification::CopyOf(of @ Ref::Linked(n), _) = modification else { continue };
                let context = Context::of(id, self.controller(id));
                if let Some(Entity::Object(of)) = self.denote(of, &context).first() {
                    begun.push((*n, *of));
                }
            }
        }
        for (linked, of) in begun {
            let values = self.copiable(of);
            let Some(object) = self.get_mut(id) else { continue };
            let memory = object.memory.get_or_insert_with(Box::default);
            if !memory.copied.iter().any(|(n, _)| *n == linked) {
                memory.copied.push((linked, values));
            }
        }
    }
}
