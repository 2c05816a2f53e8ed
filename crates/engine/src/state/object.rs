//! Objects (109): cards, tokens, spells, abilities on the stack, emblems, with what each zone adds to them.

use std::sync::Arc;

use lawmage_ir::{Ability, CardType, CounterKind, Instruction, ManaType, Program, Subtype, Zone};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::state::chars::{AbilityKey, Chars};
use crate::state::face_down::{FaceDown, Hidden};
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::merged::Merged;
use crate::state::stack::{CastFacts, StackItem};

/// What an object is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ObjectKind {
    /// A card: index into [`State::cards`](crate::state::State::cards).
    Card(u16),
    /// A token (111).
    Token,
    /// A copy of a spell (707.10), which is a spell (112.1a) but no card.
    Copy,
    /// An activated or triggered ability on the stack (113.1c).
    Ability,
    /// An emblem (114).
    Emblem,
    /// An empty place in the arena.
    Vacant,
}

/// One object.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Object {
    /// Which object of its slot this is; see [`ObjectId`].
    pub generation: u32,
    /// What it is made of.
    pub kind: ObjectKind,
    /// 108.3.
    pub owner: PlayerId,
    /// Its controller before layer 2 (108.4, 110.2, 112.2); the owner outside the battlefield and the stack.
    pub controller: PlayerId,
    /// The card that it is a copy of, for a copy that is to be cast (707.12): its other faces and halves are that one's.
    #[serde(default)]
    pub of_card: Option<u16>,
    /// Where it is.
    pub zone: Zone,
    /// Which face is up, or which half or part is cast: index into the card's faces.
    pub face: u8,
    /// Copiable values before copy effects: what is printed, or what the token or copy was created with. For a
    /// face-down permanent, the 2/2 of 708.2a.
    pub base: Arc<Chars>,
    /// 613.7.
    pub timestamp: u32,
    /// 122.
    pub counters: Counters,
    /// What it has on the battlefield.
    pub permanent: Option<Box<Permanent>>,
    /// What it has on the stack.
    pub stack: Option<Box<StackItem>>,
    /// What its linked abilities remember (607) and what was chosen for it.
    pub memory: Option<Box<Memory>>,
}

/// Counters on an object or player, each kind once, in the order of first arrival; none is zero. Each kind has the
/// timestamp of the last one put (613.7c); 0 where nobody told.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Counters(SmallVec<[(CounterKind, u32, u32); 1]>);

impl Counters {
    /// How many of a kind.
    #[must_use]
    pub fn get(&self, kind: &CounterKind) -> u32 {
        self.0.iter().find(|(k, ..)| k == kind).map_or(0, |(_, n, _)| *n)
    }

