//! Spells and abilities on the stack (112, 113): how they were cast, what they target, and what their text denotes.

use std::sync::Arc;

use lawmage_ir::{CostLabel, ManaType, Program, TriggeredAbility, Zone};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::state::chars::AbilityKey;
use crate::state::face_down::FaceDown;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::occurrence::Occurrence;
use crate::state::proposal::Outcome;

/// How a spell was cast, kept by the permanent it becomes (400.7d).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct CastFacts {
    /// Who cast it.
    pub by: Option<PlayerId>,
    /// From where.
    pub from: Option<Zone>,
    /// Which of the spells cast in the turn it is: of all players', and of those of who cast it. 0 for what wasn't cast.
    #[serde(default)]
    pub nth: [u16; 2],
    /// The value chosen for X (107.3).
    pub x: Option<u32>,
    /// Which of the conditions noted as it became cast held ([`lawmage_ir::Face::noted`]), a bit each.
    pub noted: u8,
    /// The numbers noted as it became cast ([`lawmage_ir::Face::noted_numbers`]).
    #[serde(default)]
    pub numbers: SmallVec<[i32; 0]>,
    /// Costs paid under a label, and how often (kicker, flashback, evoke …).
    pub labels: SmallVec<[(CostLabel, u32); 1]>,
    /// Where several instances of a keyword have the same label (702.78b): which instance, and how often its cost was paid.
    pub instances: SmallVec<[(CostLabel, u64, u32); 0]>,
    /// What each cost component was paid with, additional costs first, then alternative or printed ones.
    pub paid: Vec<PaidPart>,
    /// Mana spent on it, by type (indices of [`ManaType::ALL`]).
    pub spent: [u16; ManaType::ALL.len()],
    /// The source of each mana spent on it, where a card of the game asks for them.
    pub sources: Vec<ObjectId>,
    /// The creatures that convoked it (702.51c).
    pub convoked: SmallVec<[ObjectId; 2]>,
    /// For how many Phyrexian mana symbols of its cost life was paid (702.150a).
    #[serde(default)]
    pub symbols_as_life: u32,
}

impl CastFacts {
    /// How often the cost of a label was paid; for an ability of one of several instances of a keyword, its own cost
    /// (702.78b, 702.152b, 702.153b, 702.157b, 702.175b).
    #[must_use]
    pub fn times_paid(&self, label: &CostLabel, of: Option<AbilityKey>) -> u32 {
        let instances = || self.instances.iter().filter(|(l, ..)| l == label);
        if let Some(key) = of
            && let Some((.., n)) = instances().find(|(_, instance, _)| *instance == key.group())
        {
            return *n;
        }
        // 607.1, 702.166c: what is printed beside an instance is linked to that, not to one that an effect grants.
        let printed = instances().filter(|(_, instance, _)| !AbilityKey::is_granted_group(*instance));
        if !of.is_some_and(AbilityKey::is_granted)
            && let Some(n) = printed.map(|(.., n)| *n).max()
        {
            return n;
        }
        self.labels.iter().filter(|(l, _)| l == label).map(|(_, n)| *n).max().unwrap_or(0)
    }
}

/// What a cost component was paid with.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct PaidPart {
    /// The objects, as they last existed.
    pub objects: SmallVec<[ObjectId; 1]>,
    /// The number: life, counters, cards.
    pub number: u32,
    /// Whether paying moved the objects (400.7j).
    pub moved: bool,
}

/// The targets chosen for one target phrase.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct TargetChoice {
    /// The targets in the order chosen.
    pub chosen: SmallVec<[Entity; 2]>,
    /// What each gets of a division (601.2d); empty when nothing is divided.
    pub divided: SmallVec<[u32; 2]>,
    /// Who chose them, where another player than the controller did (601.6).
    pub by: Option<PlayerId>,
}

/// One chosen mode with its targets (700.2, 601.2b-d): those of other modes are none of the spell's (700.2c).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct ChosenMode {
    /// Index into [`Program::modes`].
    pub mode: u8,
    /// One entry for each target phrase of the mode.
    pub targets: SmallVec<[TargetChoice; 1]>,
}

