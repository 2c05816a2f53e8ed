//! The initiative (723): a designation with three triggered abilities that have no source (723.2).

use std::sync::Arc;

use lawmage_ir::{EventPattern, Filter, Instruction, Kind, Ref, Role, Step, Subtype, Test, Who, rule};

use crate::state::event::Event;
use crate::state::ids::{Entity, PlayerId};
use crate::state::occurrence::Occurrence;
use crate::table::game::Game;

/// "That player ventures into Undercity."
const fn into_undercity() -> Instruction {
    Instruction::Venture { who: Who::You, into: Some(Subtype::UNDERCITY) }
}

impl Game<'_> {
    /// A player takes the initiative (723.1); who had it has it no longer (723.3). Who has it already takes it again (723.5).
    pub(crate) fn take_initiative(&mut self, player: PlayerId, why: lawmage_ir::Rule) {
        self.state.initiative = Some(player);
        self.state.touch();
        self.record(Event::Initiative(player), why, None);
        // 723.2: "Whenever a player takes the initiative, that player ventures into Undercity."
        self.trigger_without_source(player, EventPattern::Or(Vec::new()), into_undercity(), None);
    }

    /// 723.2: "At the beginning of the upkeep of the player who has the initiative, that player ventures into Undercity."
    pub(crate) fn initiative_ventures(&mut self) {
        if let Some(active) = self.state.initiative.filter(|player| self.state.is_active(*player)) {
            let event = EventPattern::Begins { step: Step::Upkeep, whose: Who::You };
            self.trigger_without_source(active, event, into_undercity(), None);
        }
    }

    /// 723.2: "Whenever one or more creatures a player controls deal combat damage to the player who has the initiative, the
    /// controller of those creatures takes the initiative."
    pub(crate) fn initiative_is_struck(&mut self, start: usize) {
        let Some(holder) = self.state.initiative else { return };
        let mut by: Vec<(PlayerId, Occurrence)> = Vec::new();
        for occurrence in self.state.history.get(start..).unwrap_or_default() {
            let Event::Damage { source, to: Entity::Player(to), combat: true, .. } = occurrence.event else { continue };
            let Some(seen) = self.state.seen(source).filter(|s| to == holder && s.chars.is_creature()) else {
                continue;
            };
            if by.iter().all(|(player, _)| *player != seen.controller) {
                by.push((seen.controller, occurrence.clone()));
            }
        }
        for (_, occurrence) in by {
            let any = |kind| Filter::new(kind, Test::Any);
            let event = EventPattern::Damage { by: any(Kind::Permanent), to: any(Kind::Player), combat: Some(true) };
            let their_controller = Who::Controller(Box::new(Ref::Event(Role::Subject)));
            let takes = Instruction::TakeInitiative(their_controller);
            self.trigger_without_source(holder, event, takes, Some(Arc::new(occurrence)));
        }
    }

    /// 723.4: when its player leaves the game, the active player takes it, or the next in turn order.
    pub(crate) fn pass_the_initiative(&mut self, player: PlayerId) {
        if self.state.initiative != Some(player) {
            return;
        }
        self.state.initiative = None;
        let heir = self.state.apnap().next();
        if let Some(heir) = heir {
            self.take_initiative(heir, rule!("723.4"));
        }
    }
}
