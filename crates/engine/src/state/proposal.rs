//! What would happen: proposals, which replacement effects look at (614), with how an object enters, and what came of them.

use std::sync::Arc;

use lawmage_ir::{Cause, Clause, CounterKind, Destination, Modification, Rule, Step};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::state::Expiry;
use crate::state::chars::Chars;
use crate::state::face_down::FaceDown;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::object::Chosen;
use crate::state::stack::Frame;

/// How a permanent would enter the battlefield: what effects have made of it so far (614.12).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Entry {
    /// Under whose control.
    pub controller: Option<PlayerId>,
    /// Tapped.
    pub tapped: bool,
    /// Prepared (2026:722.3).
    #[serde(default)]
    pub prepared: bool,
    /// With these counters.
    pub counters: Vec<(CounterKind, u32)>,
    /// With these besides, as exceptions of the copy effect that applies (707.9e).
    #[serde(default)]
    pub copy_counters: Vec<(CounterKind, u32)>,
    /// Attached to this.
    pub attached_to: Option<Entity>,
    /// Whether an effect says what it enters attached to, though that may be undefined (303.4i).
    pub attached: bool,
    /// Attacking this.
    pub attacking: Option<Entity>,
    /// Of tokens, each attacking one of these, as its controller chooses once it is settled how many there are (508.4); with what has
    /// them attack.
    #[serde(default)]
    pub may_attack: Option<Box<(ObjectId, Vec<Entity>)>>,
    /// Blocking this.
    pub blocking: Option<ObjectId>,
    /// With its back face up.
    pub transformed: bool,
    /// Combined with that card, as a melded permanent (712.14c).
    pub melded: Option<ObjectId>,
    /// Face down, and by what.
    pub face_down: Option<FaceDown>,
    /// As a copy: the copiable values it gets.
    pub copy: Option<Arc<Chars>>,
    /// What triggers on its entering as that copy, whose effect that is, and what it speaks of (707.9g).
    #[serde(default)]
    pub copy_then: Option<Box<(Vec<Clause>, PlayerId, Frame)>>,
    /// Until when it is that copy, where that ends, and what it is then: the copy as which it would have entered before.
    pub passing: Option<(Expiry, Option<Arc<Chars>>)>,
    /// Whether these are its own values as they were chosen for it (613.2a), rather than those of something else.
    pub own_values: bool,
    /// Changes that last while it is there.
    pub mods: Vec<Modification>,
    /// What was chosen as it enters (607.2d).
    pub chosen: Vec<(u8, Chosen)>,
    /// Those of them that several players chose, or one secretly, with who did.
    pub chosen_by: Vec<(u8, PlayerId, Chosen)>,
    /// Objects and players remembered as it enters.
    pub members: Vec<(u8, Entity)>,
    /// The object that remembers it under a linked number, if it is exiled (607.2b).
    pub exiled_with: Option<(ObjectId, u8)>,
    /// Whether the cards of a permanent that are commanders go to the command zone rather than with the others (903.9c).
    pub commanders_aside: bool,
    /// Its characteristics as it would be on the battlefield, worked out where something asks (614.12).
    pub would_be: Option<Arc<Chars>>,
}

