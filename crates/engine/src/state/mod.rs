//! The state of a game: plain data between ticks.

pub mod cache;
mod card_def;
pub mod chars;
pub mod combat;
pub mod event;
pub mod face_down;
pub mod halves;
pub mod ids;
pub mod knowledge;
mod laid_out;
pub mod last_known;
pub mod mana;
pub mod melee;
pub mod merged;
pub mod object;
pub mod occurrence;
pub(crate) mod off_battlefield;
pub mod past;
pub mod player;
pub mod proposal;
mod readers;
pub mod reference;
pub mod relations;
pub mod rng;
pub mod stack;
pub mod stickers;
pub mod turn;
mod validate;
pub mod variants;
pub mod waiting;
pub mod zones;

use std::hash::Hash;
use std::sync::Arc;

use lawmage_ir::{Condition, Continuous, Step, Zone};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::state::cache::Cache;
pub use crate::state::card_def::CardDef;
use crate::state::chars::Chars;
use crate::state::combat::Combat;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::knowledge::Known;
use crate::state::object::{Memory, Object, Permanent, Snapshot};
use crate::state::occurrence::{Look, Occurrence};
use crate::state::off_battlefield::Roaming;
use crate::state::player::Player;
use crate::state::reference::Reference;
use crate::state::relations::{Concealed, ExiledUntil, Ignoring, Pair};
use crate::state::rng::Rng;
use crate::state::stack::Frame;
use crate::state::stickers::StickerAt;
use crate::state::turn::{Opening, Turn};
use crate::state::variants::{Casual, Commander, Options};
use crate::state::waiting::{DelayedTrigger, Pending, PutOff};

/// When a continuous effect or delayed trigger ends (611.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Expiry {
    /// In this turn's cleanup step (514.2).
    Cleanup,
    /// As this combat phase ends (511.3).
    CombatEnd,
    /// As that player's next turn begins.
    TurnOf(PlayerId),
    /// As the next end step begins, whoever's.
    EndStep,
    /// As that player's next end step begins.
    EndStepOf(PlayerId),
    /// As that player's next upkeep begins.
    UpkeepOf(PlayerId),
    /// As that player's next untap step begins.
    UntapOf(PlayerId),
    /// In the cleanup step of that player's next turn: the first that began after the turn numbered here.
    EndOfTurnOf(PlayerId, u32),
    /// The same, and before that turn it hasn't begun.
    InTurnOf(PlayerId, u32),
    /// As that player's next untap step ends; not the one of the turn numbered here, if it is theirs and past it.
    UntapStepOf(PlayerId, u32),
    /// As that player's next combat phase ends: later than the combat phases that had begun, so many in the turn numbered here.
    CombatOf(PlayerId, u32, u32),
    /// As the additional combat phase that this number tells from others ends, before which it hasn't begun; with its turn where it
    /// never comes.
    InCombat(i32),
    /// In the cleanup step of the turn of that number, before which it hasn't begun.
    OfTurn(u32),
    /// When the condition no longer holds.
    While(Condition),
    /// When the object leaves the battlefield.
    Leaves(ObjectId),
    /// When that card is cast, as what it is in exile.
    Cast(ObjectId),
    /// When that player exiles another card with an ability of that object, under that linked number (607.2a).
    ExilesWith {
        /// The object.
        source: ObjectId,
        /// The linked number.
        linked: u8,
        /// Who.
        by: PlayerId,
    },
    /// When that player pays that cost (116.2c).
    Paid(PlayerId, lawmage_ir::Cost),
    /// As a player who then is among those pays (116.2c), of a delayed triggered ability.
    PaidBy(lawmage_ir::Who, lawmage_ir::Cost),
    /// At the end of the game.
    Never,
}

/// An attack that was declared in the last turn, or combat phase, of a player (508.6).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct OwnAttack {
    /// Whose creature it was then, and whose turn.
    pub by: PlayerId,
    /// The creature.
    pub attacker: ObjectId,
    /// What it attacked.
    pub whom: crate::state::ids::Entity,
}

