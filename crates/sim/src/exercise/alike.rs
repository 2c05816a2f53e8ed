//! Whether two cards of the same face play alike: the same turns from the same positions, with the one and with the other.

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::{Duration, Instant};

use lawmage_engine::state::object::{Object, ObjectKind};
use lawmage_engine::{Digest, ObjectId, State};
use lawmage_ir::{Card, Zone};

use super::driver::Tried;
use super::props::Props;
use super::wishes::Wishes;
use super::{Effort, Seat, play};

/// Where two cards didn't play alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unlike {
    /// The number of the position.
    pub position: u32,
    /// How things stood with the one, as far as they stood otherwise with the other; or what broke.
    pub one: Vec<String>,
    /// Likewise with the other.
    pub other: Vec<String>,
}

/// The first position in which the two go different ways. Only what can be seen of things counts: not by which ability they came
/// to be so.
pub(super) fn play_alike(one: &Arc<Card>, other: &Arc<Card>, props: &Props, effort: Effort) -> Option<Unlike> {
    // What is told at length names more of what it needs.
    let wishes = Wishes::of(other);
    // What was tried before is told apart by ability, so none is preferred here.
    let tried = Arc::new(Tried::new());
    (0..effort.positions).find_map(|number| {
        let seat = Seat { wishes: &wishes, props, number, tried: &tried };
        let walk = Walk { seat, patience: effort.patience };
        let mut seen = Vec::new();
        let broke = walk.along(one, &mut |state| {
            seen.push(seen_of(state));
            true
        });
        let mut tick = 0;
        let mut parted = false;
        let other_broke = walk.along(other, &mut |state| {
            parted = seen.get(tick) != Some(&seen_of(state));
            tick += 1;
            !parted
        });
        if broke.is_some() || other_broke.is_some() {
            let told = |broke: Option<String>| broke.into_iter().collect();
            Some(Unlike { position: number, one: told(broke), other: told(other_broke) })
        } else if parted || tick != seen.len() {
            let (one, other) = (walk.lines_at(one, tick), walk.lines_at(other, tick));
            let less = |of: &[String], by: &[String]| of.iter().filter(|line| !by.contains(line)).cloned().collect();
            Some(Unlike { position: number, one: less(&one, &other), other: less(&other, &one) })
        } else {
            None
        }
    })
}

/// Turns from one position.
struct Walk<'a> {
    seat: Seat<'a>,
    patience: Duration,
}

impl Walk<'_> {
    /// Plays them; what broke, if something did.
    fn along(&self, card: &Arc<Card>, looks: &mut dyn FnMut(&State) -> bool) -> Option<String> {
        let played = crate::panics::caught(|| {
            let (state, mut driver) = self.seat.sit(card, false, Instant::now() + self.patience);
            play(state, self.seat, &mut driver, &mut |state, _| looks(state))
        });
        played.unwrap_or_else(Some)
    }

    /// How things stand after so many ticks.
    fn lines_at(&self, card: &Arc<Card>, ticks: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let mut tick = 0;
        self.along(card, &mut |state| {
            tick += 1;
            if tick == ticks {
                lines = told(state);
            }
            tick < ticks
        });
        lines
    }
}

/// What can be seen of objects: where they are and what they are like, not by which abilities.
fn objects(state: &State) -> impl Iterator<Item = (ObjectId, &Object)> {
    let all = (0u32..).zip(state.objects()).filter(|(_, object)| {
        object.zone == Zone::Battlefield || matches!(object.kind, ObjectKind::Card(_)) && object.zone != Zone::Library
    });
    all.map(|(slot, object)| (ObjectId { slot, generation: object.generation }, object))
}

/// How things stand, as one number. Objects that something became anew in both are not told apart by their slots.
fn seen_of(state: &State) -> u64 {
    let mut all = Digest::default();
    (state.turn().number, state.step(), state.stack().len()).hash(&mut all);
    for player in state.players() {
        (player.life, &player.counters, player.hand.len(), player.library.len(), player.graveyard.len()).hash(&mut all);
    }
    let mut sum = 0_u64;
    for (id, object) in objects(state) {
        let mut one = Digest::default();
        let chars = state.chars(id);
        (&chars.name, object.zone, &object.counters, state.controller(id), chars.power, chars.toughness).hash(&mut one);
        (chars.types, &chars.subtypes, chars.colors).hash(&mut one);
        if let Some(permanent) = state.permanent(id).filter(|_| object.zone == Zone::Battlefield) {
            let host = permanent.attached_to.is_some();
            (permanent.tapped, permanent.damage, host, permanent.phased_out).hash(&mut one);
        }
        sum = sum.wrapping_add(one.finish());
    }
    sum.hash(&mut all);
    all.finish()
}

/// Likewise in words, a line for each thing.
fn told(state: &State) -> Vec<String> {
    let turn = state.turn();
    let mut lines = vec![format!("turn {}, {:?}, {} on the stack", turn.number, state.step(), state.stack().len())];
    for (place, player) in (1..).zip(state.players()) {
        let (hand, library, graveyard) = (player.hand.len(), player.library.len(), player.graveyard.len());
        lines.push(format!(
            "player {place}: {} life, {:?}, hand {hand}, library {library}, graveyard {graveyard}",
            player.life, player.counters
        ));
    }
    for (id, object) in objects(state) {
        let chars = state.chars(id);
        let mut line = format!("{} in {:?} of {:?}", chars.name, object.zone, state.controller(id));
        if let (Some(power), Some(toughness)) = (chars.power, chars.toughness) {
            line.push_str(&format!(", {power}/{toughness}"));
        }
        line.push_str(&format!(", {:?} {:?} {:?}, {:?}", chars.types, chars.subtypes, chars.colors, object.counters));
        if let Some(permanent) = state.permanent(id).filter(|_| object.zone == Zone::Battlefield) {
            line.push_str(&format!(
                ", tapped {}, damage {}, attached {}, phased out {}",
                permanent.tapped,
                permanent.damage,
                permanent.attached_to.is_some(),
                permanent.phased_out
            ));
        }
        lines.push(line);
    }
    lines
}
