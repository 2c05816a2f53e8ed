//! The monarch (722): a designation with two triggered abilities that have no source (722.2).

use std::sync::Arc;

use lawmage_ir::{
    Amount, EventPattern, Filter, Instruction, KeywordDeed, Kind, Program, Ref, Role, Step, Test, TriggeredAbility,
    Who, ZoneSet, rule,
};

use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::object::ObjectKind;
use crate::state::occurrence::Occurrence;
use crate::state::stack::Frame;
use crate::state::waiting::Pending;
use crate::table::game::{Game, Res};

impl State {
    /// Some object of a player's, to stand for what has no source.
    pub(crate) fn any_object_of(&self, player: PlayerId) -> Option<ObjectId> {
        let mut all = (0_u32..).zip(&self.objects);
        let found = all.find(|(_, o)| o.owner == player && o.kind != ObjectKind::Vacant)?;
        Some(ObjectId { slot: found.0, generation: found.1.generation })
    }
}

impl Game<'_> {
    /// Makes a player the monarch; the last one is it no longer (722.3).
    ///
    /// # Errors
    /// The table's halt.
    pub(crate) fn crown(&mut self, player: PlayerId) -> Res<()> {
        if self.state.monarch == Some(player) {
            return Ok(());
        }
        self.state.monarch = Some(player);
        self.state.touch();
        self.record(Event::Acted(player, KeywordDeed::BecomesMonarch, None, None), rule!("722.1"), None);
        self.on_crowned(player)
    }

    /// 722.2: "At the beginning of the monarch's end step, that player draws a card."
    pub(crate) fn monarch_draws(&mut self) {
        if let Some(active) = self.state.monarch.filter(|m| self.state.is_active(*m)) {
            let event = EventPattern::Begins { step: Step::End, whose: Who::You };
            self.trigger_without_source(active, event, Instruction::Draw { who: Who::You, count: Amount::ONE }, None);
        }
    }

    /// 722.2: "Whenever a creature deals combat damage to the monarch, its controller becomes the monarch."
    pub(crate) fn monarch_is_struck(&mut self, start: usize) {
        let Some(monarch) = self.state.monarch else { return };
        let struck: Vec<Occurrence> = self
            .state
            .history
            .get(start..)
            .unwrap_or_default()
            .iter()
            .filter(|o| match o.event {
                Event::Damage { source, to: Entity::Player(to), combat: true, .. } => {
                    to == monarch && self.state.seen(source).is_some_and(|s| s.chars.is_creature())
                }
                _ => false,
            })
            .cloned()
            .collect();
        for occurrence in struck {
            let event = EventPattern::Damage {
                by: Filter::new(Kind::Permanent, Test::Any),
                to: Filter::new(Kind::Player, Test::Any),
                combat: Some(true),
            };
            let its_controller = Who::Controller(Box::new(Ref::Event(Role::Subject)));
            let crowned = Instruction::BecomeMonarch(its_controller);
            self.trigger_without_source(monarch, event, crowned, Some(Arc::new(occurrence)));
        }
    }

    /// An ability of the rules themselves has triggered, which has no source; it borrows one of the player's objects.
    pub(crate) fn trigger_without_source(
        &mut self,
        player: PlayerId,
        event: EventPattern,
        does: Instruction,
        occurrence: Option<Arc<Occurrence>>,
    ) {
        let Some(source) = self.state.any_object_of(player) else { return };
        let ability = TriggeredAbility {
            zones: ZoneSet::ANYWHERE,
            ..TriggeredAbility::new(event, Program::plain(Vec::new(), vec![does.into()]))
        };
        self.state.pending.push(Pending {
            source,
            controller: player,
            key: None,
            ability: Arc::new(ability),
            event: occurrence,
            frame: Some(Arc::new(Frame::default())),
        });
    }
}
