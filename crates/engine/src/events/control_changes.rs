//! What follows from changes of control (613.1b).

use lawmage_ir::rule;

use crate::state::cache::ControlChange;
use crate::state::event::Event;
use crate::table::game::Game;

impl Game<'_> {
    /// Draws the consequences of changes of control since the last time: the permanent leaves combat (506.4), it has been
    /// under its controller's control only since this turn (302.6), and the event is recorded.
    pub fn follow_control_changes(&mut self) {
        while !self.state.cache.control_changes.is_empty() {
            for ControlChange { object, from, to } in std::mem::take(&mut self.state.cache.control_changes) {
                let turn = self.state.turn.number;
                if let Some(permanent) = self.state.permanent_mut(object) {
                    permanent.controlled_since = turn;
                    permanent.designations.ring_bearer = false; // 701.52a
                }
                self.state.remove_from_combat(object);
                self.record(Event::ControlChanged { object, from, to }, rule!("613.1b"), None);
            }
        }
    }
}
