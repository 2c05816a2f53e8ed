//! Grand Melee (807): several players take turns at the same time, each with a turn marker and a stack of its own.

use lawmage_ir::rule;
use smallvec::SmallVec;

use crate::state::State;
use crate::state::ids::PlayerId;
use crate::state::melee::{Aside, Marker, Melee};
use crate::state::turn::{ExtraTurn, Turn};
use crate::state::variants::AttackOption;
use crate::state::waiting::Pending;
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

/// A turn marker is too close within so many seats (807.4d, 807.4i).
const NEAR: usize = 3;
/// More extra turns than any game has.
const MOST_EXTRA_TURNS: i32 = 1_000_000;

impl State {
    /// Grand Melee: a range of influence of 1 (807.2a), attacks to the left (807.2b) and not at several players (807.2c), turn
    /// markers (807.4).
    pub fn begin_grand_melee(&mut self) {
        let players = self.players.len();
        let options = self.options_mut();
        options.attack = AttackOption::Left;
        options.range = vec![Some(1); players];
        options.melee = Some(Box::<Melee>::default());
    }

    /// The game has turn markers.
    pub(crate) fn has_markers(&self) -> bool {
        self.melee().is_some()
    }

    /// The players in the game: one turn marker for each full four (807.4a). A game of fewer goes on with one.
    fn markers_due(&self) -> usize {
        (self.apnap().count() / 4).max(1)
    }

    /// 807.4b: the starting player gets the first marker, each fourth player to the left another.
    pub(crate) fn hand_out_markers(&mut self) {
        if self.melee().is_none_or(|melee| !melee.markers.is_empty()) {
            return;
        }
        let holders: Vec<PlayerId> = self.first_holders();
        let turn = self.turn.clone();
        let Some(melee) = self.melee_mut() else { return };
        for (number, holder) in (1..).zip(holders) {
            // What tells extra turns apart does so through all markers' turns.
            let turn = Turn { extra_made: i32::from(number) * MOST_EXTRA_TURNS, ..turn.clone() };
            let aside = (number > 1).then(|| Box::new(Aside::before(turn, holder)));
            let (made, since, free_before) = Default::default();
            let marker =
                Marker { number, holder, taking: false, owes: false, removals: 0, made, since, free_before, aside };
            melee.markers.push(marker);
        }
        melee.here = 0;
    }

    /// Who will get turn markers (807.4b).
    #[must_use]
    pub fn first_holders(&self) -> Vec<PlayerId> {
        let count = if self.has_markers() { self.markers_due() } else { 1 };
        self.from_seat(self.turn.first).step_by(4).take(count).collect()
    }