    /// How many of any kind.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.0.iter().map(|(_, n, _)| *n).sum()
    }

    /// Adds some.
    pub fn add(&mut self, kind: &CounterKind, count: u32) {
        self.add_at(kind, count, 0);
    }

    /// Adds some, with a timestamp: all of the kind have it from now on (613.7c).
    pub fn add_at(&mut self, kind: &CounterKind, count: u32, timestamp: u32) {
        if count == 0 {
            return;
        }
        match self.0.iter_mut().find(|(k, ..)| k == kind) {
            Some((_, n, at)) => (*n, *at) = (n.saturating_add(count), timestamp),
            None => self.0.push((kind.clone(), count, timestamp)),
        }
    }

    /// When the last counter of a kind was put.
    #[must_use]
    pub fn timestamp(&self, kind: &CounterKind) -> u32 {
        self.0.iter().find(|(k, ..)| k == kind).map_or(0, |(.., at)| *at)
    }

    /// Removes up to so many; tells how many went.
    pub fn remove(&mut self, kind: &CounterKind, count: u32) -> u32 {
        let Some(place) = self.0.iter().position(|(k, ..)| k == kind) else { return 0 };
        let gone = self.0[place].1.min(count);
        self.0[place].1 -= gone;
        if self.0[place].1 == 0 {
            self.0.remove(place);
        }
        gone
    }

    /// Kinds and numbers.
    pub fn iter(&self) -> impl Iterator<Item = (&CounterKind, u32)> {
        self.0.iter().map(|(k, n, _)| (k, *n))
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What a permanent has besides its characteristics (110): its status is none of them (110.5a), it keeps it until something
/// changes it (110.5c), and no object elsewhere has one (110.5d). Types it needs none (110.4c).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Permanent {
    /// 110.5.
    pub tapped: bool,
    /// 110.5; its `base` is then a 2/2 without text (708.2a).
    pub face_down: bool,
    /// 110.5; it can't become unflipped (710.4).
    pub flipped: bool,
    /// 702.26; treated as though it doesn't exist.
    pub phased_out: bool,
    /// Under whose control it phased out: in whose untap step it phases in (702.26a); in the next one, where nobody's (702.26n).
    pub phased_under: Option<PlayerId>,
    /// Phased out with what it is attached to (702.26g).
    pub phased_indirectly: bool,
    /// Phased out until that object leaves the battlefield (610.4).
    pub phased_until: Option<ObjectId>,
    /// Marked damage (120.6).
    pub damage: u32,
    /// Dealt damage by a source with deathtouch since the last check (704.5h).
    pub deathtouched: bool,
    /// The turn since whose beginning its controller has not changed counts as continuous control (302.6): the number of
    /// the turn in which its controller last changed.
    pub controlled_since: u32,
    /// What it is attached to: equipped, enchanted, fortified (301.5a, 301.6, 303.4b).
    pub attached_to: Option<Entity>,
    /// What is attached to it, oldest first.
    pub attachments: SmallVec<[ObjectId; 2]>,
    /// How it was cast, if it was.
    pub cast: Option<Arc<CastFacts>>,
    /// Exerted, monstrous, renowned and the like (701).
    pub designations: Designations,
    /// Regeneration shields, oldest first: each replaces its destruction once this turn (701.15a). Each has the number of the effect
    /// that made it, which tells when it has regenerated "this way". Gone in the cleanup step.
    pub regeneration_shields: SmallVec<[u32; 0]>,
    /// When it last transformed: a timestamp (701.28f).
    pub transformed_at: u32,
    /// A loyalty ability of it was activated this turn (606.3).
    pub loyalty_uses: u32,
    /// What it is face up, while it is face down. Only its controller may look (708.5).
    pub(crate) hidden: Option<Box<Hidden>>,
    /// The cards and tokens that represent it, if it is a merged permanent (727).
    pub merged: Option<Box<Merged>>,
    /// Its class level; 0 for none, which counts as 1 (716.2d). It keeps it whatever it becomes, and no copy has it (716.2b); level
    /// counters are none (716.4).
    pub level: u32,
    /// The one player who protects this battle (310.8, 310.8f).
    pub protector: Option<PlayerId>,
}

/// Designations that no rule gives a better place (700, 701).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Designations {
    /// 701.31.
    pub monstrous: bool,
    /// 702.112.
    pub renowned: bool,
    /// 701.39: won't untap in the next untap step of these players, a bit for each seat.
    pub exerted: u64,
    /// Suspected (701.58), which is no ability and isn't copied (701.58b), and the timestamp of becoming so.
    pub suspected: Option<u32>,
    /// 702.171.
    pub saddled: bool,
    /// No longer goaded by what had goaded it until that timestamp (701.38a).
    #[serde(default)]
    pub ungoaded: Option<u32>,
    /// It has dealt damage (120.1).
    #[serde(default)]
    pub dealt_damage: bool,
    /// 719.3b.
    #[serde(default)]
    pub solved: bool,
    /// 2026:701.64: a marker, no ability, which isn't copied.
    #[serde(default)]
    pub harnessed: bool,
    /// 2026:722.3: prepared, with the copy of its spell in exile.
    #[serde(default)]
    pub prepared: Option<ObjectId>,
    /// 701.52b: a Ring-bearer of its controller's.
    #[serde(default)]
    pub ring_bearer: bool,
    /// Its sector (702.158b).
    pub sector: Option<u8>,
    /// Whether its left and its right half are unlocked (709.5c).
    pub unlocked: [bool; 2],
}

