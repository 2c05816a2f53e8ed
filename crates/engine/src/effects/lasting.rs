//! Delayed (603.7) and reflexive (603.12) triggered abilities.

use std::sync::Arc;

use lawmage_ir::{EventPattern, Program, TriggeredAbility, Waits, ZoneSet};

use crate::read::context::Scope;
use crate::state::Expiry;
use crate::state::stack::{Frame, SlotValue};
use crate::state::waiting::{DelayedTrigger, Pending};
use crate::table::game::Game;

impl Game<'_> {
    /// Makes a delayed triggered ability; what its references denote now stays so (603.7c), X too (107.3n). It sees what
    /// happens from now on (603.7a); its source and controller are those of what makes it (603.7d-g).
    pub(super) fn delay(
        &mut self,
        ability: &Arc<TriggeredAbility>,
        waits: &Waits,
        scope: Scope,
        frame: &Frame,
    ) -> SlotValue {
        let expiry = match waits {
            Waits::For(duration) => match self.state.expiry(duration, &scope.context(frame)) {
                Some(expiry) => expiry,
                None => return SlotValue::default(),
            },
            Waits::NextTurn => Expiry::OfTurn(self.state.turn.number + 1),
            Waits::Once => Expiry::Never,
            // 116.2c
            Waits::UnlessPaid(who, cost) => Expiry::PaidBy(who.clone(), cost.clone()),
        };
        let id = self.state.next_effect;
        self.state.next_effect += 1;
        let frame = self.captured(frame);
        self.state.delayed.push(DelayedTrigger {
            id,
            source: scope.source,
            controller: scope.you,
            ability: ability.clone(),
            frame,
            expiry,
            once: waits.duration().is_none() || ability.per_turn == Some(1),
        });
        SlotValue::done(true)
    }

    /// Makes a reflexive triggered ability, which has triggered already (603.12a).
    pub(super) fn reflex(&mut self, program: &Arc<Program>, scope: Scope, frame: &Frame) -> SlotValue {
        let ability = TriggeredAbility {
            zones: ZoneSet::ANYWHERE,
            ..TriggeredAbility::new(EventPattern::Or(Vec::new()), (**program).clone())
        };
        let event = frame.event.clone();
        let frame = Some(self.captured(frame));
        self.state.pending.push(Pending {
            source: scope.source,
            controller: scope.you,
            key: None,
            ability: Arc::new(ability),
            event,
            frame,
        });
        SlotValue::done(true)
    }

    /// What an ability made now has in hand later (603.7c), and when it was made.
    fn captured(&self, frame: &Frame) -> Arc<Frame> {
        Arc::new(Frame { made: self.state.clock, ..frame.clone() })
    }
}
