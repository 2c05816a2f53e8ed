//! What happened, as it is told to one viewer.

use serde::{Deserialize, Serialize};

use crate::observation::{Entity, Handle, Seat};

/// Something that happened, told as it did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Event {
    /// In a sentence, without the rule.
    pub text: String,
    /// The rule by which it happened: "704.5f".
    pub rule: String,
    /// What sort of event it is, for those who draw it.
    pub kind: EventKind,
}

/// Sorts of events. New ones come; a reader that doesn't know one shows the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum EventKind {
    /// An object changed zones (400.7).
    Moved {
        /// As the viewer knew it, if they did.
        was: Option<Handle>,
        /// As they know it now, if they do.
        now: Option<Handle>,
        /// From which zone: "hand", "outside the game".
        from: String,
        /// To which zone.
        to: String,
        /// Whose object it is.
        owner: Seat,
    },
    /// Damage was dealt (120).
    Damage {
        /// By what.
        source: Option<Handle>,
        /// To what.
        to: Option<Entity>,
        /// How much.
        amount: u32,
        /// Combat damage.
        combat: bool,
    },
    /// A life total changed (119): to that.
    Life {
        /// Whose.
        player: Seat,
        /// By how much.
        change: i32,
        /// To how much.
        now: i32,
    },
    /// Counters were put on something, or removed (122).
    Counters {
        /// On or from what.
        on: Option<Entity>,
        /// Which.
        kind: String,
        /// How many; less than none where they were removed.
        change: i32,
    },
    /// A permanent became tapped or untapped.
    Tapped {
        /// Which.
        object: Option<Handle>,
        /// Tapped rather than untapped.
        tapped: bool,
    },
    /// A spell was cast, an ability activated or triggered.
    Stacked {
        /// What is on the stack.
        object: Option<Handle>,
        /// Who controls it.
        by: Seat,
    },
    /// A creature attacks.
    Attacks {
        /// Which.
        attacker: Option<Handle>,
        /// Whom.
        defender: Option<Entity>,
    },
    /// A creature blocks.
    Blocks {
        /// Which.
        blocker: Option<Handle>,
        /// Whom.
        attacker: Option<Handle>,
    },
    /// A turn began.
    Turn {
        /// Whose.
        player: Seat,
        /// Its number.
        number: u32,
    },
    /// A player shuffled.
    Shuffled {
        /// Who.
        player: Seat,
    },
    /// Something else.
    Other,
}
