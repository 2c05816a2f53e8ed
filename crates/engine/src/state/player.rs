//! Players (102) and what they have.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::state::ids::{ObjectId, PlayerId};
use crate::state::mana::ManaPool;
use crate::state::object::Counters;

/// Why a player has lost or won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Standing {
    /// Still playing.
    Playing,
    /// Has lost the game (104.3), by this rule.
    Lost(lawmage_ir::Rule),
    /// Has left the game (800.4a) by conceding (104.3a).
    Conceded,
    /// The game is a draw for them, and they have left it (801.15).
    Drew,
}

/// A player and the zones that are theirs.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Player {
    /// Their name, for showing.
    pub name: String,
    /// Which team they are on; players alone are teams of one (102.3).
    pub team: u8,
    /// 119.
    pub life: i32,
    /// 122.1f and the like.
    pub counters: Counters,
    /// 106.4.
    pub mana: ManaPool,
    /// 401, top card first.
    pub library: Vec<ObjectId>,
    /// 402.
    pub hand: Vec<ObjectId>,
    /// 404, bottom card first.
    pub graveyard: Vec<ObjectId>,
    /// Cards outside the game that effects may bring in (400.11).
    pub sideboard: Vec<ObjectId>,
    /// Dungeon cards outside the game: no part of the sideboard (309.2), which nothing else brings in (309.2d).
    pub dungeons: Vec<ObjectId>,
    /// Where their venture marker is (309.4).
    pub delving: Option<Delving>,
    /// The names of the dungeons they have completed (309.7).
    pub completed: Vec<Arc<str>>,
    /// The Attraction deck (717.2), top card first.
    pub attractions: Vec<ObjectId>,
    /// Lands played this turn (305.2).
    pub lands_played: u32,
    /// Extra land plays this turn from resolved effects (305.2).
    pub extra_lands: u32,
    /// Tried to draw from an empty library since the last check (704.5b).
    pub drew_from_empty: bool,
    /// Cards drawn this turn.
    pub drawn: u32,
    /// Spells cast this turn.
    pub spells_cast: u32,
    /// Still in the game, or how not.
    pub standing: Standing,
    /// Has left the game with all they own (800.4a).
    pub gone: bool,
    /// How many more or fewer cards than seven are their starting and maximum hand size (313.6).
    pub hand_modifier: i32,
    /// The companion they have revealed (103.2b): while it is that card outside the game (702.139a). Once
    /// taken it is another object, and in the game for good (702.139c).
    pub companion: Option<ObjectId>,
    /// The life total they began the game with (103.4).
    pub starting_life: i32,
    /// Mulligans taken (103.5).
    pub mulligans: u32,
    /// Speed (702.179); 0 for none, which each player has at first (702.179b).
    pub speed: u8,
    /// Their speed has increased this turn by its own ability (702.179d).
    pub sped_up: bool,
    /// Has the city's blessing (702.131).
    pub blessing: bool,
    /// The names of spells of theirs that have resolved this game, each once, where something asks it (2026:702.192a).
    #[serde(default)]
    pub(crate) resolved: Vec<Arc<str>>,
    /// How often the Ring has tempted them (701.52c).
    #[serde(default)]
    pub tempted: u32,
    /// Who will control them during their next turn (720.1).
    #[serde(default)]
    pub controlled_next: Option<PlayerId>,
    /// How many extra turns they take after their next turn (500.7).
    #[serde(default)]
    pub extra_after_next: u32,
    /// Who controls them during this turn (720.1).
    #[serde(default)]
    pub controlled_by: Option<PlayerId>,
    /// Their emblem named The Ring (701.52c).
    #[serde(default)]
    pub ring: Option<ObjectId>,
    /// Steps and turns to skip (500.11): how many of each; `None` is the whole turn.
    pub skips: SmallVec<[Option<lawmage_ir::Step>; 1]>,
    /// Pays mana by hand: payment plans are asked for (601.2g) rather than taken and told.
    pub manual_payment: bool,
    /// Turns this player has begun.
    pub turns: u32,
    /// The number of the turn this player began last; 0 before their first (302.6).
    pub turn_began: u32,
    /// The number of the turn before that which this player began; 0 before (702.30a).
    pub turn_before: u32,
}

impl Player {
    /// A player who has not started.
    #[must_use]
    pub fn new(name: String, id: PlayerId, life: i32) -> Self {
        Self {
            name,
            team: id.0,
            life,
            counters: Counters::default(),
            mana: ManaPool::default(),
            library: Vec::new(),
            hand: Vec::new(),
            graveyard: Vec::new(),
            sideboard: Vec::new(),
            dungeons: Vec::new(),
            delving: None,
            completed: Vec::new(),
            attractions: Vec::new(),
            lands_played: 0,
            extra_lands: 0,
            drew_from_empty: false,
            drawn: 0,
            spells_cast: 0,
            standing: Standing::Playing,
            gone: false,
            hand_modifier: 0,
            companion: None,
            starting_life: life,
            mulligans: 0,
            speed: 0,
            sped_up: false,
            blessing: false,
            resolved: Vec::new(),
            tempted: 0,
            controlled_next: None,
            extra_after_next: 0,
            controlled_by: None,
            ring: None,
            skips: SmallVec::new(),
            manual_payment: false,
            turns: 0,
            turn_began: 0,
            turn_before: 0,
        }
    }

    /// Whether they are still in the game.
    #[must_use]
    pub const fn is_playing(&self) -> bool {
        matches!(self.standing, Standing::Playing)
    }
}

/// Where a player's venture marker is (309.4): on the one dungeon card they own in the command zone (309.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Delving {
    /// The dungeon.
    pub dungeon: ObjectId,
    /// The room, by its place; 0 is the topmost (309.4a).
    pub room: u8,
}