/// A value chosen for an object (607.2d).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Chosen {
    /// A color.
    Color(lawmage_ir::Color),
    /// A subtype.
    Subtype(Subtype),
    /// A card type.
    CardType(CardType),
    /// A card name.
    Name(Arc<str>),
    /// A number.
    Number(u32),
    /// A type of mana.
    Mana(ManaType),
    /// A stored result of a die with so many sides (706.8a).
    Stored {
        /// How many sides.
        sides: u32,
        /// Its value.
        value: u32,
    },
    /// A player.
    Player(PlayerId),
    /// A word.
    Word(Arc<str>),
}

/// What an object's linked abilities remember (406.6, 607.1), by linked number: the abilities of one object that share a number
/// are linked, two or more (607.4).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Memory {
    /// Objects and players, by linked number.
    pub members: Vec<(u8, Entity)>,
    /// The same of abilities acquired together (607.5), by which they are.
    pub acquired: Vec<(u64, u8, Entity)>,
    /// Chosen values, by linked number.
    pub chosen: Vec<(u8, Chosen)>,
    /// Those of them that several players chose, or one secretly, with who did.
    pub chosen_by: Vec<(u8, PlayerId, Chosen)>,
    /// The copiable values that a copy effect of a static ability gives, determined as it began (707.2c): of what is remembered
    /// under that linked number.
    pub copied: Vec<(u8, Arc<Chars>)>,
    /// Modes chosen for abilities that choose each only once.
    pub modes: Vec<(AbilityKey, u8, u32)>,
    /// How often abilities were activated or triggered: ability, turn of the last time, times that turn, times in all.
    pub uses: Vec<AbilityUse>,
}

impl Designations {
    /// A player exerts it (701.39a).
    pub(crate) fn exert(&mut self, by: PlayerId) {
        self.exerted |= Self::seat(by);
    }

    /// Whether a player has exerted it, who has had no untap step since.
    pub(crate) fn is_exerted_by(&self, player: PlayerId) -> bool {
        self.exerted & Self::seat(player) != 0
    }

    /// The untap step has come in which it was not to untap for that player.
    pub(crate) fn no_longer_exerted_by(&mut self, player: PlayerId) {
        self.exerted &= !Self::seat(player);
    }

    fn seat(player: PlayerId) -> u64 {
        1_u64.checked_shl(player.index() as u32).unwrap_or(0)
    }
}

/// How often an ability of an object was used.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AbilityUse {
    /// Which ability.
    pub key: AbilityKey,
    /// In which turn last.
    pub turn: u32,
    /// How often in that turn.
    pub this_turn: u32,
    /// How often it has resolved, or begun to, in that turn.
    pub resolved: u32,
    /// How often since the object exists.
    pub ever: u32,
    /// Who has added mana with it in that turn, where something asks that.
    pub added_mana: SmallVec<[PlayerId; 1]>,
}

impl Object {
    /// The card whose faces and halves are its own: itself, or what it is a copy of, to be cast (707.12, 709.3c, 712.11b).
    #[must_use]
    pub const fn printed_on(&self) -> Option<u16> {
        match self.kind {
            ObjectKind::Card(card) => Some(card),
            ObjectKind::Copy => self.of_card,
            _ => None,
        }
    }