/// A continuous effect of a resolved spell or ability (611.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Effect {
    /// Tells them apart; grows through the game.
    pub id: u32,
    /// The source of the spell or ability that made it.
    pub source: ObjectId,
    /// Who controlled that.
    pub controller: PlayerId,
    /// 613.7.
    pub timestamp: u32,
    /// What holds.
    pub what: Arc<Continuous>,
    /// The objects locked in as it began (611.2c); `None` for effects that change no characteristics or control.
    pub locked: Option<SmallVec<[Entity; 2]>>,
    /// What its references denote.
    pub frame: Arc<Frame>,
    /// When it ends.
    pub expiry: Expiry,
    /// For copy effects: the copiable values it gives, determined as it began (707.2b).
    pub copied: Option<Arc<Chars>>,
    /// For a shield: how much is left (615.7), or how many times (701.15a); for a permission how often it still lets a card be played.
    pub left: Option<u32>,
}

/// How the game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GameResult {
    /// These players won (104.2).
    Won(SmallVec<[PlayerId; 2]>),
    /// A draw (104.4), by this rule.
    Draw(lawmage_ir::Rule),
}

/// Everything there is to a game between two ticks. Plain data: clone it, compare it, hash it, save it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// The cards of the game, each name once.
    pub(crate) cards: Arc<Vec<CardDef>>,
    /// Where card names are looked up (201.4).
    #[serde(skip)]
    pub(crate) reference: Reference,
    /// The players in turn order.
    pub(crate) players: Vec<Player>,
    /// The arena of objects.
    pub(crate) objects: Vec<Object>,
    /// Empty places in the arena.
    pub(crate) vacant: Vec<u32>,
    /// Permanents, oldest first (403).
    pub(crate) battlefield: Vec<ObjectId>,
    /// The stack, bottom first (405).
    pub(crate) stack: Vec<ObjectId>,
    /// Exile (406).
    pub(crate) exile: Vec<ObjectId>,
    /// The command zone (408).
    pub(crate) command: Vec<ObjectId>,
    /// Turn, step, priority: where the game is.
    pub(crate) turn: Turn,
    /// Attackers and blockers, while there is combat (506).
    pub(crate) combat: Option<Box<Combat>>,
    /// Continuous effects of resolved spells and abilities (611.2), oldest first.
    pub(crate) effects: Vec<Effect>,
    /// Delayed triggered abilities that wait (603.7).
    pub(crate) delayed: Vec<DelayedTrigger>,
    /// Who has cast spells of which names this game.
    pub(crate) casts: Vec<(PlayerId, Arc<str>)>,
    /// What is to be done first thing in the next step that occurs (614.10b).
    pub(crate) put_off: Vec<PutOff>,
    /// Cards exiled until something leaves the battlefield (610.3).
    pub(crate) exiled_until: Vec<ExiledUntil>,
    /// Creatures paired by soulbond (702.95).
    pub(crate) pairs: Vec<Pair>,
    /// Cards that parted as a merged permanent left the battlefield (727.3): what the permanent became, and another.
    pub(crate) parted: Vec<(ObjectId, ObjectId)>,
    /// Cards in exile that are face down (406.3).
    pub(crate) concealed: Vec<Concealed>,
    /// Cards in hidden zones that players know.
    pub(crate) known: Vec<Known>,
    /// Top cards of libraries that are revealed by an effect (401.6).
    pub(crate) revealed_tops: SmallVec<[ObjectId; 1]>,
    /// Cards that have become new objects as they stopped being revealed, while something resolves: what they were, and are.
    pub(crate) renewed: Vec<(ObjectId, ObjectId)>,
    /// While a spell is cast, an ability activated or a special action taken: the top cards as that began (401.5).
    pub(crate) known_tops: Option<Vec<ObjectId>>,
    /// While a batch of events is committed: combat as it was before (603.10a).
    pub(crate) combat_before: Option<Box<Combat>>,
    /// Who controls the spell or ability whose instruction is being carried out: what causes what happens. Nobody between ticks.
    #[serde(skip)]
    pub(crate) causing: Option<PlayerId>,
    /// Abilities that have triggered and wait to be put onto the stack (603.3).
    pub(crate) pending: Vec<Pending>,
    /// What happened this turn, oldest first.
    pub(crate) history: Vec<Occurrence>,
    /// What happened the turn before.
    pub(crate) last_turn: Vec<Occurrence>,
    /// The attacks of each player's last turn.
    #[serde(default)]
    pub(crate) own_attacks: Vec<OwnAttack>,
    /// The attacks of each player's last combat phase that has ended.
    #[serde(default)]
    pub(crate) last_combats: Vec<OwnAttack>,
    /// Objects as they were in events of this turn (608.2i).
    #[serde(default)]
    pub(crate) looks: Vec<Look>,
    /// Objects as they last existed.
    pub(crate) past: Vec<Arc<Snapshot>>,
    /// The next timestamp (613.7).
    pub(crate) clock: u32,
    /// The next number of an effect or delayed trigger.
    pub(crate) next_effect: u32,
    /// The next number of a batch of events.
    pub(crate) next_batch: u32,
    /// The game's randomness.
    pub(crate) rng: Rng,
    /// Commanders (903.3); none in other games.
    pub(crate) commanders: Vec<Commander>,
    /// Multiplayer options (800.2); none in the plain game.
    pub(crate) options: Option<Box<Options>>,
    /// The stickers that players have access to (123); none in games without.
    pub(crate) stickers: Vec<StickerAt>,
    /// Who has the initiative (723).
    pub(crate) initiative: Option<PlayerId>,
    /// Some permanent may have a sector designation (702.158b).
    pub(crate) sectored: bool,
    /// What a casual variant adds (section 9); nothing in other games.
    pub(crate) casual: Option<Box<Casual>>,
    /// Who is the monarch (722).
    pub(crate) monarch: Option<PlayerId>,
    /// While the game starts (103): what matters only then.
    pub(crate) opening: Option<Box<Opening>>,
    /// What was exiled before the game began, by the name of the card that said so and its linked number (607.2n).
    pub(crate) exiled_before: Vec<(Arc<str>, u8, ObjectId)>,
    /// What was chosen before the game began, by the place of the card it was chosen for (607.2p).
    pub(crate) chosen_before: Vec<(u32, Box<Memory>)>,
    /// A Brawl game (903.12).
    pub(crate) brawl: bool,
    /// It is a game of Oathbreaker.
    pub(crate) oathbreaker: bool,
    /// Day or night (728.1); `None` for neither.
    pub(crate) day: Option<bool>,
    /// Whether a card of the game has daybound or nightbound, so that it is worth looking for them (702.145).
    pub(crate) has_daybound: bool,
    /// Whether a card of the game has ascend, so that it is worth looking for it (702.131b).
    pub(crate) has_ascend: bool,
    /// Whether one asks from which sources mana came: then that is kept of all mana.
    pub(crate) traces_mana: bool,
    /// Whether a card of the game speaks of paradigm: then the names of spells that have resolved are kept (2026:702.192a).
    #[serde(default)]
    pub(crate) counts_names: bool,
    /// Objects whose abilities work outside the battlefield.
    pub(crate) roaming: Roaming,
    /// Who ignores which abilities' effects this turn (116.2d).
    pub(crate) ignoring: Vec<Ignoring>,
    /// Cards drawn while something is cast or activated, face down until it is (121.8): what they are, and whether one was the
    /// first its player drew this turn.
    pub(crate) covered: Vec<(ObjectId, Arc<Chars>, bool)>,
    /// How the game ended, once it has.
    pub(crate) result: Option<GameResult>,
    /// Ticks played.
    pub(crate) ticks: u32,
    /// How many games this one is within (726.1, 726.6).
    pub(crate) depth: u8,
    /// Characteristics worked out; rebuilt at need, no part of what the state is.
    #[serde(skip)]
    pub(crate) cache: Cache,
}

