//! Changes of control (613.1b) and what follows from them.

use lawmage_ir::{Zone, rule};
use serde::{Deserialize, Serialize};

use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{ObjectId, PlayerId};
use crate::table::game::Game;

/// A permanent whose controller has become another player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ControlChange {
    /// Which.
    pub object: ObjectId,
    /// From.
    pub from: PlayerId,
    /// To.
    pub to: PlayerId,
}

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

impl Game<'_> {
    /// Draws the consequences of changes of control since the last time: the permanent leaves combat (506.4), it has been
    /// under its controller's control only since this turn (302.6), and the event is recorded.
    pub fn settle_control(&mut self) {
        while !self.state.cache.control_changes.is_empty() {
            for ControlChange { object, from, to } in std::mem::take(&mut self.state.cache.control_changes) {
                let turn = self.state.turn.number;
                if let Some(permanent) = self.state.permanent_mut(object) {
                    permanent.controlled_since = turn;
                }
                self.state.remove_from_combat(object);
                self.record(Event::ControlChanged { object, from, to }, rule!("613.1b"), None);
            }
        }
    }
}