/// Something that would happen. [`Game::happen`](crate::Game::happen) lets replacement effects at it, then makes it so.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Proposal {
    /// An object would change zones.
    Move {
        /// Which.
        object: ObjectId,
        /// Where to: for libraries, the place in it.
        to: Destination,
        /// How.
        cause: Cause,
        /// Who does it.
        by: Option<PlayerId>,
        /// How it would enter the battlefield.
        entry: Box<Entry>,
    },
    /// A permanent would be destroyed (701.7).
    Destroy {
        /// Which.
        object: ObjectId,
        /// Whether regeneration can't save it.
        no_regeneration: bool,
    },
    /// Damage would be dealt.
    Damage {
        /// The source.
        source: ObjectId,
        /// The recipient.
        to: Entity,
        /// How much.
        amount: u32,
        /// Combat damage.
        combat: bool,
        /// Whether what deals it says that it can't be prevented (615.12).
        unpreventable: bool,
    },
    /// A player would gain life.
    GainLife {
        /// Who.
        player: PlayerId,
        /// How much.
        amount: u32,
    },
    /// A player would lose life.
    LoseLife {
        /// Who.
        player: PlayerId,
        /// How much.
        amount: u32,
        /// As a result of damage (120.3a), with the life that the player gains in the same event (120.4c).
        damage: Option<u32>,
    },
    /// Counters would be put.
    PutCounters {
        /// On what.
        on: Entity,
        /// Which.
        kind: CounterKind,
        /// How many.
        amount: u32,
        /// By whom.
        by: Option<PlayerId>,
        /// By an effect (609.1), not as a cost or a turn-based action.
        effect: bool,
    },
    /// Counters would be removed.
    RemoveCounters {
        /// From what.
        from: Entity,
        /// Which.
        kind: CounterKind,
        /// How many.
        amount: u32,
        /// As damage dealt to it does (120.3c, 120.3h).
        damage: bool,
    },
    /// Several cards would be drawn, or one: asked before the single draws (121.2a). The outcome's number is how many are.
    DrawCards {
        /// Who.
        player: PlayerId,
        /// How many.
        count: u32,
    },
    /// A card would be drawn (121.2: one at a time).
    Draw {
        /// Who.
        player: PlayerId,
    },
    /// Tokens would be created (111.2).
    CreateTokens {
        /// Under whose control.
        player: PlayerId,
        /// With which copiable values.
        chars: Arc<Chars>,
        /// How many.
        count: u32,
        /// How they enter.
        entry: Box<Entry>,
    },
    /// A permanent would become tapped, by that player.
    Tap(ObjectId, PlayerId),
    /// A permanent would become untapped, by that player.
    Untap(ObjectId, PlayerId),
    /// A player would add mana.
    AddMana {
        /// Who.
        player: PlayerId,
        /// The source.
        source: ObjectId,
        /// What, by type.
        mana: [u16; 6],
        /// With which rider.
        rider: Option<Arc<lawmage_ir::ManaRider>>,
        /// By a mana ability with {T} in its cost: its source is tapped for mana (106.12).
        tapped: bool,
    },
    /// A player would lose the game (104.3).
    Lose {
        /// Who.
        player: PlayerId,
        /// By which rule.
        rule: Rule,
    },
    /// A player would pay life (119.4).
    PayLife {
        /// Who.
        player: PlayerId,
        /// How much.
        amount: u32,
    },
    /// A turn would begin (614.10).
    BeginTurn {
        /// Whose.
        player: PlayerId,
        /// An extra turn (500.7).
        extra: bool,
    },
    /// A player would do what a keyword action says, so often or so much.
    Act {
        /// Who.
        player: PlayerId,
        /// What.
        act: KeywordAct,
        /// The number behind the word; one, where there is none.
        number: u32,
    },
    /// A permanent would explore (701.40a).
    Explore(ObjectId),
    /// A step or phase would begin (614.10).
    BeginStep {
        /// Which.
        step: Step,
        /// Whose turn.
        active: PlayerId,
    },
}

/// Keyword actions that effects may replace as a whole (614.1a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum KeywordAct {
    /// Proliferate (701.27).
    Proliferate,
    /// Scry (701.18).
    Scry,
    /// Mill (701.13).
    Mill,
    /// Copy a spell on the stack (707.10).
    CopySpell,
}

/// What a player would do a number of times, or to a number of things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum WouldDo {
    /// Draw cards (121.2).
    Draw,
    /// Create tokens (111.1).
    Create,
    /// A keyword action.
    Act(KeywordAct),
}

/// What came of a proposal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Outcome {
    /// What the event was about: the moved object as it is now, the created tokens, the damaged one.
    pub members: SmallVec<[Entity; 2]>,
    /// The number: damage dealt, life gained, cards drawn.
    pub number: u32,
    /// The excess damage dealt (120.10).
    pub excess: u32,
    /// Whether anything of the proposal happened.
    pub done: bool,
}

impl Proposal {
    /// That counters would be removed, not by damage.
    pub(crate) const fn remove_counters(from: Entity, kind: CounterKind, amount: u32) -> Self {
        Self::RemoveCounters { from, kind, amount, damage: false }
    }
}