    /// Makes a permanent that enters face down so (708.3, 712.15): what it is otherwise is hidden, its front face where it has two
    /// (712.15a).
    pub(crate) fn enter_face_down(&mut self, by: FaceDown, printed: Option<Arc<Chars>>) {
        let base = std::mem::replace(&mut self.base, by.chars());
        if let Some(permanent) = &mut self.permanent {
            permanent.face_down = true;
            permanent.hidden = Some(Box::new(Hidden { by, base: printed.unwrap_or(base) }));
        }
    }

    /// Whether it is a token.
    #[inline]
    #[must_use]
    pub const fn is_token(&self) -> bool {
        matches!(self.kind, ObjectKind::Token)
    }

    /// Whether it is a card.
    #[inline]
    #[must_use]
    pub const fn is_card(&self) -> bool {
        matches!(self.kind, ObjectKind::Card(_))
    }

    /// Whether it is on the stack as an ability.
    #[inline]
    #[must_use]
    pub const fn is_ability(&self) -> bool {
        matches!(self.kind, ObjectKind::Ability)
    }

    /// The program of its spell abilities is found through its characteristics; this is the stack item's.
    #[must_use]
    pub fn program(&self) -> Option<&Arc<Program>> {
        self.stack.as_ref().and_then(|s| s.program.as_ref())
    }
}

/// An object as it last existed (608.2h, 113.7a, 603.10): kept when it leaves a public zone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Snapshot {
    /// Which object.
    pub id: ObjectId,
    /// The object, its parts of zone included.
    pub object: Object,
    /// Its characteristics, worked out.
    pub chars: Arc<Chars>,
    /// Its copiable values (707.2).
    pub copiable: Arc<Chars>,
    /// Its controller, worked out.
    pub controller: PlayerId,
    /// Its place in combat.
    pub combat: CombatRole,
    /// The stickers on it, by their places among those of the game (123).
    pub stickers: SmallVec<[usize; 2]>,
}

/// An object's part in combat (506.4).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct CombatRole {
    /// Whom it attacks.
    pub attacking: Option<Entity>,
    /// Attacks and is blocked (509.1h).
    pub blocked: bool,
    /// A blocking creature, though what it blocked may have left (509.1g).
    pub is_blocker: bool,
    /// The attackers it blocks.
    pub blocking: SmallVec<[ObjectId; 1]>,
    /// The creatures that block it.
    pub blocked_by: SmallVec<[ObjectId; 2]>,
    /// No other creature attacks, or blocks, as it does (506.5).
    pub alone: bool,
    /// It was goaded (701.38a): known only of what has left.
    #[serde(default)]
    pub goaded: bool,
}

/// Whether an ability says of itself that it can't be countered (603.1a).
#[must_use]
pub fn is_uncounterable(program: &Program) -> bool {
    program.modes.iter().any(|m| m.clauses.iter().any(|c| c.does == Instruction::Uncounterable))
}

/// Whether an ability says of itself that it resolves though its targets are illegal (608.2b).
#[must_use]
pub fn resolves_anyway(program: &Program) -> bool {
    program.modes.iter().any(|m| m.clauses.iter().any(|c| c.does == Instruction::ResolvesAnyway))
}

/// An ability of an object, found by its key.
#[must_use]
pub fn ability_of(chars: &Chars, key: AbilityKey) -> Option<&Arc<Ability>> {
    chars.abilities.iter().find(|a| a.key == key).map(|a| &a.ability)
}

/// The keyword whose meaning an ability is, if it is one (702.1a).
pub(crate) fn keyword_among(chars: &Chars, key: AbilityKey) -> Option<lawmage_ir::Keyword> {
    let whole = AbilityKey(key.0 & !0xff);
    match &**ability_of(chars, whole).filter(|_| key != whole)? {
        Ability::Keyword(k) => Some(k.keyword),
        _ => None,
    }
}

/// The three sector designations (702.158b), which creatures get by space sculptor (702.158a).
pub const SECTORS: [&str; 3] = ["alpha sector", "beta sector", "gamma sector"];