impl State {
    /// A player.
    #[inline]
    #[must_use]
    pub fn player(&self, id: PlayerId) -> &Player {
        &self.players[id.index()]
    }

    /// A player, to change.
    #[inline]
    pub fn player_mut(&mut self, id: PlayerId) -> &mut Player {
        &mut self.players[id.index()]
    }

    /// All seats in turn order.
    pub fn seats(&self) -> impl Iterator<Item = PlayerId> + use<> {
        (0..self.players.len() as u8).map(PlayerId)
    }

    /// The players still in the game, in turn order from the active player: APNAP (101.4). Teams that share their turns sit together, so
    /// that each comes as a whole (805.6, 805.6a).
    pub fn apnap(&self) -> impl Iterator<Item = PlayerId> + '_ {
        self.from_seat(self.turn.active)
    }

    /// The players still in the game, in turn order from that seat.
    pub fn from_seat(&self, first: PlayerId) -> impl Iterator<Item = PlayerId> + '_ {
        let count = self.players.len() as u8;
        (0..count).map(move |i| PlayerId((first.0 + i) % count)).filter(|p| self.player(*p).is_playing())
    }

    /// Whether two players are opponents (102.2, 102.3): without teams everybody is everybody's (806.1), in teams of any number and size
    /// those of others are (808.1).
    #[must_use]
    pub fn are_opponents(&self, a: PlayerId, b: PlayerId) -> bool {
        self.player(a).team != self.player(b).team
    }

    /// The object of that id, if it is still that object.
    #[inline]
    #[must_use]
    pub fn get(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(id.index()).filter(|o| o.generation == id.generation)
    }

    /// The object of that id, to change, if it is still that object.
    #[inline]
    pub fn get_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        self.objects.get_mut(id.index()).filter(|o| o.generation == id.generation)
    }

    /// The object that now is in that id's place: itself or what it has become.
    #[must_use]
    pub fn current(&self, id: ObjectId) -> ObjectId {
        ObjectId { slot: id.slot, generation: self.objects[id.index()].generation }
    }

    /// The permanent parts of an object, if it is on the battlefield.
    #[inline]
    #[must_use]
    pub fn permanent(&self, id: ObjectId) -> Option<&Permanent> {
        self.get(id).filter(|o| o.zone == Zone::Battlefield).and_then(|o| o.permanent.as_deref())
    }

    /// The permanent parts of an object, to change.
    #[inline]
    pub fn permanent_mut(&mut self, id: ObjectId) -> Option<&mut Permanent> {
        self.get_mut(id).filter(|o| o.zone == Zone::Battlefield).and_then(|o| o.permanent.as_deref_mut())
    }

    /// Permanents that exist: those not phased out (702.26b).
    pub fn permanents(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.battlefield
            .iter()
            .copied()
            .filter(|id| self.objects[id.index()].permanent.as_ref().is_some_and(|p| !p.phased_out))
    }

    /// The next timestamp.
    pub fn stamp(&mut self) -> u32 {
        self.clock += 1;
        self.clock
    }

    /// An object as it last existed, newest first.
    #[must_use]
    pub fn last_known(&self, id: ObjectId) -> Option<&Arc<Snapshot>> {
        self.past.iter().rev().find(|s| s.id == id)
    }

    /// The step at hand.
    #[must_use]
    pub const fn step(&self) -> Step {
        self.turn.step
    }

    /// The ids in a zone; of one player where each has their own (400.1).
    #[must_use]
    pub fn zone(&self, zone: Zone, player: PlayerId) -> &[ObjectId] {
        match zone {
            Zone::Library => &self.player(player).library,
            Zone::Hand => &self.player(player).hand,
            Zone::Graveyard => &self.player(player).graveyard,
            Zone::Outside => &self.player(player).sideboard,
            Zone::Battlefield => &self.battlefield,
            Zone::Stack => &self.stack,
            Zone::Exile => &self.exile,
            Zone::Command => &self.command,
        }
    }
}
