//! Delayed (603.7) and reflexive (603.12) triggered abilities.

use std::sync::Arc;

use lawmage_ir::{Duration, EventPattern, Program, TriggeredAbility, Who, ZoneSet};

use super::Scope;
use crate::context::Context;
use crate::event::DelayedTrigger;
use crate::game::Game;
use crate::ids::{Entity, PlayerId};
use crate::object::{Frame, SlotValue};
use crate::state::{Expiry, State};
use crate::triggers::Pending;

impl Game<'_> {
    /// Makes a delayed triggered ability; what its references denote now stays so (603.7c).
    pub(super) fn delay(
        &mut self,
        ability: &Arc<TriggeredAbility>,
        duration: Option<&Duration>,
        scope: Scope,
        frame: &Frame,
    ) -> SlotValue {
        let expiry = match duration {
            Some(duration) => match self.state.expiry(duration, &scope.context(frame)) {
                Some(expiry) => expiry,
                None => return SlotValue::default(),
            },
            None => Expiry::Never,
        };
        self.state.next_effect += 1;
        self.state.delayed.push(DelayedTrigger {
            id: self.state.next_effect,
            source: scope.source,
            controller: scope.you,
            ability: ability.clone(),
            frame: Arc::new(frame.clone()),
            expiry,
            once: duration.is_none(),
        });
        SlotValue::done(true)
    }

    /// Makes a reflexive triggered ability, which has triggered already (603.12a).
    pub(super) fn reflex(&mut self, program: &Arc<Program>, scope: Scope, frame: &Frame) -> SlotValue {
        let ability = TriggeredAbility {
            event: EventPattern::Or(Vec::new()),
            condition: None,
            program: (**program).clone(),
            zones: ZoneSet::ANYWHERE,
            per_turn: None,
            mana: false,
        };
        self.state.pending.push(Pending {
            source: scope.source,
            controller: scope.you,
            key: None,
            ability: Arc::new(ability),
            event: frame.event.clone(),
            frame: Some(Arc::new(frame.clone())),
        });
        SlotValue::done(true)
    }
}

impl State {
    /// When something with that duration ends (611.2a-b); `None` when it would never begin.
    fn expiry(&self, duration: &Duration, context: &Context<'_>) -> Option<Expiry> {
        let player = |who: &Who| -> PlayerId { self.who(who, context).first().copied().unwrap_or(context.you) };
        Some(match duration {
            Duration::EndOfTurn => Expiry::Cleanup,
            Duration::EndOfCombat => Expiry::CombatEnd,
            Duration::UntilNextTurn(who) => Expiry::TurnOf(player(who)),
            Duration::EndOfNextTurn(who) => Expiry::EndOfTurnOf(player(who), self.turn.number),
            Duration::NextUntapStep(who) => Expiry::UntapStepOf(player(who), self.turn.number),
            Duration::While(condition) => {
                if !self.holds(condition, context) {
                    return None; // 611.2b
                }
                Expiry::While(condition.clone())
            }
            Duration::UntilLeaves(object) => {
                let object = self.denote(object, context).into_iter().find_map(Entity::object)?;
                self.permanent(object)?;
                Expiry::Leaves(object)
            }
            Duration::Forever => Expiry::Never,
        })
    }
}
