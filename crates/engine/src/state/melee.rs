//! Several turns at once (807.4, 807.5): each turn marker has a turn and a stack of its own.
//!
//! The state shows one of the turns at a time: what is of the others lies aside, and changes places with it as the game goes from one
//! marker to the next after each tick. A game without turn markers has none of this.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::state::combat::Combat;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::occurrence::{Look, Occurrence};
use crate::state::turn::{ExtraTurn, Turn};
use crate::state::waiting::Pending;
use crate::state::{Expiry, State};

/// The turn markers of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Melee {
    /// They, in the order of their numbers; none before the first turn.
    pub(crate) markers: Vec<Marker>,
    /// Which of them the state shows.
    pub(crate) here: usize,
    /// How many turns have begun.
    pub(crate) turns: u32,
    /// Extra turns that are taken immediately before the next turn of their player (807.4i-j).
    pub(crate) extra: Vec<ExtraTurn>,
    /// Of the players who are leaving, those by whose leaving a marker was designated for removal.
    pub(crate) reduced_by: SmallVec<[PlayerId; 2]>,
}

/// A turn marker (807.4).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Marker {
    /// Its number (807.4b), counted from 1.
    pub number: u8,
    /// Who has it.
    pub holder: PlayerId,
    /// Whether that player is taking a turn; otherwise they wait to begin it.
    pub taking: bool,
    /// They take their own next turn after this one, which is an extra turn immediately before it (807.4i-j).
    pub(crate) owes: bool,
    /// How often it has been designated for removal (807.4e).
    pub removals: u32,
    /// What was made while the state showed this turn: effects and delayed abilities, from a number to another.
    pub(crate) made: Vec<(u32, u32)>,
    /// Since which number, if the state shows it now.
    pub(crate) since: u32,
    /// Events before this one were caused by no object on its stack (807.5b).
    pub(crate) free_before: u32,
    /// What is of its turn, while the state shows another.
    pub(crate) aside: Option<Box<Aside>>,
}

/// What is of one turn among several.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Aside {
    pub turn: Turn,
    pub stack: Vec<ObjectId>,
    pub combat: Option<Box<Combat>>,
    pub pending: Vec<Pending>,
    pub history: Vec<Occurrence>,
    pub last_turn: Vec<Occurrence>,
    pub looks: Vec<Look>,
    /// The planar controller, in a Planechase game (901.14a).
    pub planar: PlayerId,
}

impl Aside {
    /// Of a turn that has not begun, of that player.
    pub(crate) fn before(turn: Turn, of: PlayerId) -> Self {
        let (stack, pending, history, last_turn, looks) = Default::default();
        Self { turn, stack, combat: None, pending, history, last_turn, looks, planar: of }
    }
}

impl State {
    /// The turn markers, in a game that has some (807.4).
    pub(crate) fn melee(&self) -> Option<&Melee> {
        self.options.as_deref()?.melee.as_deref()
    }

    pub(crate) fn melee_mut(&mut self) -> Option<&mut Melee> {
        self.options.as_deref_mut()?.melee.as_deref_mut()
    }

    /// The turn markers in the order of their numbers; none in games without, and before the first turn.
    #[must_use]
    pub fn markers(&self) -> &[Marker] {
        self.melee().map_or(&[], |melee| &melee.markers)
    }

    /// What lies aside of other turns.
    pub(crate) fn asides(&self) -> impl Iterator<Item = &Aside> {
        self.markers().iter().filter_map(|marker| marker.aside.as_deref())
    }

    pub(crate) fn asides_mut(&mut self) -> impl Iterator<Item = &mut Aside> {
        let markers = self.melee_mut().into_iter().flat_map(|melee| &mut melee.markers);
        markers.filter_map(|marker| marker.aside.as_deref_mut())
    }

    /// The combats at hand, of all turns that are taken at once.
    pub(crate) fn combats_mut(&mut self) -> impl Iterator<Item = &mut Combat> {
        let melee = self.options.as_deref_mut().and_then(|options| options.melee.as_deref_mut());
        let asides = melee.into_iter().flat_map(|melee| &mut melee.markers).filter_map(|m| m.aside.as_deref_mut());
        self.combat.as_deref_mut().into_iter().chain(asides.filter_map(|aside| aside.combat.as_deref_mut()))
    }

    /// What is on the stacks, that which the state shows first.
    pub(crate) fn on_stacks(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.stack.iter().copied().chain(self.on_other_stacks())
    }

    /// What is on the stacks that the state doesn't show.
    pub(crate) fn on_other_stacks(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.asides().flat_map(|aside| aside.stack.iter().copied())
    }

    /// The turn of that number, if it goes on: of several turns that are taken at once any of them.
    #[must_use]
    pub fn turn_numbered(&self, number: u32) -> Option<&Turn> {
        std::iter::once(&self.turn).chain(self.asides().map(|aside| &aside.turn)).find(|turn| turn.number == number)
    }

    /// The number of the last turn that has begun.
    #[must_use]
    pub fn turns_begun(&self) -> u32 {
        self.melee().map_or(self.turn.number, |melee| melee.turns)
    }

    /// Shows the turn of another marker, by its place among them.
    pub(crate) fn show_turn(&mut self, place: usize) {
        let next_effect = self.next_effect;
        let Some(melee) = self.options.as_deref_mut().and_then(|o| o.melee.as_deref_mut()) else { return };
        let before = melee.here;
        let Some(mut aside) = melee.markers.get_mut(place).and_then(|marker| marker.aside.take()) else { return };
        melee.here = place;
        if let Some(marker) = melee.markers.get_mut(place) {
            marker.since = next_effect;
        }
        std::mem::swap(&mut self.turn, &mut aside.turn);
        std::mem::swap(&mut self.stack, &mut aside.stack);
        std::mem::swap(&mut self.combat, &mut aside.combat);
        std::mem::swap(&mut self.pending, &mut aside.pending);
        std::mem::swap(&mut self.history, &mut aside.history);
        std::mem::swap(&mut self.last_turn, &mut aside.last_turn);
        std::mem::swap(&mut self.looks, &mut aside.looks);
        if let Some(planar) = self.casual.as_deref_mut().and_then(|casual| casual.planar.as_mut()) {
            std::mem::swap(&mut planar.controller, &mut aside.planar);
        }
        if let Some(marker) = melee.markers.get_mut(before).filter(|_| before != place) {
            if marker.since < next_effect {
                marker.made.push((marker.since, next_effect));
            }
            marker.aside = Some(aside);
        }
        self.touch();
        self.refresh();
    }

    /// What was made in the turns of other markers: from a number to another.
    pub(crate) fn made_in_other_turns(&self) -> SmallVec<[(u32, u32); 2]> {
        let Some(melee) = self.melee() else { return SmallVec::new() };
        let others = melee.markers.iter().enumerate().filter(|(place, _)| *place != melee.here);
        others.flat_map(|(_, marker)| marker.made.iter().copied()).collect()
    }
}

impl Expiry {
    /// Whether it speaks of the turn, or the combat phase, in which it was made.
    pub(crate) const fn is_of_this_turn(&self) -> bool {
        matches!(self, Self::Cleanup | Self::CombatEnd)
    }
}
