//! The Commander variant (903).

use lawmage_ir::{Cause, Destination, Zone, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::state::State;
use crate::state::event::{Entry, Event, Proposal};
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::object::ObjectKind;
use crate::table::decision::{Ask, Decision};
use crate::table::game::{Game, Res};

/// Combat damage by one commander that loses a player the game (104.3j, 903.10a).
const LETHAL: u32 = 21;

/// A card that is a commander (903.3), which begins in the command zone (408.3): it stays one in every zone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Commander {
    /// The card's place in the arena, which it keeps.
    pub slot: u32,
    /// Whose commander it is.
    pub owner: PlayerId,
    /// How often it has been cast from the command zone (903.8).
    pub casts: u32,
    /// It is being, or was last, cast from the command zone.
    pub from_command: bool,
    /// The combat damage it has dealt to players (903.10a).
    pub damage: SmallVec<[(PlayerId, u32); 3]>,
}

impl State {
    /// Designates a card as its owner's commander (903.3).
    pub fn make_commander(&mut self, id: ObjectId) {
        if let Some(object) = self.get(id) {
            let (slot, owner) = (id.slot, object.owner);
            self.commanders.push(Commander { slot, owner, casts: 0, from_command: false, damage: SmallVec::new() });
        }
    }

    /// Whether an object is a commander: the card itself, whatever it is now a copy of.
    #[must_use]
    pub fn is_commander(&self, id: ObjectId) -> bool {
        !self.commanders.is_empty()
            && self.commanders.iter().any(|c| c.slot == id.slot)
            && self.objects.get(id.index()).is_some_and(|o| matches!(o.kind, ObjectKind::Card(_)))
    }

    /// Whether a player may cast a card from where it is as their commander (903.8).
    pub(crate) fn is_castable_commander(&self, player: PlayerId, id: ObjectId) -> bool {
        self.is_commander(id) && self.get(id).is_some_and(|o| o.zone == Zone::Command && o.owner == player)
    }

    /// 903.8: {2} more for each time before.
    pub(crate) fn commander_tax(&self, spell: ObjectId) -> u32 {
        let Some(commander) = self.commanders.iter().find(|c| c.slot == spell.slot) else { return 0 };
        let there = match self.get(spell).map(|o| o.zone) {
            Some(Zone::Command) => true,
            Some(Zone::Stack) => commander.from_command,
            _ => false,
        };
        if there { commander.casts.saturating_mul(2) } else { 0 }
    }

    /// Notes from where a card is about to be cast (601.2a).
    pub(crate) fn note_casting(&mut self, card: ObjectId, from: Zone) {
        if let Some(commander) = self.commanders.iter_mut().find(|c| c.slot == card.slot) {
            commander.from_command = from == Zone::Command;
        }
    }

    /// Notes that it has become cast (601.2i).
    pub(crate) fn note_cast(&mut self, card: ObjectId, from: Zone) {
        if from == Zone::Command
            && let Some(commander) = self.commanders.iter_mut().find(|c| c.slot == card.slot)
        {
            commander.casts += 1;
        }
    }

    /// Notes combat damage that a commander dealt to a player.
    pub(crate) fn note_commander_damage(&mut self, source: ObjectId, player: PlayerId, amount: u32) {
        if !self.is_commander(source) {
            return;
        }
        let Some(commander) = self.commanders.iter_mut().find(|c| c.slot == source.slot) else { return };
        match commander.damage.iter_mut().find(|(p, _)| *p == player) {
            Some((_, dealt)) => *dealt = dealt.saturating_add(amount),
            None => commander.damage.push((player, amount)),
        }
    }

    /// Whether one commander has dealt a player 21 combat damage (704.6c).
    pub(crate) fn is_overrun(&self, player: PlayerId) -> bool {
        self.commanders.iter().any(|c| c.damage.iter().any(|(p, dealt)| *p == player && *dealt >= LETHAL))
    }
}

impl Game<'_> {
    /// 704.6d, 903.9a: commanders put into a graveyard or exile since the last check may go to the command zone.
    pub(crate) fn recall_commanders(&mut self, strays: &[ObjectId]) -> Res<Vec<Proposal>> {
        let mut moves = Vec::new();
        for id in strays {
            let Some(owner) = self.state.get(*id).map(|o| o.owner) else { continue };
            let ask = Decision::yes_no(owner, Ask::May, rule!("903.9a"), Some(*id));
            if self.yes(ask)? {
                moves.push(to_command(*id, owner, Box::default()));
            }
        }
        Ok(moves)
    }

    /// 903.9b: a commander that would be put into its owner's hand or library may be put into the command zone instead.
    pub(crate) fn commander_instead(&mut self, proposal: Proposal) -> Res<Proposal> {
        let Proposal::Move { object, to, .. } = &proposal else { return Ok(proposal) };
        if self.state.commanders.is_empty()
            || !matches!(to.zone(), Zone::Hand | Zone::Library)
            || !self.state.is_commander(*object)
        {
            return Ok(proposal);
        }
        let (object, owner) = (*object, self.state.get(*object).map_or(PlayerId(0), |o| o.owner));
        let ask = Decision::yes_no(owner, Ask::MayReplace, rule!("903.9b"), Some(object));
        Ok(if self.yes(ask)? { to_command(object, owner, Box::default()) } else { proposal })
    }
}

fn to_command(object: ObjectId, owner: PlayerId, entry: Box<Entry>) -> Proposal {
    Proposal::Move { object, to: Destination::Command, cause: Cause::Put, by: Some(owner), entry }
}

/// What an event tells of commanders that state-based actions look at (704.6d).
pub(crate) fn strayed(state: &State, event: &Event) -> Option<ObjectId> {
    let Event::Moved { now, to: Zone::Graveyard | Zone::Exile, .. } = event else { return None };
    let there = state.get(*now).is_some_and(|o| matches!(o.zone, Zone::Graveyard | Zone::Exile));
    (there && state.is_commander(*now)).then_some(*now)
}

/// Whether damage counts for 903.10a, and to whom.
pub(crate) const fn counted(to: Entity, combat: bool) -> Option<PlayerId> {
    match to {
        Entity::Player(player) if combat => Some(player),
        _ => None,
    }
}