    /// The seats to the left of one, or to the right, that one left out.
    fn seats_from(&self, seat: PlayerId, left: bool) -> impl Iterator<Item = PlayerId> + '_ {
        let count = self.players.len() as u8;
        let step = move |i: u8| if left { (seat.0 + i) % count } else { (seat.0 + count - i) % count };
        (1..count).map(move |i| PlayerId(step(i)))
    }

    /// Whether another turn marker is within three seats on that side of a player.
    fn is_marker_near(&self, of: PlayerId, left: bool) -> bool {
        let holds = |seat: PlayerId| self.markers().iter().any(|marker| marker.holder == seat);
        let mut counted = 0;
        for seat in self.seats_from(of, left) {
            counted += usize::from(self.player(seat).is_playing());
            if counted > NEAR {
                return false;
            }
            if holds(seat) {
                return true;
            }
        }
        false
    }

    /// Whether the player with a marker, by its place, could begin their turn, or goes on with it (807.4d).
    fn goes_on(&self, place: usize) -> bool {
        let Some(marker) = self.markers().get(place) else { return false };
        if marker.taking {
            return true;
        }
        let before = |(other, m): (usize, &Marker)| m.holder == marker.holder && (m.taking || other < place);
        if self.markers().iter().enumerate().filter(|(other, _)| *other != place).any(before) {
            return false;
        }
        !self.is_marker_near(marker.holder, true)
    }

    /// After a tick: the turn of the next marker is shown, of those that aren't waiting.
    pub(crate) fn go_to_next_marker(&mut self) {
        let Some(melee) = self.melee() else { return };
        let (here, count) = (melee.here, melee.markers.len());
        let next = (1..count).map(|i| (here + i) % count).find(|place| self.goes_on(*place));
        if let Some(next) = next {
            self.show_turn(next);
        }
    }

    /// Whether that player gets priority for the stack at hand: the turn marker is within their range of influence, or an object on
    /// the stack is controlled by a player who is (807.5a).
    pub(crate) fn gets_priority(&self, player: PlayerId) -> bool {
        !self.has_markers()
            || self.reaches(player, self.turn.active)
            || self.stack.iter().any(|id| self.reaches(player, self.controller(*id)))
    }

    /// The players who get priority one after another, from the active player (117.3d), for the stack at hand.
    pub fn priority_order(&self) -> impl Iterator<Item = PlayerId> + '_ {
        self.apnap().filter(|player| self.gets_priority(*player))
    }

    /// Whether what begins or ends with the turn at hand is so of a player: of several turns, the one within whose player's range
    /// of influence they are.
    pub(crate) fn is_in_turn(&self, player: PlayerId) -> bool {
        !self.has_markers() || self.reaches(self.turn.active, player)
    }

    /// The players who are taking turns at this time (807.4).
    pub(crate) fn is_taking_turn(&self, player: PlayerId) -> bool {
        self.is_active(player) || self.markers().iter().any(|marker| marker.taking && marker.holder == player)
    }

    /// The number of a turn that begins.
    pub(crate) fn next_turn_number(&mut self) -> u32 {
        let number = self.turn.number + 1;
        let next_effect = self.next_effect;
        let Some(melee) = self.melee_mut() else { return number };
        melee.turns = melee.turns.saturating_add(1);
        let (number, here) = (melee.turns, melee.here);
        if let Some(marker) = melee.markers.get_mut(here) {
            marker.made.clear();
            marker.since = next_effect;
        }
        number
    }

    /// The turn-based actions of the step at hand are done: what has triggered until now no object on this stack has caused.
    pub(crate) fn note_free_triggers(&mut self) {
        let next = self.next_batch;
        let Some(melee) = self.melee_mut() else { return };
        let here = melee.here;
        if let Some(marker) = melee.markers.get_mut(here) {
            marker.free_before = next;
        }
    }

    /// The markers, by their places, for whose stacks a player gets priority.
    pub(crate) fn stacks_for(&mut self, player: PlayerId) -> SmallVec<[usize; 2]> {
        let Some(melee) = self.melee() else { return SmallVec::new() };
        let (here, count) = (melee.here, melee.markers.len());
        let taken = |state: &Self, place: usize| state.markers().get(place).is_some_and(|marker| marker.taking);
        let mut found = SmallVec::new();
        for place in 0..count {
            if taken(self, place) {
                self.show_turn(place);
                if self.gets_priority(player) {
                    found.push(place);
                }
            }
        }
        self.show_turn(here);
        found
    }

    /// Before players leave: which markers are designated for removal, as there are fewer full fours of players (807.4e-f).
    pub(crate) fn designate_markers(&mut self, leaving: &[PlayerId]) {
        if self.markers().is_empty() || leaving.is_empty() {
            return;
        }
        let due = self.markers_due();
        // 807.4f: those already designated are disregarded.
        let designated: usize = self.markers().iter().map(|marker| marker.removals as usize).sum();
        let over = (self.markers().len().saturating_sub(designated)).saturating_sub(due);
        if let Some(melee) = self.melee_mut() {
            melee.reduced_by.clear();
        }
        for _ in 0..over {
            // The one immediately to the right of who leaves; of several, the one with the lowest number.
            let right = |player: &PlayerId| {
                let holder = |seat: PlayerId| self.markers().iter().find(|marker| marker.holder == seat);
                self.seats_from(*player, false).find_map(holder).map(|marker| (marker.number, *player))
            };
            let Some((number, by)) = leaving.iter().filter_map(right).min() else { return };
            let Some(melee) = self.melee_mut() else { return };
            melee.reduced_by.push(by);
            if let Some(marker) = melee.markers.iter_mut().find(|marker| marker.number == number) {
                marker.removals += 1;
            }
        }
    }

    /// Markers of players who have left before their turn began go to the left at once (807.4c); those of players who aren't taking a turn
    /// that are to be removed are (807.4g).
    pub(crate) fn settle_markers(&mut self) {
        let next =
            |state: &Self, seat: PlayerId| state.seats_from(seat, true).find(|other| state.player(*other).is_playing());
        for place in 0..self.markers().len() {
            let Some(marker) = self.markers().get(place) else { continue };
            let (holder, waits) = (marker.holder, !marker.taking);
            if waits
                && !self.player(holder).is_playing()
                && let Some(left) = next(self, holder)
                && let Some(marker) = self.melee_mut().and_then(|melee| melee.markers.get_mut(place))
            {
                marker.holder = left;
            }
        }
        while let Some(place) = self.markers().iter().position(|m| !m.taking && m.removals > 0) {
            if !self.remove_marker(place) {
                return;
            }
        }
    }

    /// 807.4g: takes a marker away; where it was designated several times, the one to its right becomes designated instead, once less.
    /// The last one stays. Tells whether it is gone.
    fn remove_marker(&mut self, place: usize) -> bool {
        let Some(marker) = self.markers().get(place).cloned() else { return false };
        if self.markers().len() < 2 {
            if let Some(marker) = self.melee_mut().and_then(|melee| melee.markers.get_mut(place)) {
                marker.removals = 0;
            }
            return false;
        }
        if self.melee().is_some_and(|melee| melee.here == place) {
            self.show_turn(usize::from(place == 0));
        }
        let right = self.seats_from(marker.holder, false);
        let right = right.filter_map(|seat| self.markers().iter().position(|m| m.holder == seat)).find(|p| *p != place);
        let Some(melee) = self.melee_mut() else { return false };
        if let Some(other) = right.and_then(|place| melee.markers.get_mut(place)) {
            other.removals = other.removals.saturating_add(marker.removals.saturating_sub(1));
        }
        let gone = melee.markers.remove(place);
        // 807.4j: extra turns after that turn are taken before their players' next ones.
        melee.extra.extend(gone.aside.into_iter().flat_map(|aside| aside.turn.extra));
        melee.here -= usize::from(melee.here > place);
        true
    }
}

