//! An event, as it is told to one viewer.

use lawmage_engine::table::narrate::told;
use lawmage_engine::{Event, ObjectId, Occurrence, PlayerId, Sight, State};
use lawmage_ir::Zone;
use lawmage_protocol::{self as protocol, EventKind};

use crate::watch::Watch;

impl Watch {
    /// What the viewer is told of an event that has just happened; nothing of what isn't told.
    pub(crate) fn told(&mut self, state: &State, occurrence: &Occurrence) -> Option<protocol::Event> {
        let text = told(state, occurrence, self.viewer())?;
        let sight = Sight::new(state, self.viewer(), None);
        let kind = self.kind(state, &sight, &occurrence.event);
        Some(protocol::Event { text, rule: occurrence.rule.to_string(), kind })
    }

    fn kind(&mut self, state: &State, sight: &Sight<'_>, event: &Event) -> EventKind {
        match event {
            Event::Moved { object, now, from, to, .. } => self.moved(state, sight, (*object, *now), *from, *to),
            Event::Damage { source, to, amount, combat } => EventKind::Damage {
                source: self.seen(sight, *source).or_else(|| self.known(*source)),
                to: self.entity(sight, *to),
                amount: *amount,
                combat: *combat,
            },
            Event::LifeGained { player, amount } => {
                EventKind::Life { player: player.0, change: *amount as i32, now: sight.life(*player) }
            }
            Event::LifeLost { player, amount } => {
                EventKind::Life { player: player.0, change: -(*amount as i32), now: sight.life(*player) }
            }
            Event::CountersPut { on, kind, amount, .. } => {
                EventKind::Counters { on: self.entity(sight, *on), kind: kind.to_string(), change: *amount as i32 }
            }
            Event::CountersRemoved { from, kind, amount, .. } => {
                EventKind::Counters { on: self.entity(sight, *from), kind: kind.to_string(), change: -(*amount as i32) }
            }
            Event::Tapped(id, _) => EventKind::Tapped { object: self.seen(sight, *id), tapped: true },
            Event::Untapped(id, _) => EventKind::Tapped { object: self.seen(sight, *id), tapped: false },
            Event::Cast { spell, by } => EventKind::Stacked { object: self.seen(sight, *spell), by: by.0 },
            Event::Activated { by, item: Some(item), .. } => {
                EventKind::Stacked { object: self.seen(sight, *item), by: by.0 }
            }
            Event::Triggered { ability, by, .. } => EventKind::Stacked { object: self.seen(sight, *ability), by: by.0 },
            Event::Attacked { attacker, defender, .. } => {
                EventKind::Attacks { attacker: self.seen(sight, *attacker), defender: self.entity(sight, *defender) }
            }
            Event::Blocked { blocker, attacker, .. } => {
                EventKind::Blocks { blocker: self.seen(sight, *blocker), attacker: self.seen(sight, *attacker) }
            }
            Event::TurnBegan { player, number } => EventKind::Turn { player: player.0, number: *number },
            Event::Shuffled(player) => EventKind::Shuffled { player: player.0 },
            _ => EventKind::Other,
        }
    }

    /// A change of zones: the viewer knows which object it was if they had a handle for it, and which it is if they see it.
    fn moved(
        &mut self,
        state: &State,
        sight: &Sight<'_>,
        (object, now): (ObjectId, ObjectId),
        from: Zone,
        to: Zone,
    ) -> EventKind {
        let owner = state.objects().get(now.index()).map_or(PlayerId(0), |object| object.owner);
        EventKind::Moved {
            // Which card left another's hand is not to be told from one of the same name that was seen there.
            was: self.known(object).filter(|_| from.is_public() || sight.is_me(owner)),
            now: self.seen(sight, now),
            from: from.word().to_owned(),
            to: to.word().to_owned(),
            owner: owner.0,
        }
    }
}