/// How a spell or ability left the stack after all players had passed (608).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Resolution {
    /// It resolved.
    Done,
    /// All its targets were illegal (608.2b).
    TargetsIllegal,
    /// Its intervening "if" clause was no longer true (608.2a).
    ConditionFailed,
}

impl Resolution {
    /// How it is told of the object.
    pub(crate) const fn told(self) -> &'static str {
        match self {
            Self::Done => "resolves",
            Self::TargetsIllegal => "doesn't resolve: its targets are illegal",
            Self::ConditionFailed => "is removed from the stack: its condition no longer holds",
        }
    }
}

/// What sort of thing stands on the stack.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum StackKind {
    /// A spell: the object itself.
    Spell,
    /// An activated ability of `source`.
    Activated {
        /// Which ability.
        key: AbilityKey,
        /// A loyalty ability (606).
        loyalty: bool,
    },
    /// A triggered ability of `source`.
    Triggered {
        /// Which ability; `None` for delayed and reflexive ones.
        key: Option<AbilityKey>,
        /// The ability, for its intervening if (603.4).
        ability: Arc<TriggeredAbility>,
    },
}

/// What an object on the stack has (405, 601, 602, 603).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StackItem {
    /// What sort.
    pub kind: StackKind,
    /// The source (113.7): the spell itself, or the ability's source.
    pub source: ObjectId,
    /// What it does; `None` for a permanent spell without more.
    pub program: Option<Arc<Program>>,
    /// Chosen modes and targets, in printed order of the modes.
    pub modes: SmallVec<[ChosenMode; 1]>,
    /// X, costs paid, mana spent.
    pub facts: Arc<CastFacts>,
    /// The event that triggered it.
    pub event: Option<Arc<Occurrence>>,
    /// Slots captured when a delayed or reflexive trigger was made.
    pub frame: Option<Arc<Frame>>,
    /// Where it goes when it leaves the stack, when a way of casting says so (flashback: exile).
    pub leaves_to: Option<Zone>,
    /// Effects of the mana spent on it that hold of it ("can't be countered").
    pub uncounterable: bool,
    /// By what the spell is face down, if it is (708.4).
    pub face_down: Option<FaceDown>,
}

impl StackItem {
    /// What a spell has as it is put onto the stack (601.2a).
    #[must_use]
    pub fn spell(spell: ObjectId) -> Self {
        Self {
            kind: StackKind::Spell,
            source: spell,
            program: None,
            modes: SmallVec::new(),
            facts: Arc::default(),
            event: None,
            frame: None,
            leaves_to: None,
            uncounterable: false,
            face_down: None,
        }
    }
}

/// What a slot holds (see [`lawmage_ir::Clause`]).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct SlotValue {
    /// The objects and players concerned.
    pub members: SmallVec<[Entity; 3]>,
    /// The number reached.
    pub number: i32,
    /// The excess damage dealt (120.10); of coins, how many were lost or came up tails (705.2).
    pub excess: i32,
    /// Whether it was done.
    pub done: bool,
    /// The numbers that each of several players reached, who did it at once: "each player …, then draws that many cards".
    pub shares: SmallVec<[(PlayerId, i32); 0]>,
    /// The cards drawn by what came instead of one of these draws (614.6): they count among those drawn this way, but nothing
    /// further is done with them (121.6c).
    pub instead: SmallVec<[Entity; 0]>,
}

