//! Abilities (113).

use serde::{Deserialize, Serialize};

use crate::visit::Node;
use crate::{
    Amount, Condition, Continuous, Cost, CostLabel, EventPattern, Instruction, KeywordAbility, Slot, TargetSpec, Who,
    ZoneSet,
};

/// An ability (113.3). Granted and quoted abilities are of the same type.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Ability {
    /// A keyword with what it means (702).
    Keyword(KeywordAbility),
    /// What an instant or sorcery does (113.3a).
    Spell(Program),
    /// What it does instead of its spell abilities when the cost of that label was paid: its text is another then (702.96,
    /// 702.148).
    SpellInstead(CostLabel, Program),
    /// 113.3b, 602.
    Activated(ActivatedAbility),
    /// 113.3c, 603.
    Triggered(TriggeredAbility),
    /// 113.3d, 604.
    Static(StaticAbility),
}

/// A program: what a spell or ability does when it resolves, with its modes and targets.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, Node)]
pub struct Program {
    /// How modes are chosen; `None` when there is only the one branch.
    pub modal: Option<Modal>,
    /// The modes (700.2), or the single branch. Slots are numbered through all of them.
    pub modes: Vec<Mode>,
}

impl Program {
    /// A program without modes.
    #[must_use]
    pub fn plain(targets: Vec<TargetSpec>, clauses: Vec<Clause>) -> Self {
        Self { modal: None, modes: vec![Mode { targets, ..Mode::plain(clauses) }] }
    }
}

/// One mode, or the only branch.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, Node)]
pub struct Mode {
    /// An additional cost for choosing it (700.2h).
    pub cost: Option<Cost>,
    /// Its target phrases, in printed order.
    pub targets: Vec<TargetSpec>,
    /// What it does.
    pub clauses: Vec<Clause>,
}

impl Mode {
    /// One that costs nothing and has no targets.
    #[must_use]
    pub const fn plain(clauses: Vec<Clause>) -> Self {
        Self { cost: None, targets: Vec::new(), clauses }
    }
}

/// How modes are chosen (700.2).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct Modal {
    /// The least number.
    pub min: Amount,
    /// The greatest number.
    pub max: Amount,
    /// The same mode may be chosen more than once (700.2d).
    pub repeats: bool,
    /// Who chooses, when it is not the controller (700.2e).
    pub by: Option<Who>,
    /// Chosen at random.
    pub random: bool,
    /// Only modes that haven't been chosen for this ability of this object since then: "choose one that hasn't been chosen".
    pub fresh: Option<FreshSince>,
    /// Another number if something holds: "If this spell was kicked, choose any number instead."
    pub instead: Option<Box<ModalInstead>>,
    /// How many pawprints each mode has, in printed order, where the number is of those rather than of modes (700.2i).
    pub pawprints: Vec<u32>,
    /// "Each mode must target a different player": each has one target phrase, of one player (601.2c).
    pub different_players: bool,
}

impl Modal {
    /// How many of the number that is chosen these modes make up: one each, or their pawprints (700.2i).
    #[must_use]
    pub fn worth(&self, modes: &[u8]) -> u32 {
        let of = |mode: &u8| self.pawprints.get(usize::from(*mode)).copied().unwrap_or(1);
        modes.iter().map(of).fold(0, u32::saturating_add)
    }
}

/// Since when a mode must not have been chosen for an ability of an object (700.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum FreshSince {
    /// Since the object is there: "that hasn't been chosen".
    Ever,
    /// "that hasn't been chosen this turn".
    ThisTurn,
}

/// Another number of modes, if a condition holds as they are chosen (601.4).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct ModalInstead {
    /// If so.
    pub condition: Condition,
    /// The least number.
    pub min: Amount,
    /// The greatest number.
    pub max: Amount,
}

/// One instruction, and the slot in which it leaves what it did.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct Clause {
    /// What to do.
    pub does: Instruction,
    /// Where later text finds its result: the objects or players concerned, the number, whether it was done.
    pub out: Option<Slot>,
}

impl From<Instruction> for Clause {
    fn from(does: Instruction) -> Self {
        Self { does, out: None }
    }
}

/// When an activated ability may be activated, beyond 602.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, Node)]
pub struct ActivationLimits {
    /// "Activate only as a sorcery" (307.5).
    pub sorcery: bool,
    /// "Activate only as an instant" (602.5e): with priority only, not while a cost is paid.
    pub instant: bool,
    /// "Activate only once each turn" and the like: at most so often a turn.
    pub per_turn: Option<u32>,
    /// "Activate only once": at most so often while this object exists.
    pub per_object: Option<u32>,
    /// "Activate only if/during/before …".
    pub condition: Option<Condition>,
    /// It is a special action, which does not use the stack (116.2): suspend, foretell, plot.
    pub special: bool,
}

/// An activated ability (602).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct ActivatedAbility {
    /// Before the colon.
    pub cost: Cost,
    /// After the colon.
    pub program: Program,
    /// From which zones it may be activated (113.6).
    pub zones: ZoneSet,
    /// Restrictions of when and how often.
    pub limits: ActivationLimits,
    /// Who may activate it; the controller, or the owner outside the battlefield, when `None` (602.2).
    pub by: Option<Who>,
    /// Whether it is a mana ability (605.1a): worked out by the compiler: could add mana, no target, no loyalty.
    pub mana: bool,
    /// Whether it is a loyalty ability (606).
    pub loyalty: bool,
}

/// A triggered ability (603).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct TriggeredAbility {
    /// When, whenever, at.
    pub event: EventPattern,
    /// The intervening if (603.4), asked when it would trigger and again on resolution.
    pub condition: Option<Condition>,
    /// What it does.
    pub program: Program,
    /// In which zones it works (113.6); leaves-the-battlefield triggers look back from there (603.10).
    pub zones: ZoneSet,
    /// "This ability triggers only once each turn".
    pub per_turn: Option<u32>,
    /// "This ability triggers only once": while this object exists.
    #[serde(default)]
    pub once: bool,
    /// "Do this only once each turn" (603.2i): it triggers until its action has been taken that turn.
    pub do_once: bool,
    /// Whether it is a mana ability (605.1b).
    pub mana: bool,
}

impl TriggeredAbility {
    /// An ability that triggers on that event and does that, as a permanent has it (113.6): without an intervening if or a limit, and
    /// no mana ability.
    #[must_use]
    pub const fn new(event: EventPattern, program: Program) -> Self {
        Self {
            event,
            condition: None,
            program,
            zones: ZoneSet::BATTLEFIELD,
            per_turn: None,
            once: false,
            do_once: false,
            mana: false,
        }
    }
}

/// A static ability (604).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct StaticAbility {
    /// In which zones it works (113.6).
    pub zones: ZoneSet,
    /// "As long as …".
    pub condition: Option<Condition>,
    /// What holds; several when one sentence says several things of the same objects.
    pub effects: Vec<Continuous>,
    /// Whether it is a characteristic-defining ability (604.3): works in all zones and applies first in its layer.
    pub defines: bool,
}
