//! Changes of control (613.1b) and what follows from them.

use lawmage_ir::Zone;

use crate::state::State;
use crate::state::cache::ControlChange;
use crate::state::ids::{ObjectId, PlayerId};

impl State {
    /// Notes the permanents whose controller differs from that of the last time; `before` lists those that an effect had
    /// then changed.
    pub(super) fn compare_control(&mut self, before: &[(ObjectId, PlayerId)]) {
        if before.is_empty() && self.cache.controllers.is_empty() {
            return;
        }
        let mut objects: Vec<ObjectId> = before.iter().chain(&self.cache.controllers).map(|(id, _)| *id).collect();
        objects.sort_unstable();
        objects.dedup();
        for object in objects {
            let Some(now) = self.get(object).filter(|o| o.zone == Zone::Battlefield) else { continue };
            let from = before.iter().rev().find(|(id, _)| *id == object).map_or(now.controller, |(_, player)| *player);
            let to = self.controller(object);
            if from != to {
                self.cache.control_changes.push(ControlChange { object, from, to });
            }
        }
    }
}