/// What a resolving spell or ability has in hand: targets, slots, the event, what was paid. Captured by delayed triggers
/// and by effects that last.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Frame {
    /// The targets of the mode at hand, by target phrase; illegal ones are already gone (608.2b).
    pub targets: SmallVec<[TargetChoice; 1]>,
    /// Slots by number.
    pub slots: Vec<SlotValue>,
    /// The event that triggered it, or that is being replaced.
    pub event: Option<Arc<Occurrence>>,
    /// X, costs paid.
    pub facts: Arc<CastFacts>,
    /// Members at hand of the loops around, innermost last.
    pub each: SmallVec<[Entity; 1]>,
    /// Which ability of its source it is, where that is known.
    pub ability: Option<AbilityKey>,
    /// What a payment during the resolution was paid with ([`lawmage_ir::Ref::Paid`] inside it).
    pub paid: Vec<PaidPart>,
    /// Whether a player chose to do what they may.
    pub acted: bool,
    /// The first batch of events that is a part of this resolution.
    pub since: u32,
    /// Which of several players it speaks of.
    pub meant: Meant,
    /// When the delayed or reflexive triggered ability was made that has this in hand: a timestamp (701.28f).
    pub made: u32,
}

/// Which of several active or defending players a spell or ability speaks of, as its controller has chosen (802.2a, 805.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Meant {
    /// The active player.
    pub active: Option<PlayerId>,
    /// The defending player.
    pub defending: Option<PlayerId>,
}

impl SlotValue {
    /// These things, done if there are any.
    pub(crate) fn of(members: impl IntoIterator<Item = Entity>) -> Self {
        let members: smallvec::SmallVec<[Entity; 3]> = members.into_iter().collect();
        Self { number: members.len() as i32, done: !members.is_empty(), members, ..Self::default() }
    }

    /// Done, or not, with nothing to speak of.
    pub(crate) fn done(done: bool) -> Self {
        Self { done, ..Self::default() }
    }

    /// The objects that came of moves.
    pub(crate) fn moved(outcomes: Vec<Outcome>) -> Self {
        let done = outcomes.iter().any(|o| o.done);
        Self { done, ..Self::of(outcomes.into_iter().filter(|o| o.done).flat_map(|o| o.members)) }
    }

    /// The same of what several players did, with the share of each: who did what is told for each outcome.
    pub(crate) fn shared(outcomes: Vec<Outcome>, by: &[PlayerId]) -> Self {
        let mut shares: SmallVec<[(PlayerId, i32); 0]> = SmallVec::new();
        for (outcome, player) in outcomes.iter().zip(by) {
            let number = if outcome.done { outcome.members.len() as i32 } else { 0 };
            match shares.iter_mut().find(|(p, _)| p == player) {
                Some((_, sum)) => *sum += number,
                None => shares.push((*player, number)),
            }
        }
        Self { shares, ..Self::moved(outcomes) }
    }

    /// Tells how much of it each of several players did.
    pub(crate) fn shared_among<'e>(&mut self, shares: impl Iterator<Item = (&'e Entity, usize)>) {
        self.shares = shares
            .filter_map(|(member, n)| match member {
                Entity::Player(player) => Some((*player, i32::try_from(n).unwrap_or(i32::MAX))),
                Entity::Object(_) => None,
            })
            .collect();
    }

    /// The number that a player reached, of several who did it; of nobody in particular, all of them.
    pub(crate) fn number_of(&self, player: Option<PlayerId>) -> i32 {
        let Some(player) = player.filter(|_| !self.shares.is_empty()) else { return self.number };
        self.shares.iter().find(|(p, _)| *p == player).map_or(0, |(_, number)| *number)
    }

    /// The sum of what happened, and to whom.
    pub(crate) fn summed(outcomes: Vec<Outcome>) -> Self {
        let mut value = Self::default();
        for outcome in outcomes.into_iter().filter(|o| o.done) {
            value.done = true;
            value.number = value.number.saturating_add(i32::try_from(outcome.number).unwrap_or(i32::MAX));
            value.excess = value.excess.saturating_add(i32::try_from(outcome.excess).unwrap_or(i32::MAX));
            for member in outcome.members {
                if !value.members.contains(&member) {
                    value.members.push(member);
                }
            }
        }
        value
    }
}

impl Frame {
    /// Fills a slot.
    pub(crate) fn set(&mut self, slot: lawmage_ir::Slot, value: SlotValue) {
        let place = usize::from(slot);
        if self.slots.len() <= place {
            self.slots.resize_with(place + 1, SlotValue::default);
        }
        self.slots[place] = value;
    }
}