impl Game<'_> {
    /// 807.5b: on which stack a player puts an ability that has triggered: on the one at hand, where an object on it has caused that;
    /// otherwise they specify one of those for which they have priority.
    pub(crate) fn stack_for(&mut self, pending: &Pending) -> Res<Option<usize>> {
        let Some(melee) = self.state.melee() else { return Ok(None) };
        let (here, marker) = (melee.here, melee.markers.get(melee.here));
        let batch = pending.event.as_ref().map(|event| event.batch);
        if marker.zip(batch).is_none_or(|(marker, batch)| batch >= marker.free_before) {
            return Ok(None);
        }
        let stacks = self.state.stacks_for(pending.controller);
        if stacks.len() < 2 {
            return Ok(None);
        }
        let holder = |place: &usize| self.state.markers().get(*place).map(|marker| Choice::Player(marker.holder));
        let options: Vec<Choice> = stacks.iter().filter_map(holder).collect();
        let source = Some(pending.source);
        let decision = Decision::pick(pending.controller, Ask::Choose, rule!("807.5b"), source, options.clone(), 1, 1);
        let picked = self.pick(decision)?;
        let place = options.iter().position(|option| picked.contains(option)).and_then(|at| stacks.get(at).copied());
        Ok(place.filter(|place| *place != here))
    }

    /// Does something with the stack of another marker; players get priority for it anew.
    pub(crate) fn with_stack<T>(&mut self, place: usize, act: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        let Some(here) = self.state.melee().map(|melee| melee.here) else { return act(self) };
        self.state.show_turn(place);
        let done = act(self);
        self.state.turn.passes = 0;
        let first = self.state.priority_order().next();
        self.state.turn.priority = first;
        self.state.show_turn(here);
        done
    }

    /// Who takes the next turn with the marker at hand, and whether it is an extra one; nobody, where they have to wait (807.4d) or the
    /// marker is gone.
    pub(crate) fn next_with_marker(&mut self) -> Option<(PlayerId, bool)> {
        self.state.hand_out_markers();
        let here = self.state.melee()?.here;
        if self.state.markers().get(here)?.taking {
            if self.state.markers().get(here)?.removals > 0 && self.state.remove_marker(here) {
                return None;
            }
            self.marked_turn_ends();
        }
        for _ in 0..self.state.players.len() {
            if !self.state.goes_on(here) {
                return None;
            }
            let player = self.state.markers().get(here)?.holder;
            let seat = self.state.player_mut(player);
            if let Some(skip) = seat.skips.iter().position(Option::is_none) {
                seat.skips.remove(skip);
                self.pass_marker();
                continue;
            }
            let extra = self.extra_of(player, here);
            self.state.turn.mark = extra.as_ref().map(|extra| extra.mark);
            self.state.turn.last_regular = player;
            if let Some(marker) = self.state.melee_mut()?.markers.get_mut(here) {
                marker.taking = true;
            }
            return Some((player, extra.is_some()));
        }
        None
    }

    /// The extra turn that a player takes now: directly after their last, or immediately before their next one (807.4i-j).
    fn extra_of(&mut self, player: PlayerId, here: usize) -> Option<ExtraTurn> {
        if self.state.turn.extra.first().is_some_and(|extra| extra.player == player) {
            return Some(self.state.turn.extra.remove(0));
        }
        let melee = self.state.melee_mut()?;
        let place = melee.extra.iter().position(|extra| extra.player == player);
        if let Some(marker) = melee.markers.get_mut(here) {
            marker.owes = place.is_some();
        }
        place.map(|place| melee.extra.remove(place))
    }

    /// A turn with a marker has ended: who took it keeps the marker for an extra turn, where no other marker is near on the right
    /// (807.4i), or for the turn before which they took that one; otherwise it goes to the left (807.4c).
    fn marked_turn_ends(&mut self) {
        let Some(melee) = self.state.melee() else { return };
        let melee_here = melee.here;
        let Some(holder) = melee.markers.get(melee_here).map(|marker| marker.holder) else { return };
        let near = self.state.is_marker_near(holder, false);
        let mut extra = std::mem::take(&mut self.state.turn.extra);
        let again = extra.iter().any(|turn| turn.player == holder) && !near && self.state.player(holder).is_playing();
        // 807.4j: who won't have a marker then takes the turn before their next one.
        let (now, later): (Vec<_>, Vec<_>) = extra.drain(..).partition(|turn| again && turn.player == holder);
        self.state.turn.extra = now.into_iter().collect();
        let owed = self.state.markers().get(melee_here).is_some_and(|marker| marker.owes);
        if let Some(melee) = self.state.melee_mut() {
            melee.extra.extend(later);
        }
        if again || owed {
            self.keep_marker();
        } else {
            self.pass_marker();
        }
    }

    fn keep_marker(&mut self) {
        let Some(melee) = self.state.melee_mut() else { return };
        let here = melee.here;
        if let Some(marker) = melee.markers.get_mut(here) {
            marker.taking = false;
        }
    }

    /// 807.4c: the marker goes to the next player to the left.
    fn pass_marker(&mut self) {
        self.keep_marker();
        let Some(melee) = self.state.melee() else { return };
        let (here, Some(from)) = (melee.here, melee.markers.get(melee.here).map(|m| m.holder)) else { return };
        let seats: Vec<PlayerId> = self.state.seats_from(from, true).collect();
        for seat in seats {
            if self.state.player(seat).is_playing() {
                if let Some(marker) = self.state.melee_mut().and_then(|melee| melee.markers.get_mut(here)) {
                    marker.holder = seat;
                }
                self.note(rule!("807.4c"), |s| format!("the turn marker goes to {}", s.name(seat)));
                return;
            }
            self.state.expire_turn_of(seat); // 800.4k, 800.4m
            self.state.release_phased_out(seat);
        }
    }
}
